//! Reads the commands of a script.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use parallax_instance::{InputError, LineReader};
use parallax_model::Model;
use parallax_model::flatten::{BoolExpression, ExpressionDag};

use super::lexer::{SmtlibLexer, SmtlibToken};
use super::term::{SortedTerm, TermReader};

/// Maximum size of a script, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The declarations and assertions of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmtlibScript {
    /// The names of the variables, and whether each is a truth value.
    pub variables: Vec<(String, bool)>,
    /// The assertions, each with its line.
    pub assertions: Vec<(usize, BoolExpression)>,
    /// The terms that the assertions refer to.
    pub terms: Arc<ExpressionDag>,
    /// By the index of an assertion, how a core names it.
    pub names: BTreeMap<usize, AssertionName>,
    /// The answers that the script asks for, in order.
    pub responses: Vec<ResponseCommand>,
    /// Whether an assertion follows a question, which then is not about all of them.
    pub asserts_after_question: bool,
}

/// The name of an assertion in a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssertionName {
    /// The symbol of `:named`.
    Assertion(String),
    /// The literal of `check-sat-assuming`, as written.
    Assumption(String),
}

/// A command that prints an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResponseCommand {
    /// `check-sat` or `check-sat-assuming`.
    Status,
    /// `get-model`.
    Model,
    /// `get-value`, with the names of its terms; `None` unless all terms are symbols.
    Values(Option<Vec<(String, SortedTerm)>>),
    /// `get-unsat-core`.
    Core,
    /// `get-unsat-assumptions`.
    Assumptions,
    /// `echo`, with its string as written.
    Echo(String),
}

/// Whether a text looks like SMT-LIB: comments, then a command.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts_smtlib(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    for distance in 0..64 {
        let Some(line) = lines.peek_line(distance)? else { break };
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
pub(super) struct ScriptReader<'t> {
    pub(super) reader: TermReader<'t>,
    pub(super) script: SmtlibScript,
    /// The offsets of the declarations of the variables.
    places: Vec<usize>,
    /// An offset, and the number of the line that contains it.
    pub(super) counted: (usize, usize),
    /// Whether `check-sat-assuming` was read.
    pub(super) assumes: bool,
}

impl SmtlibScript {
    /// Reads a script; returns it with its model and its text.
    ///
    /// # Errors
    /// Returns an error for the first unsupported command or term, and for an integer without
    /// bounds or with values beyond the range of models.
    pub(super) fn read_script(
        lines: &mut LineReader<'_>,
    ) -> Result<(SmtlibScript, Model, String), InputError> {
        let source = lines.source_name().to_owned();
        let text = lines.read_rest(MAX_BYTES)?;
        let check = || lines.check_stop();
        let reader = TermReader::new(SmtlibLexer::new(&source, &text), &check);
        let script = SmtlibScript::default();
        let (places, counted) = (Vec::new(), (0, 1));
        let mut commands = ScriptReader { reader, script, places, counted, assumes: false };
        commands.read_commands(&text)?;
        // The bounds are known only after the last assertion, so the model is built at the end.
        let ScriptReader { reader, mut script, places, .. } = commands;
        script.terms = Arc::new(reader.terms);
        let model = script.build_model(&reader.lexer, &places, &reader.divisors, &check)?;
        Ok((script, model, text))
    }
}

impl<'t> ScriptReader<'t> {
    fn read_commands(&mut self, text: &str) -> Result<(), InputError> {
        let (mut any, mut over) = (false, false);
        while let Some((at, token)) = self.reader.lexer.next_token()? {
            self.reader.poll_clock()?;
            let lexer = &mut self.reader.lexer;
            match token {
                // After (exit), only the brackets must match.
                SmtlibToken::Open if over => lexer.skip_bracket(at)?,
                SmtlibToken::Open => {
                    // Line breaks are counted from the previous command on, so counting is linear
                    // in the text.
                    let before = self.counted;
                    let breaks = text[before.0..at].bytes().filter(|&byte| byte == b'\n').count();
                    self.counted = (at, before.1 + breaks);
                    over = !self.read_command(at)?;
                }
                SmtlibToken::Close => return Err(lexer.error_at(at, "')' without '('")),
                _ if over => {}
                _ => return Err(lexer.unexpected_term(at, "a command")),
            }
            any = true;
        }
        if any { Ok(()) } else { Err(self.reader.lexer.empty_error()) }
    }

