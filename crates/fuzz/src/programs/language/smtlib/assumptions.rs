//! Named assertions, and the answer to `(get-unsat-core)`.
//!
//! Assertions `c0`, `c1` and so on are the constraints; those that give a variable its values have
//! no name, and are in no core. A program without cores answers `unsupported`, or an error, instead
//! of one.

use super::read_value;
use crate::programs::case::FuzzCase;
use crate::programs::cores::{self, CoreAnswerError};
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// The first letter of the names.
const ASSERTION_NAME_PREFIX: &str = "c";

/// Returns the name of the constraint at an index.
pub(super) fn assertion_name(index: usize) -> String {
    format!("{ASSERTION_NAME_PREFIX}{index}")
}

/// Reads an output: the status, the core or an error, values or an error.
pub(super) fn read_assumed(case: &FuzzCase, output: &str) -> TargetReply {
    let mut rest = output;
    let status = loop {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let line = line.trim();
        match line {
            "sat" => break TargetClaim::Satisfiable,
            "unsat" => break TargetClaim::Unsatisfiable,
            "unknown" => break TargetClaim::Unknown,
            // The option is refused.
            "unsupported" => return TargetReply::Refused("cores are unsupported".into()),
            _ if line.starts_with("(error") => return TargetReply::Refused(line.into()),
            "" | "success" if !after.is_empty() => {}
            other => return TargetReply::Unreadable(format!("the line '{other}'")),
        }
        rest = after;
    };
    let rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    let mut answer = TargetAnswer { status, ..TargetAnswer::default() };
    match status {
        // The error instead of a core may have ended the program.
        TargetClaim::Satisfiable => {
            let values = case.variables.iter().map(|variable| read_value(rest, &variable.name));
            answer.solutions.extend(values.collect::<Option<Vec<i64>>>());
        }
        TargetClaim::Unsatisfiable => match read_core(case, rest) {
            Ok(core) => answer.core = core,
            Err(why) => return TargetReply::Unreadable(why.to_string()),
        },
        _ => {}
    }
    TargetReply::Answer(answer)
}

/// Reads `(c0 c2)`; `None` for an error or nothing instead.
fn read_core(case: &FuzzCase, text: &str) -> Result<Option<Vec<usize>>, CoreAnswerError> {
    let text = text.trim_start();
    if text.is_empty() || text.starts_with("unsupported") || text.starts_with("(error") {
        return Ok(None);
    }
    let list = text.strip_prefix('(').and_then(|text| text.split_once(')'));
    let (names, _) = list.ok_or(CoreAnswerError::NoNames)?;
    let plain = |name: &'_ str| !name.contains('(');
    if !plain(names) {
        return Err(CoreAnswerError::NoNames);
    }
    let names = names.split_whitespace().map(unquote_symbol);
    cores::read_core_names(case, ASSERTION_NAME_PREFIX, names).map(Some)
}

/// Returns a symbol without the bars around it.
fn unquote_symbol(name: &str) -> &str {
    name.strip_prefix('|').and_then(|name| name.strip_suffix('|')).unwrap_or(name)
}
