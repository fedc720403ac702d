//! Counters of the effort.

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::number_cells::{number_cell, round_number};
use crate::columns::ReportCell;
use crate::sheet::ReportTable;

/// Returns the counters of each engine.
pub(crate) fn counter_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    if analysis.efforts.is_empty() {
        return None;
    }
    let mut sheet =
        ReportTable::new(&["engine", "counter", "#runs", "#median", "#total", "#per second"]);
    for effort in super::rank_figures(analysis, &analysis.efforts, |effort| effort.lane) {
        let rate = |rate: f64| ReportCell::number(rate, round_number(rate));
        sheet.rows.push(vec![
            super::lane_cell(analysis, effort.lane),
            effort.name.as_str().into(),
            number_cell(effort.runs as u64),
            ReportCell::number(effort.median, round_number(effort.median)),
            ReportCell::number(effort.total as f64, effort.total.to_string()),
            effort.rate.map_or_else(ReportCell::default, rate),
        ]);
    }
    let note = format!(
        "Of the runs on the instances that all solve: of {}, {}. Counters are the same on every \
         machine; 'per second' is of the time of the search.",
        analysis.population.describe_instances(),
        analysis.population.solved_words()
    );
    Some(ReportSection::new("counters", "Counters", sheet).with_note(note))
}
