//! Records as rows of a comparison.

use parallax_compare::{Row, RowTimes};
use parallax_experiment::{AnswerKind, RunRecord};
use parallax_model::engine_api::{Answer, AnsweringEngine, EndReason, Task};

use super::record_placement;
use super::study::LaneName;

/// Returns the engine to which the engine of a record delegated the work.
fn answered_by(record: &RunRecord) -> Option<AnsweringEngine> {
    let engine = record.answered_by.clone()?;
    let (family, compiler) = record_placement::engine_facts(&engine);
    Some(AnsweringEngine { engine, family, compiler, why: String::new() })
}

/// Returns the row of a record, without the data that records do not keep: the solutions, and the
/// puzzle, which no verdict depends on. `lane` is that of the record, `stated` the task that the
/// manifest states.
pub(super) fn record_row(record: &RunRecord, lane: &LaneName, stated: Option<Task>) -> Row {
    let why = || record.reason.clone().unwrap_or_else(|| record.exit.to_string());
    let answer = match record.answer {
        AnswerKind::Sat => Answer::Satisfiable,
        AnswerKind::Optimal => Answer::Optimal(record.value.map_or(0, |value| value.units)),
        AnswerKind::Unsat => Answer::Unsatisfiable,
        AnswerKind::Unknown => Answer::Unknown(EndReason::read(why())),
        AnswerKind::Unsupported => Answer::Unsupported(why()),
    };
    let measured = record.measured.unwrap_or_default();
    let answered_by = answered_by(record);
    Row {
        instance: record.instance.clone(),
        index: record.index,
        puzzle: "",
        givens: Vec::new(),
        model: record.model.as_str().into(),
        engine: record.engine.clone(),
        spec: None,
        family: answered_by.as_ref().map_or(lane.family, |by| by.family),
        compiler: answered_by.as_ref().map_or(lane.compiler, |by| by.compiler),
        answered_by,
        seed: record.seed,
        task: record.run_task(stated),
        answer,
        claim: record.claim,
        standing: record.standing,
        proof: None,
        reason: record.reason.clone().map(EndReason::read),
        wrong: record.wrong.clone(),
        count: record.count.clone(),
        given: record.given,
        weighted: record.weighted.clone(),
        orbits: None,
        counting: record.counting,
        value: record.value,
        complete: record.complete,
        solutions: Vec::new(),
        core: None,
        checked: record.checked,
        time_s: RowTimes {
            encode: measured.encode_s,
            solve: measured.solve_s,
            check: measured.check_s,
            total: measured.wall_s,
        },
        counters: record.counters.clone(),
        kept: Vec::new(),
        digest: record.digest,
        cost: record.cost,
        keeps: record.keeps.clone(),
    }
}
