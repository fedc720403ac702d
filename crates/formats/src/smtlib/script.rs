//! Reads the commands of a script.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::flatten::{Bool, Terms};
use parallax_model::instance::{InputError, Lines};

use super::lexer::{Lexer, Token};
use super::term::{Reader, Typed};

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
    pub terms: Arc<Terms>,
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
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<(Script, Model, String), InputError> {
        let source = lines.source().to_owned();
        let text = lines.rest(MAX_BYTES)?;
        let check = || lines.check();
        let reader = Reader::new(Lexer::new(&source, &text), &check);
        let script = Script::default();
        let (places, counted) = (Vec::new(), (0, 1));
        let mut commands = Commands { reader, script, places, counted, assumes: false };
        commands.all(&text)?;
        let Commands { reader, mut script, places, .. } = commands;
        script.terms = Arc::new(reader.terms);
        let model = script.model(&reader.lexer, &places, &reader.divisors, &check)?;
        Ok((script, model, text))
    }
}

impl<'t> Commands<'t> {
    fn all(&mut self, text: &str) -> Result<(), InputError> {
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
    fn command(&mut self, at: usize) -> Result<bool, InputError> {
        // A command is a reserved word, which is no symbol between bars.
        let (_, Token::Word(name)) = self.reader.lexer.inside(at)? else {
            return Err(self.reader.lexer.unexpected(at, "a command"));
        };
        match name {
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
    fn declare(&mut self, at: usize, fun: bool) -> Result<(), InputError> {
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
    fn define(&mut self, at: usize, fun: bool) -> Result<(), InputError> {
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
    pub(super) fn close(&mut self, at: usize) -> Result<(), InputError> {
        match self.reader.lexer.inside(at)?.1 {
            Token::Close => Ok(()),
            _ => Err(self.wrong(at)),
        }
    }

    /// Returns an error if the command ends here.
    pub(super) fn more(&mut self, at: usize) -> Result<(), InputError> {
        let mut ahead = self.reader.lexer.clone();
        match ahead.inside(at)?.1 {
            Token::Close => Err(self.wrong(at)),
            _ => Ok(()),
        }
    }

    /// Reads a symbol that is not declared yet, with its offset.
    fn symbol(&mut self, at: usize) -> Result<(usize, Cow<'t, str>), InputError> {
        self.more(at)?;
        let (place, token) = self.reader.lexer.inside(at)?;
        Ok((place, self.reader.fresh(place, token)?))
    }

    fn no_arguments(&mut self, at: usize) -> Result<(), InputError> {
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

    fn is_bool(&mut self, at: usize) -> Result<bool, InputError> {
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
