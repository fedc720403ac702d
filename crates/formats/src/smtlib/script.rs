//! Reads the commands of a script.

use std::borrow::Cow;
use std::collections::BTreeMap;

use parallax_model::flatten::{Bool, Bounds, Flattener, Int, Node, Terms, bounds, weakest_bounds};
use parallax_model::instance::{InputError, Lines};
use parallax_model::{Domain, MAX_VALUE, Model};

use super::divisors;
use super::lexer::{Lexer, Token};
use super::term::{Read, Reader, Typed};

/// Maximum size of a script, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The declarations and assertions of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The names of the variables, and whether each is a truth value.
    pub variables: Vec<(String, bool)>,
    /// The assertions, each with its line.
    pub assertions: Vec<(usize, Bool)>,
    /// The terms that the assertions refer to.
    pub terms: Terms,
    /// By the place of an assertion, how a core names it.
    pub names: BTreeMap<usize, Name>,
    /// The answers that the script asks for, in order.
    pub responses: Vec<Response>,
    /// Whether an assertion follows a question, which then is not about all of them.
    pub asserts_after_question: bool,
}

/// The name of an assertion in a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The symbol of `:named`.
    Assertion(String),
    /// The literal of `check-sat-assuming`, as it is written.
    Assumption(String),
}

/// A command that prints an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// `check-sat` or `check-sat-assuming`.
    Status,
    /// `get-model`.
    Model,
    /// `get-value`, with the names of its terms; `None` if some are no symbols.
    Values(Option<Vec<(String, Typed)>>),
    /// `get-unsat-core`.
    Core,
    /// `get-unsat-assumptions`.
    Assumptions,
    /// `echo`, with its string as it is written.
    Echo(String),
}

/// Whether a text looks like SMT-LIB: comments, then a command.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    for distance in 0..64 {
        let Some(line) = lines.peek(distance)? else { break };
        let text = line.text.trim_start();
        if !text.is_empty() && !text.starts_with(';') {
            let commands = ["set-", "declare-", "define-", "assert", "check-sat", "push", "echo"];
            let rest = text.strip_prefix('(').map(str::trim_start);
            return Ok(rest.is_some_and(|rest| commands.iter().any(|c| rest.starts_with(c))));
        }
    }
    Ok(false)
}

/// The state of reading a script.
pub(super) struct Commands<'t> {
    pub(super) reader: Reader<'t>,
    pub(super) script: Script,
    /// The offsets of the declarations of the variables.
    places: Vec<usize>,
    /// An offset, and the line that contains it.
    pub(super) counted: (usize, usize),
    /// Whether `check-sat-assuming` was read.
    pub(super) assumes: bool,
}

impl Script {
    /// Reads a script; returns it with its model and its text.
    ///
    /// # Errors
    /// Returns an error for the first unsupported command or term, and for an integer without
    /// bounds or with values beyond those of models.
    pub(super) fn read(lines: &mut Lines<'_>) -> Read<(Script, Model, String)> {
        let source = lines.source().to_owned();
        let text = lines.rest(MAX_BYTES)?;
        let check = || lines.check();
        let reader = Reader::new(Lexer::new(&source, &text), &check);
        let script = Script::default();
        let (places, counted) = (Vec::new(), (0, 1));
        let mut commands = Commands { reader, script, places, counted, assumes: false };
        commands.all(&text)?;
        let Commands { reader, mut script, places, .. } = commands;
        script.terms = reader.terms;
        let model = script.model(&reader.lexer, &places, &reader.divisors, &check)?;
        Ok((script, model, text))
    }

    /// The model: the declared variables with their bounds, then the variables
    /// and constraints of flattening.
    fn model(
        &self,
        lexer: &Lexer<'_>,
        places: &[usize],
        divisors: &[(usize, Int)],
        check: &dyn Fn() -> Read<()>,
    ) -> Read<Model> {
        let bounds = bounds(&self.terms, &self.asserted(), self.variables.len());
        let model = self.bounded(&bounds, &|| check().is_err()).or_else(|fault| {
            check()?;
            Err(match fault {
                ScriptError::Symbol(symbol, message) => lexer.fault(places[symbol], message),
                ScriptError::Assertion(line, message) => lexer.fault(0, message).at(line, 1),
            })
        })?;
        divisors::refuse_zero(lexer, &self.terms, &model, divisors)?;
        Ok(model)
    }

