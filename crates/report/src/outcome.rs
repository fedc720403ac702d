//! The answer of one engine in a sentence.

use std::fmt;

use parallax_compare::{Row, SolutionCoverage};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{Answer, CountingMethod, SolutionCount};

use super::layout::TextStyle;

/// The number of solutions of an instance, as `--unique` reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionUniqueness {
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
pub fn solution_uniqueness(row: &Row) -> SolutionUniqueness {
    let plain = row.keeps == SolutionCoverage::All;
    let part = is_part(row);
    // One representative of a symmetry class is unique only if its class has one member.
    let alone = plain || row.weighted.as_ref().is_some_and(|weighted| *weighted == 1);
    match &row.answer {
        _ if !row.checked => SolutionUniqueness::Unknown,
        Answer::Unsatisfiable if !part => SolutionUniqueness::None,
        Answer::Satisfiable | Answer::Optimal(_) => match u64::try_from(&row.count) {
            // A count beyond 64 bits is also more than one.
            Ok(2..) | Err(()) => SolutionUniqueness::Several,
            Ok(1) if row.weighted.as_ref().is_some_and(|weighted| *weighted > 1) => {
                SolutionUniqueness::Several
            }
            Ok(1) if row.complete && row.value.is_none() && alone => SolutionUniqueness::Unique,
            _ => SolutionUniqueness::Unknown,
        },
        _ => SolutionUniqueness::Unknown,
    }
}

impl SolutionUniqueness {
    /// Returns the answer to `--unique` in a sentence.
    pub(super) fn describe_row(self, row: &Row) -> String {
        let why = row.reason_words().map(|why| format!(" ({why})")).unwrap_or_default();
        match self {
            SolutionUniqueness::Unique => "unique: exactly one solution".into(),
            SolutionUniqueness::Several => "not unique: at least two solutions".into(),
            SolutionUniqueness::None => describe_outcome(row, None),
            SolutionUniqueness::Unknown if row.count > 0 && row.checked => {
                format!("unknown: one solution found, perhaps not the only one{why}")
            }
            SolutionUniqueness::Unknown => describe_outcome(row, None),
        }
    }
}

impl fmt::Display for SolutionUniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolutionUniqueness::Unique => "unique",
            SolutionUniqueness::Several => "not-unique",
            SolutionUniqueness::None => "unsat",
            SolutionUniqueness::Unknown => "unknown",
        })
    }
}

/// Returns the colour of the answer.
pub(super) fn answer_style(row: &Row) -> TextStyle {
    match &row.answer {
        _ if !row.checked || row.wrong.is_some() => TextStyle::Bad,
        Answer::Satisfiable | Answer::Optimal(_) => TextStyle::Good,
        Answer::Unsatisfiable => TextStyle::Strong,
        Answer::Unknown(_) | Answer::Unsupported(_) => TextStyle::Doubtful,
    }
}

/// Describes the number of solutions, and which solutions they are if the model does not keep all;
/// `found` follows the noun.
fn describe_solutions(row: &Row, found: &str) -> String {
    let one = row.count == 1;
    let number = format!("{} {}{found}", row.count, if one { "solution" } else { "solutions" });
    let scope = row.describe_scope();
    match (&row.keeps, &row.weighted) {
        (SolutionCoverage::Orbits, Some(weighted)) if !scope.is_empty() => {
            let stand = if one { "stands" } else { "stand" };
            format!("{number}{scope}, which {stand} for {weighted}")
        }
        _ => number + &scope,
    }
}

/// Describes how the solutions were counted, unless one by one.
fn describe_method(row: &Row) -> String {
    // Orbits that all have the same size are stated as a product, e.g. 40 orbits of 8; the division
    // must have no remainder.
    let each = |orbits: &SolutionCount| {
        let each = row.count.divide_by(u128::try_from(orbits).ok()?)?;
        (&each * orbits == row.count).then(|| format!("{orbits} orbits, each of {each}"))
    };
    match (row.counting, &row.orbits) {
        (None | Some(CountingMethod::Enumeration), _) => String::new(),
        (Some(how), Some(orbits)) => {
            let each =
                each(orbits).map_or_else(|| how.description().to_owned(), |e| format!("as {e}"));
            format!(" (counted {each})")
        }
        (Some(how), None) => format!(" (counted {})", how.description()),
    }
}

/// Returns the options by which a model keeps only part of the solutions.
fn kept_part(row: &Row) -> String {
    if is_part(row) { row.describe_scope() } else { String::new() }
}

/// Whether the model of a row keeps only a part of the solutions.
pub(super) fn is_part(row: &Row) -> bool {
    matches!(row.keeps, SolutionCoverage::Part(_))
}

/// Returns the answer in a sentence; `second` is whether there is a second solution, if that is
/// known.
pub(super) fn describe_outcome(row: &Row, second: Option<bool>) -> String {
    let why = row.reason_words().unwrap_or("");
    // A satisfiable row with a value belongs to an optimisation that was not finished.
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
                // The names of certified standings have brackets already.
                Some(standing) if standing.is_certified() => format!(", {standing}"),
                Some(standing) => format!(" ({standing})"),
                None => String::new(),
            };
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            format!("unsatisfiable: no solution{}{standing}{why}", kept_part(row))
        }
        Answer::Optimal(sum) => {
            let value = row.value.unwrap_or(DecimalNumber::from_integer(*sum));
            format!("optimal: {value}, no solution{} is better", kept_part(row))
        }
        Answer::Satisfiable
            if row.complete && row.count == 1 && row.describe_scope().is_empty() =>
        {
            "satisfiable: exactly one solution".into()
        }
        Answer::Satisfiable if row.complete => {
            format!(
                "satisfiable: {}, no others{}",
                describe_solutions(row, ""),
                describe_method(row)
            )
        }
        Answer::Satisfiable if row.reason.is_some() => {
            format!("satisfiable: {} before it stopped ({why})", describe_solutions(row, " found"))
        }
        Answer::Satisfiable => match second {
            Some(false) => "satisfiable: exactly one solution".into(),
            Some(true) => format!(
                "satisfiable: {}; there are others (--unique shows a second one, --all all)",
                describe_solutions(row, " found")
            ),
            None => {
                format!("satisfiable: {}; there may be others", describe_solutions(row, " found"))
            }
        },
        Answer::Unknown(_) => format!("unknown ({why})"),
        Answer::Unsupported(_) => format!("not applicable ({why})"),
    }
}
