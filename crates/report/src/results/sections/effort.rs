//! Counters of the effort.

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::words::{number, rounded};
use crate::columns::Cell;
use crate::sheet::Sheet;

/// Returns the counters of each engine.
pub(crate) fn counters(analysis: &Analysis) -> Option<Section> {
    if analysis.efforts.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new(&["engine", "counter", "#runs", "#median", "#total", "#per second"]);
    for effort in super::ranked(analysis, &analysis.efforts, |effort| effort.lane) {
        let rate = |rate: f64| Cell::number(rate, rounded(rate));
        sheet.rows.push(vec![
            super::lane(analysis, effort.lane),
            effort.name.as_str().into(),
            number(effort.runs as u64),
            Cell::number(effort.median, rounded(effort.median)),
            Cell::number(effort.total as f64, effort.total.to_string()),
            effort.rate.map_or_else(Cell::default, rate),
        ]);
    }
    let note = format!(
        "Of the runs on the instances that all solve: of {}, {}. Counters are the same on every \
         machine; 'per second' is of the time of the search.",
        analysis.population.words(),
        analysis.population.solved_words()
    );
    Some(Section::new("counters", "Counters", sheet).noting(note))
}
