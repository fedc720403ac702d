//! The effect of seeds and repetitions.

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::number_cells::{number_cell, ratio_cell, seconds_cell};
use crate::sheet::ReportTable;

/// Returns the spread of each engine over seeds and repetitions.
pub(crate) fn spread_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    if analysis.spreads.is_empty() {
        return None;
    }
    let mut sheet = ReportTable::new(&[
        "engine",
        "#rounds",
        "#fewest solved",
        "#most solved",
        "#least median",
        "#greatest median",
        "#ratio",
    ]);
    for spread in super::rank_figures(analysis, &analysis.spreads, |spread| spread.lane) {
        let (least, most) = spread.median.unzip();
        sheet.rows.push(vec![
            super::lane_cell(analysis, spread.lane),
            number_cell(spread.rounds as u64),
            number_cell(spread.solved.0 as u64),
            number_cell(spread.solved.1 as u64),
            seconds_cell(least),
            seconds_cell(most),
            // A median of 0 has no ratio.
            ratio_cell(
                least.zip(most).filter(|(least, _)| *least > 0.0).map(|(least, most)| most / least),
            ),
        ]);
    }
    let note = format!(
        "A round is a seed and a repetition. Over the rounds: the fewest and the most runs solved, \
         of {}, and the least and the greatest of the medians, of {}.",
        analysis.population.describe_instances(),
        analysis.population.solved_words()
    );
    Some(
        ReportSection::new("spread", "Seeds and repetitions", sheet.without_empty_columns())
            .with_note(note),
    )
}
