//! The answer of one engine in a sentence.

use std::fmt;

use parallax_compare::{Keeps, Row};
use parallax_model::ask::{Answer, Count, Counting};
use parallax_model::decimal::Decimal;

use super::layout::Paint;

/// The number of solutions of an instance, as `--unique` reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Exactly one.
    Unique,
    /// At least two.
    Several,
    /// None.
    None,
    /// The row does not show it.
    Unknown,
}

/// Returns the number of solutions that a row shows. A model that keeps only part of them shows
/// nothing if it has one or none.
#[must_use]
pub fn uniqueness(row: &Row) -> Uniqueness {
    let plain = row.keeps == Keeps::All;
    let part = is_part(row);
    let alone = plain || row.weighted.as_ref().is_some_and(|weighted| *weighted == 1);
    match &row.answer {
        _ if !row.checked => Uniqueness::Unknown,
        Answer::Unsatisfiable if !part => Uniqueness::None,
        Answer::Satisfiable | Answer::Optimal(_) => match u64::try_from(&row.count) {
            Ok(2..) | Err(()) => Uniqueness::Several,
            Ok(1) if row.weighted.as_ref().is_some_and(|weighted| *weighted > 1) => {
                Uniqueness::Several
            }
            Ok(1) if row.complete && row.value.is_none() && alone => Uniqueness::Unique,
            _ => Uniqueness::Unknown,
        },
        _ => Uniqueness::Unknown,
    }
}

impl Uniqueness {
    /// Returns the answer to `--unique` in a sentence.
    pub(super) fn sentence(self, row: &Row) -> String {
        let why = row.reason_words().map(|why| format!(" ({why})")).unwrap_or_default();
        match self {
            Uniqueness::Unique => "unique: exactly one solution".into(),
            Uniqueness::Several => "not unique: at least two solutions".into(),
            Uniqueness::None => outcome(row, None),
            Uniqueness::Unknown if row.count > 0 && row.checked => {
                format!("unknown: one solution found, perhaps not the only one{why}")
            }
            Uniqueness::Unknown => outcome(row, None),
        }
    }
}

impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uniqueness::Unique => "unique",
            Uniqueness::Several => "not-unique",
            Uniqueness::None => "unsat",
            Uniqueness::Unknown => "unknown",
        })
    }
}

/// Returns the colour of the answer.
pub(super) fn paint(row: &Row) -> Paint {
    match &row.answer {
        _ if !row.checked || row.wrong.is_some() => Paint::Bad,
        Answer::Satisfiable | Answer::Optimal(_) => Paint::Good,
        Answer::Unsatisfiable => Paint::Strong,
        Answer::Unknown(_) | Answer::Unsupported(_) => Paint::Doubtful,
    }
}

/// Describes the number of solutions, and which solutions they are if the model does not keep all;
/// `found` follows the noun.
fn solutions(row: &Row, found: &str) -> String {
    let one = row.count == 1;
    let number = format!("{} {}{found}", row.count, if one { "solution" } else { "solutions" });
    let scope = row.scope();
    match (&row.keeps, &row.weighted) {
        (Keeps::Orbits, Some(weighted)) if !scope.is_empty() => {
            let stand = if one { "stands" } else { "stand" };
            format!("{number}{scope}, which {stand} for {weighted}")
        }
        _ => number + &scope,
    }
}

/// Describes how the solutions were counted, unless one by one.
fn method(row: &Row) -> String {
    let each = |orbits: &Count| {
        let each = row.count.divided(u128::try_from(orbits).ok()?)?;
        (&each * orbits == row.count).then(|| format!("{orbits} orbits, each of {each}"))
    };
    match (row.counting, &row.orbits) {
        (None | Some(Counting::Enumeration), _) => String::new(),
        (Some(how), Some(orbits)) => {
            let each =
                each(orbits).map_or_else(|| how.description().to_owned(), |e| format!("as {e}"));
            format!(" (counted {each})")
        }
        (Some(how), None) => format!(" (counted {})", how.description()),
    }
}

/// Returns the options by which a model keeps only part of the solutions.
fn part(row: &Row) -> String {
    if is_part(row) { row.scope() } else { String::new() }
}

/// Whether the model of a row keeps only a part of the solutions.
pub(super) fn is_part(row: &Row) -> bool {
    matches!(row.keeps, Keeps::Part(_))
}

/// Returns the answer in a sentence; `second` is whether there is a second solution, if that is
/// known.
pub(super) fn outcome(row: &Row, second: Option<bool>) -> String {
    let why = row.reason_words().unwrap_or("");
    if let (Answer::Satisfiable, Some(value), true) = (&row.answer, row.value, row.checked) {
        let stopped = if why.is_empty() { why } else { &format!(" before it stopped ({why})") };
        return format!(
            "satisfiable: {value} is the best found{stopped}; there may be better ones"
        );
    }
    match &row.answer {
        _ if !row.checked => format!("WRONG: {why}"),
        Answer::Unsatisfiable => {
            let standing = match row.standing {
                // The names of these have brackets.
                Some(standing) if standing.is_certified() => format!(", {standing}"),
                Some(standing) => format!(" ({standing})"),
                None => String::new(),
            };
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            format!("unsatisfiable: no solution{}{standing}{why}", part(row))
        }
        Answer::Optimal(sum) => {
            let value = row.value.unwrap_or(Decimal::integer(*sum));
            format!("optimal: {value}, no solution{} is better", part(row))
        }
        Answer::Satisfiable if row.complete && row.count == 1 && row.scope().is_empty() => {
            "satisfiable: exactly one solution".into()
        }
        Answer::Satisfiable if row.complete => {
            format!("satisfiable: {}, no others{}", solutions(row, ""), method(row))
        }
        Answer::Satisfiable if row.reason.is_some() => {
            format!("satisfiable: {} before it stopped ({why})", solutions(row, " found"))
        }
        Answer::Satisfiable => match second {
            Some(false) => "satisfiable: exactly one solution".into(),
            Some(true) => format!(
                "satisfiable: {}; there are others (--unique shows a second one, --all all)",
                solutions(row, " found")
            ),
            None => format!("satisfiable: {}; there may be others", solutions(row, " found")),
        },
        Answer::Unknown(_) => format!("unknown ({why})"),
        Answer::Unsupported(_) => format!("not applicable ({why})"),
    }
}
