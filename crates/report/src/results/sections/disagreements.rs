//! The instances on which engines disagree.

use parallax_experiment::RunRecord;

use crate::layout::TextStyle;

use super::super::analysis::StudyAnalysis;
use super::super::answer_words::answer_words;
use super::super::cases::equal_ranges;
use super::super::document::ReportSection;
use crate::columns::ReportCell;
use crate::sheet::ReportTable;

/// Maximum number of instances that the table of disagreements lists.
const MAX_LISTED_INSTANCES: usize = 50;

/// Returns the instances on which engines disagree, with the answer of each engine.
pub(crate) fn disagreement_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    let study = &analysis.study;
    let differ: Vec<usize> = (0..analysis.judged.len())
        .filter(|&instance| analysis.judged[instance].verdict.is_disagreement())
        .collect();
    if differ.is_empty() {
        return None;
    }
    let mut sheet =
        ReportTable::new(&["instance", "verdict", "engine", "model", "answers", "~wrong"]);
    // Every instance of a study has a run, so the ranges are indexed by instance.
    let runs = equal_ranges(study.places.iter().map(|(instance, _)| *instance));
    for &instance in differ.iter().take(MAX_LISTED_INSTANCES) {
        let range = runs[instance].clone();
        let start = range.start;
        let places = study.places[range.clone()].iter().zip(&study.records[range]);
        let groups = equal_ranges(places.map(|((_, lane), record)| (*lane, record.model.as_str())));
        for group in groups {
            let at = start + group.start;
            let group = start + group.start..start + group.end;
            let mut wrong: Vec<&str> = Vec::new();
            for reason in analysis.wrong[group.clone()].iter().flatten() {
                if !wrong.contains(&reason.as_str()) {
                    wrong.push(reason);
                }
            }
            sheet.rows.push(vec![
                study.instances[instance].name().into(),
                analysis.judged[instance].verdict.name().into(),
                study.records[at].engine.as_str().into(),
                study.lanes[study.places[at].1].model.clone().unwrap_or_default().into(),
                describe_answers(&study.records[group]).into(),
                ReportCell::from(wrong.join("; ")).with_style(TextStyle::Bad),
            ]);
        }
    }
    let mut section =
        ReportSection::new("disagreements", "Disagreements", sheet.without_empty_columns())
            .naming_folder();
    if differ.len() > MAX_LISTED_INSTANCES {
        section = section.with_note(format!(
            "The first {MAX_LISTED_INSTANCES} of {} instances; --rows with CSV or JSON has the verdict of each run.",
            differ.len()
        ));
    }
    Some(section)
}

/// Describes the answers of runs: each answer once, with its number if several differ.
fn describe_answers(records: &[RunRecord]) -> String {
    let mut found: Vec<(String, u64)> = Vec::new();
    for record in records {
        let text = answer_words(record);
        match found.iter_mut().find(|(known, _)| *known == text) {
            Some((_, number)) => *number += 1,
            None => found.push((text, 1)),
        }
    }
    match found.as_slice() {
        [(only, _)] => only.clone(),
        several => {
            let each = several.iter().map(|(text, number)| format!("{text} ×{number}"));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}
