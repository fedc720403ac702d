//! Finds wrong answers: a checked solution of another engine contradicts them.

use std::collections::HashSet;

use parallax_model::engine_api::Answer;

use super::{Row, SolutionCoverage};

/// Marks each row whose answer is contradicted by solutions in other rows that passed every
/// check.
pub(super) fn mark_refuted_rows(rows: &mut [Row]) {
    let found: Vec<Option<String>> = rows
        .iter()
        .map(|row| {
            rows.iter().find_map(|by| {
                describe_refutation(row, by).map(|why| refutation_message(row, by, &why))
            })
        })
        .collect();
    for (row, why) in rows.iter_mut().zip(found) {
        row.wrong = row.wrong.take().or(why);
    }
}

/// The message for `row`: the engine of `by`, its model if that differs, and why its solutions
/// contradict `row`.
fn refutation_message(row: &Row, by: &Row, why: &str) -> String {
    let model =
        if by.model == row.model { String::new() } else { format!(" (model {})", by.model) };
    format!("wrong answer: {}{model} {why}", by.engine)
}

/// Describes how the solutions of `by` contradict `row`; `None` if they do not.
fn describe_refutation(row: &Row, by: &Row) -> Option<String> {
    if by.given == 0 || !answers_for(row, by) {
        return None;
    }
    // A claim of optimality falls to one better solution, whether or not `by` is complete.
    if let (Answer::Optimal(_), Some(cost), Some(better), Some(value)) =
        (&row.answer, row.cost, by.cost, by.value)
        && better < cost
    {
        return Some(format!("has a checked solution with a better value, {value}"));
    }
    if row.answer == Answer::Unsatisfiable {
        return Some("has a checked solution".to_owned());
    }
    // The remaining tests compare sets of solutions, so `row` must claim that its set is complete.
    if !row.complete || row.cost.is_some() || by.cost.is_some() {
        return None;
    }
    // With a repeated solution, the number of solutions proves nothing.
    let number = if by.checked { by.given } else { 1 };
    // If `row` keeps representatives and `by` does not, the solutions of `by` are bounded by the
    // number that the representatives stand for. That number may be unknown.
    let max_count = match (&row.keeps, &by.keeps) {
        (SolutionCoverage::Orbits, SolutionCoverage::All | SolutionCoverage::Part(_)) => {
            row.weighted.as_ref()
        }
        _ => Some(&row.count),
    };
    if max_count.is_some_and(|max_count| *max_count < number) {
        return Some(format!("has {number} different checked solutions"));
    }
    if has_stray_solution(row, by) {
        return Some("has a checked solution that is not among them".to_owned());
    }
    // Two different sets of the same finite size each have an element that the other lacks, so `by`
    // has a solution that `row` misses, even if none of them was kept.
    let differ = row.digest.zip(by.digest).is_some_and(|(one, other)| one != other);
    let same_number = row.keeps == by.keeps && by.complete && by.count == row.count;
    (differ && same_number && by.checked)
        .then(|| "has as many checked solutions, but not the same".to_owned())
}

/// Whether a solution of `by` shows that the model of `row` has one.
fn answers_for(row: &Row, by: &Row) -> bool {
    match &row.keeps {
        SolutionCoverage::All | SolutionCoverage::Orbits => true,
        SolutionCoverage::Part(_) => row.keeps == by.keeps,
    }
}

/// Whether `row` kept all its solutions and `by` kept one that is not among them.
pub(super) fn has_stray_solution(row: &Row, by: &Row) -> bool {
    // `kept` may be cut off at the limit of the plan, so the numbers must agree.
    let all = row.complete && row.checked && row.count == row.kept.len() as u128;
    // A row that claims all solutions must contain each solution of any model. A row that keeps
    // representatives or a part may lack those of another selection.
    let comparable = row.keeps == SolutionCoverage::All || row.keeps == by.keeps;
    if !all || !comparable || row.cost.is_some() || by.cost.is_some() || by.kept.is_empty() {
        return false;
    }
    let known: HashSet<_> = row.kept.iter().collect();
    by.kept.iter().any(|kept| !known.contains(kept))
}
