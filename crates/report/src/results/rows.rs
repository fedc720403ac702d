//! Records as rows of a comparison.

use parallax_compare::{Row, Times};
use parallax_experiment::{AnswerKind, Record};
use parallax_model::ask::{Answer, AnsweredBy, EndReason, Family, Task};

use super::place;

/// Returns the engine to which the engine of a record delegated the work.
fn answered_by(record: &Record) -> Option<AnsweredBy> {
    let engine = record.answered_by.clone()?;
    Some(AnsweredBy { family: place::family(&engine), engine, why: String::new() })
}

/// Returns the row of a record, without the data that records do not keep: the solutions, and the
/// puzzle, which no verdict depends on. `stated` is the task that the manifest states.
pub(super) fn row(record: &Record, family: Family, stated: Option<Task>) -> Row {
    let why = || record.reason.clone().unwrap_or_else(|| record.exit.to_string());
    let answer = match record.answer {
        AnswerKind::Sat => Answer::Satisfiable,
        AnswerKind::Optimal => Answer::Optimal(record.value.map_or(0, |value| value.units)),
        AnswerKind::Unsat => Answer::Unsatisfiable,
        AnswerKind::Unknown => Answer::Unknown(EndReason::read(why())),
        AnswerKind::Unsupported => Answer::Unsupported(why()),
    };
    let measured = record.measured.unwrap_or_default();
    Row {
        instance: record.instance.clone(),
        index: record.index,
        puzzle: "",
        givens: Vec::new(),
        model: record.model.as_str().into(),
        engine: record.engine.clone(),
        spec: None,
        answered_by: answered_by(record),
        family: answered_by(record).map_or(family, |by| by.family),
        seed: record.seed,
        task: record.task(stated),
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
        time_s: Times {
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
