//! The instances on which engines disagree.

use parallax_experiment::{AnswerKind, Record};

use crate::layout::Paint;

use super::super::analysis::Analysis;
use super::super::cases::ranges;
use super::super::document::Section;
use crate::columns::Cell;
use crate::sheet::Sheet;

/// Maximum number of instances that the table of disagreements lists.
const MOST: usize = 50;

/// Returns the instances on which engines disagree, with the answer of each engine.
pub(crate) fn disagreements(analysis: &Analysis) -> Option<Section> {
    let study = &analysis.study;
    let differ: Vec<usize> = (0..analysis.judged.len())
        .filter(|&instance| analysis.judged[instance].verdict.is_disagreement())
        .collect();
    if differ.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new(&["instance", "verdict", "engine", "model", "answers", "~wrong"]);
    let runs = ranges(study.places.iter().map(|(instance, _)| *instance));
    for &instance in differ.iter().take(MOST) {
        let range = runs[instance].clone();
        let start = range.start;
        let places = study.places[range.clone()].iter().zip(&study.records[range]);
        let groups = ranges(places.map(|((_, lane), record)| (*lane, record.model.as_str())));
        for group in groups {
            let at = start + group.start;
            let group = start + group.start..start + group.end;
            let mut wrong: Vec<&str> =
                analysis.wrong[group.clone()].iter().flatten().map(String::as_str).collect();
            wrong.dedup();
            sheet.rows.push(vec![
                study.instances[instance].name().into(),
                analysis.judged[instance].verdict.name().into(),
                study.records[at].engine.as_str().into(),
                study.lanes[study.places[at].1].model.clone().unwrap_or_default().into(),
                answers(&study.records[group]).into(),
                Cell::from(wrong.join("; ")).painted(Paint::Bad),
            ]);
        }
    }
    let mut section = Section::new("disagreements", "Disagreements", sheet.lean()).naming_folder();
    if differ.len() > MOST {
        section = section.noting(format!(
            "The first {MOST} of {} instances; --rows with CSV or JSON has the verdict of each run.",
            differ.len()
        ));
    }
    Some(section)
}

/// Describes the answers of runs: each answer once, with its number if several differ.
fn answers(records: &[Record]) -> String {
    let mut found: Vec<(String, u64)> = Vec::new();
    for record in records {
        let text = answer(record);
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

fn answer(record: &Record) -> String {
    let more = if record.complete { "" } else { "+" };
    let name = record.answer.name();
    match (record.answer, record.value) {
        (AnswerKind::Unknown | AnswerKind::Unsupported, _) => format!("{name} ({})", record.exit),
        (AnswerKind::Unsat, _) => name.to_owned(),
        (_, Some(value)) => format!("{name} {value}"),
        (_, None) => format!("{name} {}{more}", record.count),
    }
}
