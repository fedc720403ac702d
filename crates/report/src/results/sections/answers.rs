//! The answers of each engine.

use parallax_experiment::Exit;

use crate::layout::Paint;

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::words::{count, number};
use crate::columns::Cell;
use crate::sheet::Sheet;

/// Returns the answers and exits of each engine.
pub(crate) fn answers(analysis: &Analysis) -> Option<Section> {
    let mut titles = vec![
        "engine", "#runs", "#missing", "#solved", "#sat", "#optimal", "#unsat", "#unknown", "#n/a",
        "#wrong",
    ];
    let exits: Vec<String> = Exit::ALL[1..].iter().map(|exit| format!("#{exit}")).collect();
    titles.extend(exits.iter().map(String::as_str));
    let mut sheet = Sheet::new(&titles);
    for &at in &analysis.ranking {
        let lane = &analysis.lanes[at];
        let missing = count(lane.missing).painted(Paint::Doubtful);
        let mut row =
            vec![super::lane(analysis, at), number(lane.runs), missing, number(lane.solved)];
        row.extend(lane.answers.map(count));
        row.push(count(lane.wrong).painted(Paint::Bad));
        row.extend(lane.exits[1..].iter().map(|exits| count(*exits).painted(Paint::Doubtful)));
        sheet.rows.push(row);
    }
    for (name, planned) in &analysis.study.coverage.absent {
        let mut row = vec![name.as_str().into(), number(0)];
        row.push(count(*planned).painted(Paint::Doubtful));
        row.push(number(0));
        row.resize(sheet.columns.len(), Cell::default());
        sheet.rows.push(row);
    }
    (!sheet.rows.is_empty()).then(|| {
        Section::new("answers", "Answers", sheet.lean()).noting(
        "Numbers of runs: those that the files have, those that they lack, and of the former those \
         with each answer. A run is solved when it did its task and nothing shows that it is wrong: \
         a list or a count that stopped, or a value that is not shown to be the best, is not \
         solved. The last columns are the runs that something stopped.",
    )
    })
}