    /// Returns the model in which each integer has the widest range that a single assertion allows,
    /// so that only the constraints of the other assertions exclude values in it. `None` if these
    /// ranges are too wide.
    pub(super) fn explainable(&self, stop: &dyn Fn() -> bool) -> Option<Model> {
        // In a wider range a divisor might be 0.
        if self.terms.nodes().iter().any(|node| matches!(node, Node::Div(..) | Node::Mod(..))) {
            return None;
        }
        let number = self.variables.len();
        let mut wide = weakest_bounds(&self.terms, &self.asserted(), number);
        let exact = bounds(&self.terms, &self.asserted(), number);
        for (wide, exact) in wide.iter_mut().zip(exact) {
            let fits = |bound: &i128| bound.unsigned_abs() <= MAX_VALUE as u128;
            wide.low = wide.low.filter(fits).or(exact.low);
            wide.high = wide.high.filter(fits).or(exact.high);
            // If the bounds exclude each other, the constraints of their assertions make the model
            // unsatisfiable.
            if wide.low > wide.high {
                std::mem::swap(&mut wide.low, &mut wide.high);
            }
        }
        self.bounded(&wide, stop).ok()
    }

    fn asserted(&self) -> Vec<Bool> {
        self.assertions.iter().map(|&(_, term)| term).collect()
    }

    /// Builds the model with these bounds of the variables.
    fn bounded(&self, bounds: &[Bounds], stop: &dyn Fn() -> bool) -> Result<Model, ScriptError> {
        let label = |place: usize| format!("assertion of line {}", self.assertions[place].0);
        let all: Vec<(usize, String)> =
            (0..self.assertions.len()).map(|place| (place, label(place))).collect();
        self.labelled(bounds, &all, stop)
    }

    /// Builds the model with these bounds of the variables, of assertions by their places, each
    /// with the label of its constraints.
    pub(super) fn labelled(
        &self,
        bounds: &[Bounds],
        assertions: &[(usize, String)],
        stop: &dyn Fn() -> bool,
    ) -> Result<Model, ScriptError> {
        let mut model = Model::new("smt2");
        for (place, ((name, is_bool), bounds)) in self.variables.iter().zip(bounds).enumerate() {
            let domain = if *is_bool { Ok(Domain::boolean()) } else { domain(name, *bounds) };
            let added = domain.and_then(|domain| {
                model.add_shown(name.clone(), domain).map_err(|error| error.to_string())
            });
            added.map_err(|message| ScriptError::Symbol(place, message))?;
        }
        let mut flattener = Flattener::new(&mut model, &self.terms).until(stop);
        for (place, label) in assertions {
            let (line, term) = self.assertions[*place];
            // What may be left out hides nothing of the others.
            let asserted = if label.starts_with(super::core::LABEL) {
                flattener.assert_apart(label, term)
            } else {
                flattener.assert(label, term)
            };
            asserted.map_err(|message| ScriptError::Assertion(line, message))?;
        }
        Ok(model)
    }
}

/// An error in the model of a script.
pub(super) enum ScriptError {
    /// In the declaration with this number.
    Symbol(usize, String),
    /// In the assertion on this line.
    Assertion(usize, String),
}

/// Returns the domain of an integer: every value that its bounds allow.
fn domain(name: &str, bounds: Bounds) -> Result<Domain, String> {
    let (Some(low), Some(high)) = (bounds.low, bounds.high) else {
        let end = match (bounds.low, bounds.high) {
            (Some(_), None) => "upper bound",
            (None, Some(_)) => "lower bound",
            _ => "bounds",
        };
        return Err(format!(
            "integer '{name}' has no {end}; expected assertions such as (>= {name} 0) and \
             (<= {name} 9)"
        ));
    };
    if low > high {
        return Ok(Domain::of([]));
    }
    let most = i128::from(MAX_VALUE);
    if low < -most || high > most {
        return Err(format!(
            "integer '{name}' may be from {low} to {high}; values beyond {MAX_VALUE} are not \
             supported"
        ));
    }
    // Both ends are within MAX_VALUE here.
    Ok(Domain::range(low as i32, high as i32))
}

impl<'t> Commands<'t> {
    fn all(&mut self, text: &str) -> Read<()> {
        let (mut any, mut over) = (false, false);
        while let Some((at, token)) = self.reader.lexer.piece()? {
            self.reader.poll()?;
            let lexer = &mut self.reader.lexer;
            match token {
                // After (exit), only the brackets must match.
                Token::Open if over => lexer.skip(at)?,
                Token::Open => {
                    let before = self.counted;
                    let breaks = text[before.0..at].bytes().filter(|&byte| byte == b'\n').count();
                    self.counted = (at, before.1 + breaks);
                    over = !self.command(at)?;
                }
                Token::Close => return Err(lexer.fault(at, "')' without '('")),
                _ if over => {}
                _ => return Err(lexer.unexpected(at, "a command")),
            }
            any = true;
        }
        if any { Ok(()) } else { Err(self.reader.lexer.empty()) }
    }

