//! Reads the terms of a script as expressions.
//!
//! An explicit stack holds the open terms, so the nesting depth is unlimited.
//! A name refers to one node of [`Terms`], however often the script uses it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hashbrown::DefaultHashBuilder;
use parallax_model::flatten::{Bool, Int, Terms};
use parallax_model::instance::InputError;

use super::lexer::{Lexer, Token};
use super::operators::Operator;

/// A term with its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A truth value.
    Bool(Bool),
    /// An integer.
    Int(Int),
}

/// A term with its byte offset in the text.
pub(super) type Placed = (usize, Typed);

const LET: &str = "(let ((name term) ...) term)";

/// A reader of terms. At the end of a `let`, the names that it shadowed regain their meaning.
pub(super) struct Reader<'t> {
    pub lexer: Lexer<'t>,
    pub terms: Terms,
    pub names: HashMap<Cow<'t, str>, Typed, DefaultHashBuilder>,
    /// The divisors, with their offsets.
    pub divisors: Vec<(usize, Int)>,
    /// The names that `:named` gave terms, with the offsets of these terms.
    pub labels: Vec<(usize, Cow<'t, str>)>,
    open: Vec<Frame<'t>>,
    /// The arguments of all open terms, one after the other.
    arguments: Vec<Placed>,
    /// Returns an error if reading must stop.
    check: &'t dyn Fn() -> Result<(), InputError>,
    pieces: usize,
}

/// The number of tokens to read between two checks of the clock.
const POLL_INTERVAL: usize = 1 << 10;

/// An open term or binding list.
struct Frame<'t> {
    /// The offset of its bracket.
    start: usize,
    kind: Kind<'t>,
}

