//! Size and time of encodings.

use super::super::analysis::Analysis;
use super::super::sheet::{Entry, Section, Sheet};
use super::super::words::{number, rounded, seconds};

/// Size and time of encodings, and their Pareto front.
pub fn front(analysis: &Analysis) -> Option<Section> {
    let (costs, shared) = &analysis.encodings;
    if costs.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new(&[
        "front", "engine", "#open", "#clauses", "#encode", "#least", "#most", "#solve", "#least",
        "#most",
    ]);
    for cost in costs {
        let time = |value: f64| seconds(Some(value));
        sheet.rows.push(vec![
            Entry::from(if cost.is_best { "*" } else { "" }),
            super::lane(analysis, cost.lane),
            number(cost.open as u64),
            Entry::number(cost.clauses, rounded(cost.clauses)),
            time(cost.encode.median),
            time(cost.encode.least),
            time(cost.encode.most),
            time(cost.solve.median),
            time(cost.solve.least),
            time(cost.solve.most),
        ]);
    }
    let note = format!(
        "Clauses and seconds of the {shared} instances that all of these solved in every round (a \
         round is a seed and a repetition): median, least and greatest of the rounds. open: \
         instances that it did not solve in every round. '*' marks the Pareto front: no other is \
         certainly better in open, clauses, encode or solve, and certainly worse in none; times \
         that overlap between rounds decide nothing."
    );
    Some(Section::new("encodings", "Size and time of encodings", sheet).noting(note))
}
