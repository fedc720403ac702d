//! The answers of each engine.

use parallax_experiment::RunExit;

use crate::layout::TextStyle;

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::number_cells::{count_cell, number_cell};
use crate::columns::ReportCell;
use crate::sheet::ReportTable;

/// Returns the answers and exits of each engine.
pub(crate) fn answer_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    let mut titles = vec![
        "engine", "#runs", "#missing", "#solved", "#sat", "#optimal", "#unsat", "#unknown", "#n/a",
        "#wrong",
    ];
    // The first exit is `ok`, which the answers already count.
    let exits: Vec<String> = RunExit::ALL[1..].iter().map(|exit| format!("#{exit}")).collect();
    titles.extend(exits.iter().map(String::as_str));
    let mut sheet = ReportTable::new(&titles);
    for &at in &analysis.ranking {
        let lane = &analysis.lanes[at];
        let missing = count_cell(lane.missing).with_style(TextStyle::Doubtful);
        let mut row = vec![
            super::lane_cell(analysis, at),
            number_cell(lane.runs),
            missing,
            number_cell(lane.solved),
        ];
        row.extend(lane.answers.map(count_cell));
        row.push(count_cell(lane.wrong).with_style(TextStyle::Bad));
        row.extend(
            lane.exits[1..].iter().map(|exits| count_cell(*exits).with_style(TextStyle::Doubtful)),
        );
        sheet.rows.push(row);
    }
    for (name, planned) in &analysis.study.coverage.absent {
        let mut row = vec![name.as_str().into(), number_cell(0)];
        row.push(count_cell(*planned).with_style(TextStyle::Doubtful));
        row.push(number_cell(0));
        // The other columns do not apply to an engine without a run.
        row.resize(sheet.columns.len(), ReportCell::default());
        sheet.rows.push(row);
    }
    (!sheet.rows.is_empty()).then(|| {
        ReportSection::new("answers", "Answers", sheet.without_empty_columns()).with_note(
        "Numbers of runs: those that the files have, those that they lack, and of the former those \
         with each answer. A run is solved when it did its task and nothing shows that it is wrong: \
         a list or a count that stopped, or a value that is not shown to be the best, is not \
         solved. The last columns are the runs that something stopped.",
    )
    })
}