enum Kind<'t> {
    /// An application: its operator, and the index of its first argument.
    Apply(Operator, usize),
    /// `(! term ...)`.
    Annotated,
    /// The bindings of a `let`, and the name whose term comes next.
    Bindings(HashMap<Cow<'t, str>, Typed>, Option<Cow<'t, str>>),
    /// The body of a `let`, and the earlier meanings of its names.
    Body(Vec<(Cow<'t, str>, Option<Typed>)>),
}

impl<'t> Reader<'t> {
    pub(super) fn new(lexer: Lexer<'t>, check: &'t dyn Fn() -> Result<(), InputError>) -> Self {
        let (names, divisors, labels, open, arguments) = Default::default();
        let terms = Terms::default();
        Reader { lexer, terms, names, divisors, labels, open, arguments, check, pieces: 0 }
    }

    /// Checks the clock every [`POLL_INTERVAL`] calls.
    pub(super) fn poll(&mut self) -> Result<(), InputError> {
        self.pieces += 1;
        if self.pieces.is_multiple_of(POLL_INTERVAL) { (self.check)() } else { Ok(()) }
    }

    /// Reads a truth value within the command that starts at `command`.
    pub(super) fn bool(&mut self, command: usize) -> Result<Bool, InputError> {
        match self.term(command)? {
            (_, Typed::Bool(term)) => Ok(term),
            (at, Typed::Int(_)) => Err(self.lexer.unexpected(at, "a truth value")),
        }
    }

    /// Reads a term, with its offset, within the command that starts at `command`.
    pub(super) fn term(&mut self, command: usize) -> Result<Placed, InputError> {
        loop {
            self.poll()?;
            let innermost = self.open.last().map_or(command, |frame| frame.start);
            let (at, token) = self.lexer.inside(innermost)?;
            let done = match token {
                Token::Open => {
                    self.begin(at)?;
                    None
                }
                Token::Close => self.end(at)?,
                Token::Text => return Err(self.lexer.unexpected(at, "a term")),
                word => Some((at, self.word(at, word)?)),
            };
            if let Some(term) = done
                && let Some(whole) = self.deliver(term)?
            {
                return Ok(whole);
            }
        }
    }

    fn word(&mut self, at: usize, token: Token<'t>) -> Result<Typed, InputError> {
        if let Token::Word(word) = token
            && word.bytes().all(|b| b.is_ascii_digit())
        {
            let number = word.parse();
            let number =
                number.map_err(|_| self.lexer.unexpected(at, "a number of at most 63 bits"))?;
            return Ok(Typed::Int(self.terms.number(number)));
        }
        let symbol = token.symbol().unwrap_or_default();
        match (self.names.get(&*symbol), &*symbol) {
            (Some(&known), _) => Ok(known),
            (None, "true" | "false") => Ok(Typed::Bool(self.terms.truth(symbol == "true"))),
            _ => Err(self.lexer.unexpected(at, "a declared symbol")),
        }
    }

    /// Begins a term or a binding, after its `(`.
    fn begin(&mut self, at: usize) -> Result<(), InputError> {
        let (head_at, head) = self.lexer.inside(at)?;
        if let Some(Frame { kind: Kind::Bindings(bound, name), .. }) = self.open.last_mut()
            && name.is_none()
        {
            return match head.symbol() {
                Some(symbol) if bound.contains_key(&symbol) => {
                    Err(self.lexer.fault(at, format!("'{symbol}' is bound twice")))
                }
                Some(symbol) => {
                    *name = Some(symbol);
                    Ok(())
                }
                None => Err(self.lexer.unexpected(at, "(name term)")),
            };
        }
        if head == Token::Close {
            return Err(self.lexer.unexpected(at, "a term"));
        }
        // Between bars, a reserved word is a symbol like any other.
        let is_word = matches!(head, Token::Word(_));
        let Some(head) = head.symbol() else {
            return Err(self.lexer.unexpected(at, "an operator of integers or truth values"));
        };
        let kind = match &*head {
            "let" if is_word => {
                if self.lexer.inside(at)?.1 != Token::Open {
                    return Err(self.lexer.unexpected(at, LET));
                }
                Kind::Bindings(HashMap::new(), None)
            }
            "!" if is_word => Kind::Annotated,
            name => match Operator::named(name) {
                Some(operator) => Kind::Apply(operator, self.arguments.len()),
                None => {
                    let name = parallax_model::instance::shorten(name);
                    return Err(self.lexer.fault(head_at, format!("'{name}' is not supported")));
                }
            },
        };
        self.open.push(Frame { start: at, kind });
        Ok(())
    }

    /// Handles a `)`; returns the term that it completes, if any.
    fn end(&mut self, at: usize) -> Result<Option<Placed>, InputError> {
        let Some(Frame { start, kind }) = self.open.pop() else {
            return Err(self.lexer.fault(at, "')' without '('"));
        };
        match kind {
            Kind::Apply(operator, first) => {
                let term = operator.apply(self, start, first)?;
                self.arguments.truncate(first);
                Ok(Some((start, term)))
            }
            Kind::Bindings(bound, None) => {
                let shadow = |(name, term): (Cow<'t, str>, Typed)| {
                    let before = self.names.insert(name.clone(), term);
                    (name, before)
                };
                let shadowed = bound.into_iter().map(shadow).collect();
                self.open.push(Frame { start, kind: Kind::Body(shadowed) });
                Ok(None)
            }
            Kind::Bindings(..) | Kind::Body(_) => Err(self.lexer.unexpected(start, LET)),
            Kind::Annotated => Err(self.lexer.unexpected(start, "another number of arguments")),
        }
    }

    /// Passes a term to the innermost open term. Returns it when none is open.
    fn deliver(&mut self, mut term: Placed) -> Result<Option<Placed>, InputError> {
        loop {
            let Some(Frame { start, kind }) = self.open.last_mut() else { return Ok(Some(term)) };
            let start = *start;
            match kind {
                Kind::Apply(..) => {
                    self.arguments.push(term);
                    return Ok(None);
                }
                Kind::Annotated => self.attributes(start, term.1)?,
                Kind::Bindings(bound, name) => {
                    let Some(name) = name.take() else {
                        return Err(self.lexer.unexpected(term.0, "(name term)"));
                    };
                    bound.insert(name, term.1);
                    let (at, token) = self.lexer.inside(start)?;
                    return match token {
                        Token::Close => Ok(None),
                        _ => Err(self.lexer.unexpected(at, "(name term)")),
                    };
                }
                Kind::Body(shadowed) => {
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
                    if self.lexer.inside(start)?.1 != Token::Close {
                        return Err(self.lexer.unexpected(start, LET));
                    }
                }
            }
            self.open.pop();
            term.0 = start;
        }
    }

    /// Reads the attributes of a term up to the end of its annotation, which starts at `start`; a
    /// name is a symbol from there on.
    fn attributes(&mut self, start: usize, term: Typed) -> Result<(), InputError> {
        loop {
            let (at, token) = self.lexer.inside(start)?;
            match token {
                Token::Close => return Ok(()),
                Token::Open => self.lexer.skip(at)?,
                Token::Word(":named") => {
                    let (at, token) = self.lexer.inside(start)?;
                    let name = self.fresh(at, token)?;
                    self.names.insert(name.clone(), term);
                    self.labels.push((start, name));
                }
                _ => {}
            }
        }
    }

    /// Returns the symbol that a token is, if it is not declared yet. Words that the standard reserves
    /// are read as well where nothing else can be meant.
    pub(super) fn fresh(&self, at: usize, token: Token<'t>) -> Result<Cow<'t, str>, InputError> {
        let is_word = matches!(token, Token::Word(_));
        let starts_as_other = |own: &str| own.starts_with(|c: char| c.is_ascii_digit() || c == ':');
        let is_other =
            |own: &str| matches!(own, "true" | "false") || is_word && starts_as_other(own);
        match token.symbol() {
            Some(symbol) if self.names.contains_key(&symbol) => {
                Err(self.lexer.fault(at, format!("'{symbol}' is declared twice")))
            }
            Some(symbol) if !is_other(&symbol) => Ok(symbol),
            _ => Err(self.lexer.unexpected(at, "a symbol")),
        }
    }

    /// The arguments from index `first` on, as integers.
    pub(super) fn ints(&self, first: usize) -> Result<Vec<Int>, InputError> {
        let int = |&(at, term): &Placed| match term {
            Typed::Int(term) => Ok(term),
            Typed::Bool(_) => Err(self.lexer.unexpected(at, "an integer")),
        };
        self.arguments[first..].iter().map(int).collect()
    }

    /// The arguments from index `first` on, as truth values.
    pub(super) fn bools(&self, first: usize) -> Result<Vec<Bool>, InputError> {
        let bool = |&(at, term): &Placed| match term {
            Typed::Bool(term) => Ok(term),
            Typed::Int(_) => Err(self.lexer.unexpected(at, "a truth value")),
        };
        self.arguments[first..].iter().map(bool).collect()
    }

    /// The arguments from index `first` on.
    pub(super) fn arguments(&self, first: usize) -> &[Placed] {
        &self.arguments[first..]
    }
}
