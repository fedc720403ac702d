//! Reads the terms of a script as expressions.
//!
//! An explicit stack holds the open terms, so the nesting depth is unlimited.
//! A name refers to one node of [`ExpressionDag`], however often the script uses it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hashbrown::DefaultHashBuilder;
use parallax_instance::InputError;
use parallax_model::flatten::{BoolExpression, ExpressionDag, IntExpression};

use super::lexer::{SmtlibLexer, SmtlibToken};
use super::operators::SmtlibOperator;

/// A term with its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortedTerm {
    /// A truth value.
    Bool(BoolExpression),
    /// An integer.
    Int(IntExpression),
}

/// A term with its byte offset in the text.
pub(super) type Placed = (usize, SortedTerm);

const LET_SYNTAX: &str = "(let ((name term) ...) term)";

/// A reader of terms. At the end of a `let`, the names that it shadowed regain their meaning.
pub(super) struct TermReader<'t> {
    pub lexer: SmtlibLexer<'t>,
    pub terms: ExpressionDag,
    pub names: HashMap<Cow<'t, str>, SortedTerm, DefaultHashBuilder>,
    /// The divisors, with their offsets.
    pub divisors: Vec<(usize, IntExpression)>,
    /// The names that `:named` gave terms, with the offsets of these terms.
    pub labels: Vec<(usize, Cow<'t, str>)>,
    open: Vec<TermFrame<'t>>,
    /// The arguments of all open terms, one after the other.
    arguments: Vec<Placed>,
    /// Returns an error if reading must stop.
    check: &'t dyn Fn() -> Result<(), InputError>,
    pieces: usize,
}

/// The number of tokens to read between two checks of the clock.
const POLL_INTERVAL: usize = 1 << 10;

/// An open term or binding list.
struct TermFrame<'t> {
    /// The offset of its bracket.
    start: usize,
    kind: FrameKind<'t>,
}

