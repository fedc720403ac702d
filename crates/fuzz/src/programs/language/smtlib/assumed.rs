//! Named assertions, and the answer to `(get-unsat-core)`.
//!
//! Assertions `c0`, `c1` and so on are the constraints; those that give a variable its values have
//! no name, and are in no core. A program that knows no cores answers `unsupported`, or an error,
//! in the place of one.

use super::value;
use crate::programs::case::Case;
use crate::programs::cores::{self, CoreError};
use crate::programs::reply::{Answer, Reply, Status};

/// The first letter of the names.
const NAME: &str = "c";

/// Returns the name of the constraint at a place.
pub(super) fn name(place: usize) -> String {
    format!("{NAME}{place}")
}

/// Reads an output: the status, the core or an error, values or an error.
pub(super) fn read(case: &Case, output: &str) -> Reply {
    let mut rest = output;
    let status = loop {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let line = line.trim();
        match line {
            "sat" => break Status::Satisfiable,
            "unsat" => break Status::Unsatisfiable,
            "unknown" => break Status::Unknown,
            // The option is refused.
            "unsupported" => return Reply::Refused("cores are unsupported".into()),
            _ if line.starts_with("(error") => return Reply::Refused(line.into()),
            "" | "success" if !after.is_empty() => {}
            other => return Reply::Unreadable(format!("the line '{other}'")),
        }
        rest = after;
    };
    let rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    let mut answer = Answer { status, ..Answer::default() };
    match status {
        // The error in the place of a core may have ended the program.
        Status::Satisfiable => {
            let values = case.variables.iter().map(|variable| value(rest, &variable.name));
            answer.solutions.extend(values.collect::<Option<Vec<i64>>>());
        }
        Status::Unsatisfiable => match core(case, rest) {
            Ok(core) => answer.core = core,
            Err(why) => return Reply::Unreadable(why.to_string()),
        },
        _ => {}
    }
    Reply::Answer(answer)
}

/// Reads `(c0 c2)`; `None` for an error or nothing in its place.
fn core(case: &Case, text: &str) -> Result<Option<Vec<usize>>, CoreError> {
    let text = text.trim_start();
    if text.is_empty() || text.starts_with("unsupported") || text.starts_with("(error") {
        return Ok(None);
    }
    let list = text.strip_prefix('(').and_then(|text| text.split_once(')'));
    let (names, _) = list.ok_or(CoreError::NoNames)?;
    let plain = |name: &'_ str| !name.contains('(');
    if !plain(names) {
        return Err(CoreError::NoNames);
    }
    let names = names.split_whitespace().map(unquoted);
    cores::named(case, NAME, names).map(Some)
}

/// Returns a symbol without the bars around it.
fn unquoted(name: &str) -> &str {
    name.strip_prefix('|').and_then(|name| name.strip_suffix('|')).unwrap_or(name)
}
