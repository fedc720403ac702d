//! The data that the script of the page draws: the instances, and each engine's result on them.

use parallax_experiment::{AnswerKind, RunExit};
use serde::Serialize;

use crate::folder::shared_folder;
use crate::results::StudyAnalysis;
use crate::results::cases::InstanceRuns;
use crate::results::chart::ScatterAxes;

#[derive(Serialize)]
struct ResultMatrix {
    lanes: Vec<String>,
    instances: Vec<String>,
    /// The folder of all of them, which their names leave out.
    folder: String,
    verdicts: Vec<&'static str>,
    /// By instance and lane: seconds, or the reason why there are none; null if no run is planned.
    results: Vec<Vec<Option<MatrixEntry>>>,
    /// By instance and lane: the place in the scatter plot.
    places: Vec<Vec<Option<f64>>>,
    /// By instance: whether some engine found a solution.
    sat: Vec<bool>,
    /// The number of planned instances, also of those without any run.
    planned: usize,
}

#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum MatrixEntry {
    Seconds(f64),
    Words(&'static str),
}

/// Returns the data as JSON without `<`, so that it cannot end the script.
pub(super) fn matrix_json(analysis: &StudyAnalysis) -> String {
    let study = &analysis.study;
    let (lanes, instances) = (study.lanes.len(), study.instances.len());
    let board = ScatterAxes::from_analysis(analysis);
    let names: Vec<String> =
        study.instances.iter().map(super::super::study::InstanceName::name).collect();
    let folder = shared_folder(names.iter().map(String::as_str));
    let mut data = ResultMatrix {
        lanes: study.lanes.iter().map(super::super::study::LaneName::name).collect(),
        instances: names.iter().map(|name| name[folder.len()..].to_owned()).collect(),
        folder: folder.to_owned(),
        verdicts: analysis.judged.iter().map(|judged| judged.verdict.name()).collect(),
        results: vec![vec![None; lanes]; instances],
        places: Vec::new(),
        sat: vec![false; instances],
        planned: study.coverage.instances,
    };
    // Every planned entry is missing until its case is found to be whole.
    for (instance, row) in data.results.iter_mut().enumerate() {
        for (lane, found) in row.iter_mut().enumerate() {
            let is_planned = study.coverage.planned_runs(instance, lane) > 0;
            *found = is_planned.then_some(MatrixEntry::Words("missing"));
        }
    }
    if study.timed {
        data.places = vec![vec![None; lanes]; instances];
    }
    for case in &analysis.cases {
        if case.is_whole {
            data.results[case.instance][case.lane] = Some(matrix_entry(analysis, case));
        }
        if study.timed && case.is_whole {
            data.places[case.instance][case.lane] = Some(board.pixel_offset(case.time));
        }
        let records = &study.records[case.runs.clone()];
        let sat = |answer| matches!(answer, AnswerKind::Sat | AnswerKind::Optimal);
        data.sat[case.instance] |= records.iter().any(|record| sat(record.answer));
    }
    // `\u003c` is the same character to a JSON parser, and `</script>` cannot occur in the data.
    serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c")
}

fn matrix_entry(analysis: &StudyAnalysis, case: &InstanceRuns) -> MatrixEntry {
    let runs = case.runs.clone();
    let record = &analysis.study.records[case.runs.start];
    match case.time {
        Some(time) if analysis.study.timed => MatrixEntry::Seconds((time * 1e6).round() / 1e6),
        Some(_) => MatrixEntry::Words(record.answer.name()),
        None if analysis.wrong[runs.clone()].iter().any(Option::is_some) => {
            MatrixEntry::Words("wrong")
        }
        None => {
            // The median run is unsolved, but the case may have solved runs as well. The reason is
            // that of the first unsolved one.
            let mut unsolved = runs.filter(|&run| !analysis.solved[run]);
            let record = unsolved.next().map_or(record, |run| &analysis.study.records[run]);
            MatrixEntry::Words(match (record.exit, record.answer) {
                (RunExit::Ok, AnswerKind::Unsupported) => "n/a",
                (RunExit::Ok, answer) => answer.name(),
                (exit, _) => exit.name(),
            })
        }
    }
}
