//! Size and time of encodings.

use parallax_experiment::measure::MeasurementSpread;

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::encoding_front::StudyEncodings;
use super::super::number_cells::{number_cell, round_number, seconds_cell};
use crate::columns::ReportCell;
use crate::sheet::ReportTable;

/// Returns size and time of encodings, and their Pareto front.
pub(crate) fn front_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    let StudyEncodings { costs, population, rounds } = &analysis.encodings;
    if costs.is_empty() {
        return None;
    }
    let several = *rounds > 1;
    let mut sheet = ReportTable::new(&[
        "engine",
        "front",
        "#open",
        "#clauses",
        "#encode",
        "#encode, all",
        "#solve",
        "#solve, all",
    ]);
    for cost in super::rank_figures(analysis, costs, |cost| cost.lane) {
        let time = |value: f64| seconds_cell(Some(value));
        sheet.rows.push(vec![
            super::lane_cell(analysis, cost.lane),
            ReportCell::from(if cost.is_best { "*" } else { "" }),
            number_cell(cost.open as u64),
            ReportCell::number(cost.clauses, round_number(cost.clauses)),
            time(cost.encode.median),
            range_cell(&cost.encode, several),
            time(cost.solve.median),
            range_cell(&cost.solve, several),
        ]);
    }
    let [over, solved] = [population.describe_instances(), population.solved_words()];
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
    Some(
        ReportSection::new(
            "encodings",
            "Size and time of encodings",
            sheet.without_empty_columns(),
        )
        .with_note(note),
    )
}

/// Writes the range from the minimum to the maximum, if there are several values.
fn range_cell(spread: &MeasurementSpread, several: bool) -> ReportCell {
    if !several {
        return ReportCell::default();
    }
    let text = |value: f64| seconds_cell(Some(value)).text;
    ReportCell::number(spread.most, format!("{}..{}", text(spread.least), text(spread.most)))
}
