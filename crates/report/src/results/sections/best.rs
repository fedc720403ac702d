//! The contribution of each engine to the virtual best solver.

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::number_cells::{count_cell, seconds_cell};
use crate::sheet::ReportTable;

/// Returns how often each engine is the fastest, and how much slower the virtual best solver is
/// without it.
pub(crate) fn best_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    let population = &analysis.population;
    if !analysis.study.timed || analysis.lanes.len() < 2 || population.whole_size() == 0 {
        return None;
    }
    let mut sheet =
        ReportTable::new(&["engine", "#fastest", "#alone", "#PAR2 without", "#slower s"]);
    for &at in &analysis.ranking {
        let share = &analysis.best.shares[at];
        sheet.rows.push(vec![
            super::lane_cell(analysis, at),
            count_cell(share.fastest),
            count_cell(share.alone),
            seconds_cell(share.par2),
            seconds_cell(Some(share.slower)),
        ]);
    }
    let note = format!(
        "Of {}. The virtual best solver takes on each instance the engine that is fastest there. \
         fastest: the instances where none is faster. alone: those that no other engine solves. \
         Without the engine, PAR2 of the virtual best solver rises by 'PAR2 without', and what \
         others solve, too, takes 'slower s' seconds more in all.",
        population.describe_instances()
    );
    Some(
        ReportSection::new("best", "Virtual best solver", sheet.without_empty_columns())
            .with_note(note),
    )
}
