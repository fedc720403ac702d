//! The fault that engines show on an instance, in a form that a smaller instance can also show.

use std::fmt;

use parallax_compare::{InstanceComparison, Row, Verdict};
use serde::{Deserialize, Serialize};

/// The beginning of the reason of an engine that crashed.
const CRASH_REASON_PREFIX: &str = "crash: ";

/// A difference between engines, or a fault of one. Rows are given by their indices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineDifference {
    /// The verdict, with the rows that are known to be wrong and in which way.
    Verdict(Verdict, Vec<(usize, String)>),
    /// The engine of this row crashed in this way.
    Crash(usize, String),
    /// The engine of this row gives a reason that contains these words.
    Reason(usize, String),
}

impl EngineDifference {
    /// Returns the difference that rows show; `None` if they show none. With `reason`, a row whose
    /// reason contains these words; otherwise a disagreement, a wrong solution, or a crash.
    #[must_use]
    pub fn from_comparison(compared: &InstanceComparison, reason: Option<&str>) -> Option<Self> {
        let rows = || compared.rows.iter().enumerate();
        if let Some(words) = reason {
            let (index, _) = rows().find(|(_, row)| reason_of(row).contains(words))?;
            return Some(EngineDifference::Reason(index, words.to_owned()));
        }
        if compared.verdict.is_disagreement() {
            let wrong =
                |(index, row): (usize, &Row)| Some((index, fault_manner(row.wrong.as_deref()?)));
            return Some(EngineDifference::Verdict(
                compared.verdict,
                rows().filter_map(wrong).collect(),
            ));
        }
        let crash = |(index, row): (usize, &Row)| {
            let how = reason_of(row).strip_prefix(CRASH_REASON_PREFIX)?;
            Some(EngineDifference::Crash(index, crash_kind(how)))
        };
        rows().find_map(crash)
    }

    /// Whether other rows show this difference: an equal verdict and the same wrong rows, a crash
    /// of the same engine in the same way, or the same words.
    #[must_use]
    pub fn is_in(&self, compared: &InstanceComparison) -> bool {
        match self {
            EngineDifference::Verdict(verdict, wrong) => {
                // If no row is known to be wrong, only the verdict counts.
                let is_wrong = |(index, how): &(usize, String)| {
                    let row = compared.rows.get(*index);
                    row.and_then(|row| row.wrong.as_deref())
                        .is_some_and(|why| fault_manner(why) == *how)
                };
                compared.verdict == *verdict && wrong.iter().all(is_wrong)
            }
            EngineDifference::Crash(index, how) => compared.rows.get(*index).is_some_and(|row| {
                reason_of(row)
                    .strip_prefix(CRASH_REASON_PREFIX)
                    .is_some_and(|found| crash_kind(found) == *how)
            }),
            EngineDifference::Reason(index, words) => {
                compared.rows.get(*index).is_some_and(|row| reason_of(row).contains(words))
            }
        }
    }
}

impl fmt::Display for EngineDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineDifference::Verdict(verdict, _) => write!(f, "{verdict}"),
            EngineDifference::Crash(_, how) => write!(f, "crash: {how}"),
            EngineDifference::Reason(_, words) => write!(f, "the reason '{words}'"),
        }
    }
}

/// Returns the reason of a row, of its answer or of its early end.
fn reason_of(row: &Row) -> &str {
    row.reason_words().or(row.answer.unknown_reason()).unwrap_or("")
}

/// Returns the manner of a wrong row: `wrong solution`, `the same solution twice`. The rest of the
/// reason and its numbers depend on the instance.
fn fault_manner(why: &str) -> String {
    // The message of a panic is kept: it is what distinguishes panics, and it may follow a colon.
    let all = why.contains("panic: ");
    without_numbers(why.split(':').next().filter(|_| !all).unwrap_or(why))
}

/// Returns the kind of a crash: a signal, an exit code or a panic. Messages differ in the numbers
/// that they mention; the numbers of signals and exit codes distinguish crashes.
fn crash_kind(how: &str) -> String {
    match how.split_once(": ") {
        Some((kind @ "panic", message)) => format!("{kind}: {}", without_numbers(message)),
        Some((end, _)) => end.to_owned(),
        None => how.to_owned(),
    }
}

/// Replaces every run of digits of a text by `N`.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if plain.ends_with('N') => {}
            '0'..='9' => plain.push('N'),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_messages_do_not_matter_and_those_of_signals_do() {
        assert_eq!(
            crash_kind("panic: the len is 3 but the index is 17"),
            crash_kind("panic: the len is 9 but the index is 1")
        );
        assert_ne!(crash_kind("panic: too long"), crash_kind("panic: too short"));
        assert_ne!(crash_kind("signal 11"), crash_kind("signal 6"));
        assert_eq!(crash_kind("exit code 3: bad input in line 7"), "exit code 3");
        assert_eq!(fault_manner("wrong solution: its model violates clause 5"), "wrong solution");
        assert_eq!(
            fault_manner("a solution twice among 12"),
            fault_manner("a solution twice among 7")
        );
    }
}