enum FrameKind<'t> {
    /// An application: its operator, and the index of its first argument.
    Apply(SmtlibOperator, usize),
    /// `(! term ...)`.
    Annotated,
    /// The bindings of a `let`, and the name whose term is read next.
    Bindings(HashMap<Cow<'t, str>, SortedTerm>, Option<Cow<'t, str>>),
    /// The body of a `let`, and the earlier meanings of its names.
    Body(Vec<(Cow<'t, str>, Option<SortedTerm>)>),
}

impl<'t> TermReader<'t> {
    pub(super) fn new(
        lexer: SmtlibLexer<'t>,
        check: &'t dyn Fn() -> Result<(), InputError>,
    ) -> Self {
        let (names, divisors, labels, open, arguments) = Default::default();
        let terms = ExpressionDag::default();
        TermReader { lexer, terms, names, divisors, labels, open, arguments, check, pieces: 0 }
    }

    /// Checks the clock every [`POLL_INTERVAL`] calls.
    pub(super) fn poll_clock(&mut self) -> Result<(), InputError> {
        self.pieces += 1;
        if self.pieces.is_multiple_of(POLL_INTERVAL) { (self.check)() } else { Ok(()) }
    }

    /// Reads a truth value within the command that starts at `command`.
    pub(super) fn read_bool(&mut self, command: usize) -> Result<BoolExpression, InputError> {
        match self.read_term(command)? {
            (_, SortedTerm::Bool(term)) => Ok(term),
            (at, SortedTerm::Int(_)) => Err(self.lexer.unexpected_term(at, "a truth value")),
        }
    }

    /// Reads a term, with its offset, within the command that starts at `command`.
    pub(super) fn read_term(&mut self, command: usize) -> Result<Placed, InputError> {
        loop {
            self.poll_clock()?;
            // An error at the end of the text points to the innermost open bracket.
            let innermost = self.open.last().map_or(command, |frame| frame.start);
            let (at, token) = self.lexer.next_inside(innermost)?;
            let done = match token {
                SmtlibToken::Open => {
                    self.begin_bracket(at)?;
                    None
                }
                SmtlibToken::Close => self.end_bracket(at)?,
                SmtlibToken::Text => return Err(self.lexer.unexpected_term(at, "a term")),
                word => Some((at, self.read_word(at, word)?)),
            };
            // A complete term may be the last argument, binding or body that others wait for.
            if let Some(term) = done
                && let Some(whole) = self.deliver_term(term)?
            {
                return Ok(whole);
            }
        }
    }

    fn read_word(&mut self, at: usize, token: SmtlibToken<'t>) -> Result<SortedTerm, InputError> {
        if let SmtlibToken::Word(word) = token
            && word.bytes().all(|b| b.is_ascii_digit())
        {
            let number = word.parse();
            let number = number
                .map_err(|_| self.lexer.unexpected_term(at, "a number of at most 63 bits"))?;
            return Ok(SortedTerm::Int(self.terms.add_number(number)));
        }
        let symbol = token.symbol_name().unwrap_or_default();
        match (self.names.get(&*symbol), &*symbol) {
            (Some(&known), _) => Ok(known),
            (None, "true" | "false") => {
                Ok(SortedTerm::Bool(self.terms.add_truth(symbol == "true")))
            }
            _ => Err(self.lexer.unexpected_term(at, "a declared symbol")),
        }
    }

    /// Begins a term or a binding, after its `(`.
    fn begin_bracket(&mut self, at: usize) -> Result<(), InputError> {
        let (head_at, head) = self.lexer.next_inside(at)?;
        // Directly in a list of bindings, a bracket holds a name and a term, not an operator.
        if let Some(TermFrame { kind: FrameKind::Bindings(bound, name), .. }) = self.open.last_mut()
            && name.is_none()
        {
            return match head.symbol_name() {
                Some(symbol) if bound.contains_key(&symbol) => {
                    Err(self.lexer.error_at(at, format!("'{symbol}' is bound twice")))
                }
                Some(symbol) => {
                    *name = Some(symbol);
                    Ok(())
                }
                None => Err(self.lexer.unexpected_term(at, "(name term)")),
            };
        }
        if head == SmtlibToken::Close {
            return Err(self.lexer.unexpected_term(at, "a term"));
        }
        // Between bars, a reserved word is a symbol like any other.
        let is_word = matches!(head, SmtlibToken::Word(_));
        let Some(head) = head.symbol_name() else {
            return Err(self.lexer.unexpected_term(at, "an operator of integers or truth values"));
        };
        let kind = match &*head {
            "let" if is_word => {
                if self.lexer.next_inside(at)?.1 != SmtlibToken::Open {
                    return Err(self.lexer.unexpected_term(at, LET_SYNTAX));
                }
                FrameKind::Bindings(HashMap::new(), None)
            }
            "!" if is_word => FrameKind::Annotated,
            name => match SmtlibOperator::from_name(name) {
                Some(operator) => FrameKind::Apply(operator, self.arguments.len()),
                None => {
                    let name = parallax_instance::shorten_text(name);
                    return Err(self.lexer.error_at(head_at, format!("'{name}' is not supported")));
                }
            },
        };
        self.open.push(TermFrame { start: at, kind });
        Ok(())
    }

    /// Handles a `)`; returns the term that it completes, if any.
    fn end_bracket(&mut self, at: usize) -> Result<Option<Placed>, InputError> {
        let Some(TermFrame { start, kind }) = self.open.pop() else {
            return Err(self.lexer.error_at(at, "')' without '('"));
        };
        match kind {
            FrameKind::Apply(operator, first) => {
                let term = operator.apply_operator(self, start, first)?;
                self.arguments.truncate(first);
                Ok(Some((start, term)))
            }
            FrameKind::Bindings(bound, None) => {
                // The names get their meaning after the whole list: the terms of a `let` do not see
                // the names that it binds.
                let shadow = |(name, term): (Cow<'t, str>, SortedTerm)| {
                    let before = self.names.insert(name.clone(), term);
                    (name, before)
                };
                let shadowed = bound.into_iter().map(shadow).collect();
                self.open.push(TermFrame { start, kind: FrameKind::Body(shadowed) });
                Ok(None)
            }
            // A binding without its term, or a `let` without its body.
            FrameKind::Bindings(..) | FrameKind::Body(_) => {
                Err(self.lexer.unexpected_term(start, LET_SYNTAX))
            }
            // An annotation with a term is closed by `read_attributes`, so this one has none.
            FrameKind::Annotated => {
                Err(self.lexer.unexpected_term(start, "another number of arguments"))
            }
        }
    }

    /// Passes a term to the innermost open term. Returns it when none is open.
    fn deliver_term(&mut self, mut term: Placed) -> Result<Option<Placed>, InputError> {
        // Completing a term may complete the annotation or the `let` around it, and so on outwards.
        loop {
            let Some(TermFrame { start, kind }) = self.open.last_mut() else {
                return Ok(Some(term));
            };
            let start = *start;
            match kind {
                FrameKind::Apply(..) => {
                    self.arguments.push(term);
                    return Ok(None);
                }
                FrameKind::Annotated => self.read_attributes(start, term.1)?,
                FrameKind::Bindings(bound, name) => {
                    let Some(name) = name.take() else {
                        return Err(self.lexer.unexpected_term(term.0, "(name term)"));
                    };
                    bound.insert(name, term.1);
                    let (at, token) = self.lexer.next_inside(start)?;
                    return match token {
                        SmtlibToken::Close => Ok(None),
                        _ => Err(self.lexer.unexpected_term(at, "(name term)")),
                    };
                }
                FrameKind::Body(shadowed) => {
                    // The body is read, so the names regain their earlier meaning, or none.
                    for (name, before) in shadowed.drain(..) {
                        match (self.names.entry(name), before) {
                            (Entry::Occupied(mut entry), Some(before)) => {
                                entry.insert(before);
                            }
                            (Entry::Occupied(entry), None) => {
                                entry.remove();
                            }
                            (Entry::Vacant(_), _) => {}
                        }
                    }
                    if self.lexer.next_inside(start)?.1 != SmtlibToken::Close {
                        return Err(self.lexer.unexpected_term(start, LET_SYNTAX));
                    }
                }
            }
            // The frame is complete, and its value is that of the inner term.
            self.open.pop();
            term.0 = start;
        }
    }

    /// Reads the attributes of a term up to the end of its annotation, which starts at `start`; a
    /// name is a symbol from there on.
    fn read_attributes(&mut self, start: usize, term: SortedTerm) -> Result<(), InputError> {
        loop {
            let (at, token) = self.lexer.next_inside(start)?;
            // Other attributes, with their values, do not change the meaning of a term.
            match token {
                SmtlibToken::Close => return Ok(()),
                SmtlibToken::Open => self.lexer.skip_bracket(at)?,
                SmtlibToken::Word(":named") => {
                    let (at, token) = self.lexer.next_inside(start)?;
                    let name = self.fresh_symbol(at, token)?;
                    self.names.insert(name.clone(), term);
                    self.labels.push((start, name));
                }
                _ => {}
            }
        }
    }

    /// Returns the symbol that a token is, if it is not declared yet. Words that the standard
    /// reserves are read as well where nothing else can be meant.
    pub(super) fn fresh_symbol(
        &self,
        at: usize,
        token: SmtlibToken<'t>,
    ) -> Result<Cow<'t, str>, InputError> {
        let is_word = matches!(token, SmtlibToken::Word(_));
        let starts_as_other = |own: &str| own.starts_with(|c: char| c.is_ascii_digit() || c == ':');
        let is_other =
            |own: &str| matches!(own, "true" | "false") || is_word && starts_as_other(own);
        match token.symbol_name() {
            Some(symbol) if self.names.contains_key(&symbol) => {
                Err(self.lexer.error_at(at, format!("'{symbol}' is declared twice")))
            }
            Some(symbol) if !is_other(&symbol) => Ok(symbol),
            _ => Err(self.lexer.unexpected_term(at, "a symbol")),
        }
    }

    /// The arguments from index `first` on, as integers.
    pub(super) fn int_arguments(&self, first: usize) -> Result<Vec<IntExpression>, InputError> {
        let int = |&(at, term): &Placed| match term {
            SortedTerm::Int(term) => Ok(term),
            SortedTerm::Bool(_) => Err(self.lexer.unexpected_term(at, "an integer")),
        };
        self.arguments[first..].iter().map(int).collect()
    }

    /// The arguments from index `first` on, as truth values.
    pub(super) fn bool_arguments(&self, first: usize) -> Result<Vec<BoolExpression>, InputError> {
        let bool = |&(at, term): &Placed| match term {
            SortedTerm::Bool(term) => Ok(term),
            SortedTerm::Int(_) => Err(self.lexer.unexpected_term(at, "a truth value")),
        };
        self.arguments[first..].iter().map(bool).collect()
    }

    /// The arguments from index `first` on.
    pub(super) fn arguments_from(&self, first: usize) -> &[Placed] {
        &self.arguments[first..]
    }
}