    /// Reads one command, after its bracket. Returns false for `(exit)`.
    fn read_command(&mut self, at: usize) -> Result<bool, InputError> {
        // A command is a reserved word, so it is never a symbol between bars.
        let (_, SmtlibToken::Word(name)) = self.reader.lexer.next_inside(at)? else {
            return Err(self.reader.lexer.unexpected_term(at, "a command"));
        };
        match name {
            "set-info" | "set-option" | "set-logic" | "get-info" => {
                self.reader.lexer.skip_bracket(at)?;
            }
            "get-value" => self.read_values(at)?,
            "echo" => self.read_echo(at)?,
            "exit" => {
                self.close_command(at)?;
                return Ok(false);
            }
            "check-sat" => self.read_check(at)?,
            "check-sat-assuming" => self.check_assuming(at)?,
            "get-model" => self.end_response(at, ResponseCommand::Model)?,
            "get-unsat-core" => self.end_response(at, ResponseCommand::Core)?,
            "get-unsat-assumptions" => self.end_response(at, ResponseCommand::Assumptions)?,
            "assert" => self.read_assertion(at)?,
            "declare-const" | "declare-fun" => self.declare_variable(at, name == "declare-fun")?,
            "define-const" | "define-fun" => self.define_term(at, name == "define-fun")?,
            other => {
                let other = parallax_instance::shorten_text(other);
                let message = format!("command '{other}' is not supported");
                return Err(self.reader.lexer.error_at(at, message));
            }
        }
        Ok(true)
    }

    /// Reads the declaration of a variable; `fun` if a list of arguments follows its name.
    fn declare_variable(&mut self, at: usize, fun: bool) -> Result<(), InputError> {
        let (place, symbol) = self.read_symbol(at)?;
        if fun {
            self.no_arguments(at)?;
        }
        let is_bool = self.is_bool(at)?;
        let number = self.script.variables.len();
        // A name denotes one node of the terms, however often it is used.
        let terms = &mut self.reader.terms;
        let term = if is_bool {
            SortedTerm::Bool(terms.add_flag(number))
        } else {
            SortedTerm::Int(terms.add_variable(number))
        };
        self.script.variables.push((symbol.clone().into_owned(), is_bool));
        self.places.push(place);
        self.reader.names.insert(symbol, term);
        self.close_command(at)
    }

    /// Reads the definition of a term; `fun` if a list of arguments follows its name.
    fn define_term(&mut self, at: usize, fun: bool) -> Result<(), InputError> {
        let (_, symbol) = self.read_symbol(at)?;
        if fun {
            self.no_arguments(at)?;
        }
        let is_bool = self.is_bool(at)?;
        self.expect_more(at)?;
        let (place, term) = self.reader.read_term(at)?;
        if matches!(term, SortedTerm::Bool(_)) != is_bool {
            let message =
                format!("'{}' is not of this sort", self.reader.lexer.term_excerpt(place));
            return Err(self.reader.lexer.error_at(place, message));
        }
        self.reader.names.insert(symbol, term);
        self.close_command(at)
    }

    fn command_error(&self, at: usize) -> InputError {
        self.reader.lexer.unexpected_term(at, "other arguments")
    }

    /// Reads the end of the command that starts at `at`.
    pub(super) fn close_command(&mut self, at: usize) -> Result<(), InputError> {
        match self.reader.lexer.next_inside(at)?.1 {
            SmtlibToken::Close => Ok(()),
            _ => Err(self.command_error(at)),
        }
    }

    /// Returns an error if the command ends here.
    pub(super) fn expect_more(&mut self, at: usize) -> Result<(), InputError> {
        let mut ahead = self.reader.lexer.clone();
        match ahead.next_inside(at)?.1 {
            SmtlibToken::Close => Err(self.command_error(at)),
            _ => Ok(()),
        }
    }

    /// Reads a symbol that is not declared yet, with its offset.
    fn read_symbol(&mut self, at: usize) -> Result<(usize, Cow<'t, str>), InputError> {
        self.expect_more(at)?;
        let (place, token) = self.reader.lexer.next_inside(at)?;
        Ok((place, self.reader.fresh_symbol(place, token)?))
    }

    fn no_arguments(&mut self, at: usize) -> Result<(), InputError> {
        self.expect_more(at)?;
        let (place, first) = self.reader.lexer.next_inside(at)?;
        match (first, self.reader.lexer.next_inside(at)?.1) {
            (SmtlibToken::Open, SmtlibToken::Close) => Ok(()),
            _ => {
                let message = "functions with arguments are not supported";
                Err(self.reader.lexer.error_at(place, message))
            }
        }
    }

    fn is_bool(&mut self, at: usize) -> Result<bool, InputError> {
        self.expect_more(at)?;
        let (place, token) = self.reader.lexer.next_inside(at)?;
        match token.symbol_name().as_deref() {
            Some("Bool") => Ok(true),
            Some("Int") => Ok(false),
            _ => {
                let lexer = &self.reader.lexer;
                let sort = lexer.term_excerpt(place);
                let message = format!("sort '{sort}' is not supported; expected Int or Bool");
                Err(lexer.error_at(place, message))
            }
        }
    }
}
