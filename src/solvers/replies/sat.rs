//! What SAT solvers print: the competition's format, and MiniSat's file.

use crate::process::{Ran, crash, short, signal};

/// What a SAT solver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatReply {
    /// Satisfiable, with true literals as DIMACS numbers. It may leave out
    /// variables that do not matter.
    Satisfiable(Vec<i32>),
    /// Unsatisfiable.
    Unsatisfiable,
}

/// Reads an answer: `file` is what the solver wrote to the file that it was
/// given, where it was given one; else its standard output counts.
///
/// Anything odd is no answer: no `s` line or two that differ, an exit code
/// that says otherwise (10 is satisfiable, 20 unsatisfiable, 0 tells
/// nothing), values that end early or contradict each other.
///
/// # Errors
/// Why there is no answer.
pub fn read(ran: &Ran, file: Option<&str>) -> Result<SatReply, String> {
    if signal(ran.status).is_some() {
        return Err(crash(ran.status, &ran.err));
    }
    let code = ran.status.code().unwrap_or(-1);
    let told = match file {
        Some(text) => from_file(text),
        None => from_output(&String::from_utf8_lossy(&ran.out)),
    };
    let told = match told {
        // How the program ended tells more than what it did not print.
        Err(_) if ![0, 10, 20].contains(&code) => return Err(crash(ran.status, &ran.err)),
        told => told?,
    };
    match (&told, code) {
        // Clasp ends with 30 when it has seen all models.
        (Told::Sat(_), 0 | 10 | 30) | (Told::Unsat, 0 | 20) | (Told::Unknown, _) => {}
        (Told::Sat(_), 20) => return Err("says satisfiable, but ends with 20".into()),
        (Told::Unsat, 10) => return Err("says unsatisfiable, but ends with 10".into()),
        _ => return Err(crash(ran.status, &ran.err)),
    }
    match told {
        Told::Unknown => Err("the solver gave up".into()),
        Told::Unsat => Ok(SatReply::Unsatisfiable),
        Told::Sat(values) => Ok(SatReply::Satisfiable(literals(values)?)),
    }
}

/// An answer as it stands in the text, with the text of its values.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    Sat(Vec<String>),
    Unsat,
    Unknown,
}

impl Told {
    fn named(status: &str) -> Option<Told> {
        match status {
            "SATISFIABLE" | "SAT" => Some(Told::Sat(Vec::new())),
            "UNSATISFIABLE" | "UNSAT" => Some(Told::Unsat),
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Told::Unknown),
            _ => None,
        }
    }
}

/// Reads `s` and `v` lines; other lines are talk.
fn from_output(text: &str) -> Result<Told, String> {
    let mut status: Option<Told> = None;
    let mut values = Vec::new();
    for line in text.lines().map(str::trim) {
        match line.split_once(char::is_whitespace) {
            Some(("s", said)) => {
                let said = said.trim();
                let named = Told::named(said)
                    .ok_or_else(|| format!("unknown status 's {}'", short(said)))?;
                match &status {
                    Some(before) if *before != named => {
                        return Err("two different 's' lines".into());
                    }
                    _ => status = Some(named),
                }
            }
            Some(("v" | "V", more)) => values.extend(more.split_whitespace().map(str::to_owned)),
            _ => {}
        }
    }
    match status {
        Some(Told::Sat(_)) => Ok(Told::Sat(values)),
        Some(other) => Ok(other),
        None => Err(match text.trim().lines().next_back() {
            None => "it printed nothing".into(),
            Some(last) => format!("no 's' line in its output, which ends with '{}'", short(last)),
        }),
    }
}

/// Reads MiniSat's file: a word, and after `SAT` the literals. A file in the
/// competition's format is read, too.
fn from_file(text: &str) -> Result<Told, String> {
    if text.lines().any(|line| line.starts_with("s ")) {
        return from_output(text);
    }
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else {
        return Err("it wrote nothing to its file".into());
    };
    match Told::named(first) {
        Some(Told::Sat(_)) => Ok(Told::Sat(words.map(str::to_owned).collect())),
        Some(other) => Ok(other),
        None => Err(format!("unknown status '{}' in its file", short(first))),
    }
}

/// True literals up to the final 0.
fn literals(words: Vec<String>) -> Result<Vec<i32>, String> {
    let mut literals = Vec::with_capacity(words.len());
    for (place, word) in words.iter().enumerate() {
        match word.parse::<i32>() {
            Ok(0) if place + 1 < words.len() => return Err("values after the final 0".into()),
            Ok(0) => return Ok(literals),
            Ok(i32::MIN) | Err(_) => return Err(format!("'{}' is no literal", short(word))),
            Ok(literal) => literals.push(literal),
        }
    }
    Err("its values do not end with 0".into())
}
