//! Size and time of encodings.

use parallax_experiment::measure::Spread;

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::front::Encodings;
use super::super::words::{number, rounded, seconds};
use crate::columns::Cell;
use crate::sheet::Sheet;

/// Returns size and time of encodings, and their Pareto front.
pub(crate) fn front(analysis: &Analysis) -> Option<Section> {
    let Encodings { costs, population, rounds } = &analysis.encodings;
    if costs.is_empty() {
        return None;
    }
    let several = *rounds > 1;
    let mut sheet = Sheet::new(&[
        "engine",
        "front",
        "#open",
        "#clauses",
        "#encode",
        "#encode, all",
        "#solve",
        "#solve, all",
    ]);
    for cost in super::ranked(analysis, costs, |cost| cost.lane) {
        let time = |value: f64| seconds(Some(value));
        sheet.rows.push(vec![
            super::lane(analysis, cost.lane),
            Cell::from(if cost.is_best { "*" } else { "" }),
            number(cost.open as u64),
            Cell::number(cost.clauses, rounded(cost.clauses)),
            time(cost.encode.median),
            range(&cost.encode, several),
            time(cost.solve.median),
            range(&cost.solve, several),
        ]);
    }
    let [over, solved] = [population.words(), population.solved_words()];
    let spread = if several {
        " (a round is a seed and a repetition): the median of the rounds, and all of them, from \
         the least to the greatest"
    } else {
        ""
    };
    let overlap = if several { "; times that overlap between rounds decide nothing" } else { "" };
    let note = format!(
        "Of {over} ('every engine' is each of these). open: instances that it did not solve in \
         every round. Clauses and seconds: of {solved}{spread}. '*' marks the Pareto front: no \
         other is certainly better in open, clauses, encode or solve, and certainly worse in \
         none{overlap}."
    );
    Some(Section::new("encodings", "Size and time of encodings", sheet.lean()).noting(note))
}

/// Writes the range from the minimum to the maximum, if there are several values.
fn range(spread: &Spread, several: bool) -> Cell {
    if !several {
        return Cell::default();
    }
    let text = |value: f64| seconds(Some(value)).text;
    Cell::number(spread.most, format!("{}..{}", text(spread.least), text(spread.most)))
}
