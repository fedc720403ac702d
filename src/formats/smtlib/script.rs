//! The commands of a script.

use std::sync::Arc;

use super::sexp::{self, Sexp};
use super::term::{Reader, Typed};
use crate::instance::{InputError, Lines};
use crate::model::flatten::{Bool, Flattener, Int, bounds};
use crate::model::{Domain, Model};

/// The largest script that is read, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// What a script declares and asserts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Names of the variables, and whether they are truth values.
    pub variables: Vec<(String, bool)>,
    /// Assertions with the lines on which they stand.
    pub assertions: Vec<(usize, Arc<Bool>)>,
}

/// Whether a text looks like SMT-LIB: comments, then a command.
///
/// # Errors
/// When the text cannot be read.
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

impl Script {
    /// Reads a script and the model that it makes.
    ///
    /// # Errors
    /// The first command or term that is not supported, and an integer without
    /// bounds.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<(Script, Model, String), InputError> {
        lines.allow_lines_of(MAX_BYTES);
        let source = lines.source().to_owned();
        let text = lines.rest(MAX_BYTES)?;
        let commands = sexp::read(&source, &text)?;
        let mut script = Script::default();
        let mut reader = Reader::new(&source);
        let mut places = Vec::new();
        for command in &commands {
            if !script.take(&mut reader, command, &mut places)? {
                break;
            }
        }
        if commands.is_empty() {
            return Err(InputError::new(&source, "empty; expected commands of SMT-LIB 2"));
        }
        let model = script.model(&source, &places)?;
        Ok((script, model, text))
    }

    /// One command; false after `(exit)`. `places` are those of declarations.
    fn take<'s>(
        &mut self,
        reader: &mut Reader<'_>,
        command: &'s Sexp,
        places: &mut Vec<&'s Sexp>,
    ) -> Result<bool, InputError> {
        let fault = |message: String| Err(command.fault(reader.source, message));
        let parts = command.list().unwrap_or_default();
        let Some(name) = parts.first().and_then(Sexp::word) else {
            return fault(format!("'{}'; expected a command", command.told()));
        };
        let wrong = || fault(format!("'{}'; expected another form of it", command.told()));
        match (name, &parts[1..]) {
            ("exit", []) => return Ok(false),
            ("set-info" | "set-option" | "get-value" | "get-info" | "echo", _)
            | ("check-sat" | "get-model", [])
            | ("set-logic", [_]) => {}
            ("assert", [term]) => {
                let term = reader.bool(term)?;
                self.assertions.push((command.place.0, term));
            }
            ("declare-const", [name, sort]) => self.declare(reader, name, sort, places)?,
            ("declare-fun", [name, arguments, sort]) => {
                if arguments.list().is_none_or(|list| !list.is_empty()) {
                    let message = "functions with arguments are not supported";
                    return Err(arguments.fault(reader.source, message));
                }
                self.declare(reader, name, sort, places)?;
            }
            ("define-const", [name, sort, term]) => define(reader, name, sort, term)?,
            ("define-fun", [name, arguments, sort, term]) => {
                if arguments.list().is_none_or(|list| !list.is_empty()) {
                    let message = "functions with arguments are not supported";
                    return Err(arguments.fault(reader.source, message));
                }
                define(reader, name, sort, term)?;
            }
            ("assert" | "declare-const" | "declare-fun" | "define-const" | "define-fun", _) => {
                return wrong();
            }
            (other, _) => {
                let other = crate::instance::shorten(other);
                return fault(format!("command '{other}' is not supported"));
            }
        }
        Ok(true)
    }

    fn declare<'s>(
        &mut self,
        reader: &mut Reader<'_>,
        name: &'s Sexp,
        sort: &Sexp,
        places: &mut Vec<&'s Sexp>,
    ) -> Result<(), InputError> {
        let is_bool = is_bool(reader, sort)?;
        let symbol = fresh(reader, name)?;
        let number = self.variables.len();
        let term = match is_bool {
            true => Typed::Bool(Arc::new(Bool::Var(number))),
            false => Typed::Int(Arc::new(Int::Var(number))),
        };
        reader.names.insert(symbol.to_owned(), (term, 0));
        self.variables.push((symbol.to_owned(), is_bool));
        places.push(name);
        Ok(())
    }

    /// The model: declared variables with their bounds, then what flattening
    /// adds.
    fn model(&self, source: &str, places: &[&Sexp]) -> Result<Model, InputError> {
        let mut model = Model::new("smt2");
        let terms: Vec<&Bool> = self.assertions.iter().map(|(_, term)| &**term).collect();
        let bounds = bounds(&terms, self.variables.len());
        for (((name, is_bool), bounds), place) in self.variables.iter().zip(bounds).zip(places) {
            let domain = match (is_bool, bounds) {
                (true, _) => Domain::boolean(),
                (false, Some((low, high))) => Domain::range(low, high),
                (false, None) => {
                    let message = format!(
                        "integer '{name}' has no bounds; expected assertions such as \
                         (>= {name} 0) and (<= {name} 9)"
                    );
                    return Err(place.fault(source, message));
                }
            };
            let added = model.add_shown(name.clone(), domain);
            added.map_err(|error| place.fault(source, error.to_string()))?;
        }
        let mut flattener = Flattener::new(&mut model);
        for (line, term) in &self.assertions {
            let label = format!("assertion of line {line}");
            let flat = flattener.assert(&label, term);
            flat.map_err(|message| InputError::new(source, message).at(*line, 1))?;
        }
        Ok(model)
    }
}

fn is_bool(reader: &Reader<'_>, sort: &Sexp) -> Result<bool, InputError> {
    match sort.word() {
        Some("Bool") => Ok(true),
        Some("Int") => Ok(false),
        _ => {
            let message = format!("sort '{}' is not supported; expected Int or Bool", sort.told());
            Err(sort.fault(reader.source, message))
        }
    }
}

/// A symbol that stands for nothing yet.
fn fresh<'s>(reader: &Reader<'_>, name: &'s Sexp) -> Result<&'s str, InputError> {
    match name.word() {
        Some("") | None => Err(name.fault(reader.source, "expected a symbol")),
        Some(symbol) if reader.names.contains_key(symbol) => {
            Err(name.fault(reader.source, format!("'{symbol}' is declared twice")))
        }
        Some(symbol) => Ok(symbol),
    }
}

fn define(
    reader: &mut Reader<'_>,
    name: &Sexp,
    sort: &Sexp,
    term: &Sexp,
) -> Result<(), InputError> {
    let is_bool = is_bool(reader, sort)?;
    let (meaning, depth) = reader.measured(term)?;
    if matches!(meaning, Typed::Bool(_)) != is_bool {
        let message = format!("'{}' is not of this sort", term.told());
        return Err(term.fault(reader.source, message));
    }
    let symbol = fresh(reader, name)?.to_owned();
    reader.names.insert(symbol, (meaning, depth));
    Ok(())
}
