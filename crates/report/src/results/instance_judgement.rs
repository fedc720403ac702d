//! The verdict on each instance, across engines, viewpoints, seeds and repetitions.

use std::collections::HashMap;

use parallax_compare::{Row, SolutionCoverage, Verdict, relate_rows};
use parallax_experiment::{AnswerKind, RunRecord};
use parallax_model::engine_api::{SolutionCount, Task};
use rayon::prelude::*;

use super::rows::record_row;
use super::study::{LaneName, ResultStudy};

/// The verdict on an instance, and how records of it are wrong.
#[derive(Clone, Debug)]
pub(super) struct InstanceJudgement {
    pub(super) verdict: Verdict,
    /// The places of wrong records, and how they are wrong.
    pub(super) wrong: Vec<(usize, String)>,
}

/// The data that two records of one engine on one viewpoint must share to count as one row of the
/// verdict. The numbers of records that stopped early are lower bounds, of which only the highest
/// counts.
#[derive(PartialEq, Eq, Hash)]
struct RowIdentity<'r> {
    engine: &'r str,
    answered_by: Option<&'r str>,
    model: &'r str,
    keeps: &'r str,
    answer: AnswerKind,
    checked: bool,
    reasoned: bool,
    wrong: Option<&'r str>,
    complete: bool,
    done: bool,
    exact: Option<ExactResult>,
}

#[derive(PartialEq, Eq, Hash)]
struct ExactResult {
    count: SolutionCount,
    given: u128,
    weighted: Option<SolutionCount>,
    cost: Option<i64>,
    digest: Option<u128>,
}

/// Judges all instances.
pub(super) fn judge_instances(study: &ResultStudy) -> Vec<InstanceJudgement> {
    // Instances are judged independently, so they are spread over the threads.
    let starts = super::cases::equal_ranges(study.places.iter().map(|(instance, _)| *instance));
    starts
        .into_par_iter()
        .map(|range| {
            let records = &study.records[range.clone()];
            let places = study.places[range.clone()].iter();
            let lanes: Vec<&LaneName> = places.map(|(_, lane)| &study.lanes[*lane]).collect();
            let judged = judge_instance(records, &lanes, study.task());
            let wrong = judged.wrong.into_iter().map(|(at, why)| (range.start + at, why));
            InstanceJudgement { verdict: judged.verdict, wrong: wrong.collect() }
        })
        .collect()
}

/// Judges the records of one instance. `stated` is the task that the manifest states.
fn judge_instance(
    records: &[RunRecord],
    lanes: &[&LaneName],
    stated: Option<Task>,
) -> InstanceJudgement {
    let keeps: Vec<String> = records.iter().map(|record| coverage_name(&record.keeps)).collect();
    let mut known: HashMap<RowIdentity<'_>, usize> = HashMap::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut of = Vec::with_capacity(records.len());
    for ((record, lane), keeps) in records.iter().zip(lanes).zip(&keeps) {
        let next = rows.len();
        let at = *known.entry(row_identity(record, keeps, stated)).or_insert(next);
        of.push(at);
        match rows.get_mut(at) {
            // Runs of one engine that differ only in seeds and lower bounds become one row, which
            // keeps the comparison of all rows small.
            Some(known) => raise_bounds(known, record),
            None => rows.push(record_row(record, lane, stated)),
        }
    }
    let verdict = relate_rows(&mut rows);
    let wrong = of.into_iter().enumerate().filter_map(|(record, at)| {
        let row = &rows[at];
        let unchecked = (!row.checked).then(|| row.reason_words().unwrap_or("wrong").to_owned());
        // A row is marked as wrong for all records that it represents.
        Some((record, row.wrong.clone().or(unchecked)?))
    });
    InstanceJudgement { verdict, wrong: wrong.collect() }
}

fn row_identity<'r>(
    record: &'r RunRecord,
    keeps: &'r str,
    stated: Option<Task>,
) -> RowIdentity<'r> {
    // Incomplete results are lower bounds and may share a row. Complete ones must agree exactly,
    // and an unchecked record must not lend its numbers to others.
    let exact = (record.complete || !record.checked).then_some(ExactResult {
        count: record.count.clone(),
        given: record.given,
        weighted: record.weighted.clone(),
        cost: record.cost,
        digest: record.digest,
    });
    RowIdentity {
        engine: &record.engine,
        answered_by: record.answered_by.as_deref(),
        model: &record.model,
        keeps,
        answer: record.answer,
        checked: record.checked,
        reasoned: record.reason.is_some(),
        wrong: record.wrong.as_deref(),
        complete: record.complete,
        done: record.is_done(stated),
        exact,
    }
}

/// Raises the lower bounds of a row to those of another record of its kind.
fn raise_bounds(row: &mut Row, record: &RunRecord) {
    row.count = std::mem::take(&mut row.count).max(record.count.clone());
    row.given = row.given.max(record.given);
    row.weighted = row.weighted.take().max(record.weighted.clone());
    // Costs are minimised, so the lower of two costs is the tighter bound.
    if record.cost.is_some_and(|cost| row.cost.is_none_or(|known| cost < known)) {
        (row.cost, row.value) = (record.cost, record.value);
    }
}

fn coverage_name(keeps: &SolutionCoverage) -> String {
    match keeps {
        SolutionCoverage::All => "all".into(),
        SolutionCoverage::Orbits => "orbits".into(),
        SolutionCoverage::Part(options) => format!("part {}", options.join("+")),
    }
}