    /// Reads one command, after its bracket. Returns false for `(exit)`.
    fn command(&mut self, at: usize) -> Read<bool> {
        let (_, head) = self.reader.lexer.inside(at)?;
        let Some(name) = head.symbol() else {
            return Err(self.reader.lexer.unexpected(at, "a command"));
        };
        match &*name {
            "set-info" | "set-option" | "set-logic" | "get-info" => self.reader.lexer.skip(at)?,
            "get-value" => self.values(at)?,
            "echo" => self.echo(at)?,
            "exit" => {
                self.close(at)?;
                return Ok(false);
            }
            "check-sat" => self.check(at)?,
            "check-sat-assuming" => self.check_assuming(at)?,
            "get-model" => self.answers(at, Response::Model)?,
            "get-unsat-core" => self.answers(at, Response::Core)?,
            "get-unsat-assumptions" => self.answers(at, Response::Assumptions)?,
            "assert" => self.assert(at)?,
            "declare-const" | "declare-fun" => self.declare(at, name == "declare-fun")?,
            "define-const" | "define-fun" => self.define(at, name == "define-fun")?,
            other => {
                let other = parallax_model::instance::shorten(other);
                let message = format!("command '{other}' is not supported");
                return Err(self.reader.lexer.fault(at, message));
            }
        }
        Ok(true)
    }

    /// Reads the declaration of a variable; `fun` if a list of arguments follows its name.
    fn declare(&mut self, at: usize, fun: bool) -> Read<()> {
        let (place, symbol) = self.symbol(at)?;
        if fun {
            self.no_arguments(at)?;
        }
        let is_bool = self.is_bool(at)?;
        let number = self.script.variables.len();
        let terms = &mut self.reader.terms;
        let term = if is_bool {
            Typed::Bool(terms.flag(number))
        } else {
            Typed::Int(terms.variable(number))
        };
        self.script.variables.push((symbol.clone().into_owned(), is_bool));
        self.places.push(place);
        self.reader.names.insert(symbol, term);
        self.close(at)
    }

    /// Reads the definition of a term; `fun` if a list of arguments follows its name.
    fn define(&mut self, at: usize, fun: bool) -> Read<()> {
        let (_, symbol) = self.symbol(at)?;
        if fun {
            self.no_arguments(at)?;
        }
        let is_bool = self.is_bool(at)?;
        self.more(at)?;
        let (place, term) = self.reader.term(at)?;
        if matches!(term, Typed::Bool(_)) != is_bool {
            let message = format!("'{}' is not of this sort", self.reader.lexer.excerpt(place));
            return Err(self.reader.lexer.fault(place, message));
        }
        self.reader.names.insert(symbol, term);
        self.close(at)
    }

    fn wrong(&self, at: usize) -> InputError {
        self.reader.lexer.unexpected(at, "other arguments")
    }

    /// Reads the end of the command that starts at `at`.
    pub(super) fn close(&mut self, at: usize) -> Read<()> {
        match self.reader.lexer.inside(at)?.1 {
            Token::Close => Ok(()),
            _ => Err(self.wrong(at)),
        }
    }

    /// Returns an error if the command ends here.
    pub(super) fn more(&mut self, at: usize) -> Read<()> {
        let mut ahead = self.reader.lexer.clone();
        match ahead.inside(at)?.1 {
            Token::Close => Err(self.wrong(at)),
            _ => Ok(()),
        }
    }

    /// Reads a symbol that is not declared yet, with its offset.
    fn symbol(&mut self, at: usize) -> Read<(usize, Cow<'t, str>)> {
        self.more(at)?;
        let (place, token) = self.reader.lexer.inside(at)?;
        let is_number =
            matches!(token, Token::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()));
        match token.symbol() {
            Some(symbol) if self.reader.names.contains_key(&symbol) => {
                let message = format!("'{symbol}' is declared twice");
                Err(self.reader.lexer.fault(place, message))
            }
            Some(symbol)
                if !symbol.is_empty() && !is_number && !matches!(&*symbol, "true" | "false") =>
            {
                Ok((place, symbol))
            }
            _ => Err(self.reader.lexer.fault(place, "expected a symbol")),
        }
    }

    fn no_arguments(&mut self, at: usize) -> Read<()> {
        self.more(at)?;
        let (place, first) = self.reader.lexer.inside(at)?;
        match (first, self.reader.lexer.inside(at)?.1) {
            (Token::Open, Token::Close) => Ok(()),
            _ => {
                let message = "functions with arguments are not supported";
                Err(self.reader.lexer.fault(place, message))
            }
        }
    }

    fn is_bool(&mut self, at: usize) -> Read<bool> {
        self.more(at)?;
        let (place, token) = self.reader.lexer.inside(at)?;
        match token.symbol().as_deref() {
            Some("Bool") => Ok(true),
            Some("Int") => Ok(false),
            _ => {
                let lexer = &self.reader.lexer;
                let sort = lexer.excerpt(place);
                let message = format!("sort '{sort}' is not supported; expected Int or Bool");
                Err(lexer.fault(place, message))
            }
        }
    }
}
