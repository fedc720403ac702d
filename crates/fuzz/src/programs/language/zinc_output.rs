//! Shared parts of FlatZinc and MiniZinc: domains, and the output of solvers.

use super::NotExpressible;
use crate::programs::case::FuzzCase;
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// Writes the values of a variable as a range or a set.
pub(super) fn write_domain(values: &[i64]) -> Result<String, NotExpressible> {
    let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
        return Err(NotExpressible("a variable without values"));
    };
    if high.abs_diff(low) == values.len() as u64 - 1 {
        return Ok(format!("{low}..{high}"));
    }
    Ok(format!("{{{}}}", join_numbers(values)))
}

/// Returns numbers with commas between them.
pub(super) fn join_numbers(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(",")
}

/// Reads the output of a solver: `name = value;` lines, `----------` after each solution,
/// `==========` at the end.
pub(super) fn read_solutions(case: &FuzzCase, output: &str) -> TargetReply {
    let mut answer = TargetAnswer::default();
    let mut current: Vec<Option<i64>> = vec![None; case.variables.len()];
    let mut claim = None;
    for line in output.lines().map(str::trim) {
        match line {
            "" => {}
            "----------" => {
                let values: Option<Vec<i64>> = current.iter().copied().collect();
                let Some(values) = values else {
                    return TargetReply::Unreadable(
                        "a solution without a value for a variable".into(),
                    );
                };
                answer.solutions.push(values);
                // Each solution must print every variable again; a missing line is not filled from
                // the solution before.
                current.fill(None);
            }
            "==========" => answer.complete = true,
            "=====UNSATISFIABLE=====" => claim = Some(TargetClaim::Unsatisfiable),
            "=====UNKNOWN=====" => claim = Some(TargetClaim::Unknown),
            line if line.starts_with('%') => {}
            line if line.starts_with("=====") => return TargetReply::Crash(line.into()),
            line => match read_assignment(case, line) {
                Some((index, value)) => current[index] = Some(value),
                None => return TargetReply::Unreadable(format!("the line '{line}'")),
            },
        }
    }
    answer.status = match claim {
        Some(claim) => claim,
        // A complete search without solutions proves that there is none.
        None if answer.solutions.is_empty() && answer.complete => TargetClaim::Unsatisfiable,
        None if answer.solutions.is_empty() => TargetClaim::Unknown,
        None if answer.complete && case.objective.is_some() => TargetClaim::Optimal,
        None => TargetClaim::Satisfiable,
    };
    TargetReply::Answer(answer)
}

/// Reads `name = value;`.
fn read_assignment(case: &FuzzCase, line: &str) -> Option<(usize, i64)> {
    let (name, value) = line.strip_suffix(';')?.split_once('=')?;
    let index = case.variables.iter().position(|variable| variable.name == name.trim())?;
    let value = match value.trim() {
        "true" => 1,
        "false" => 0,
        number => number.parse().ok()?,
    };
    Some((index, value))
}
