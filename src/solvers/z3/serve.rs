//! What a worker's thread does.

use std::sync::mpsc::Receiver;

use parallax_encodings::smt::{EncodedScript, Term};
use z3::{Params, SatResult, Solver};

use super::Question;
use super::choice::logics;
use super::effort::{effort, since};
use super::translate::Translation;
use super::watch::{Watch, watched};
use super::worker::{Caller, Event, FAILED, Run};
use crate::ask::{Control, Ended};

/// A solver with the script asserted, unless `control` said stop meanwhile.
fn build(
    logic: &str,
    seed: u64,
    encoded: &EncodedScript,
    control: &Control,
) -> Option<(Solver, Translation)> {
    let solver = Solver::new_for_logic(logic).unwrap_or_default();
    let mut params = Params::new();
    params.set_u32("random_seed", (seed & 0x7fff_ffff) as u32);
    solver.set_params(&params);
    let translation = Translation::new(encoded, control).ok()?;
    for (_, term) in &encoded.script.assertions {
        let term = translation.truth_within(term, control).ok()?;
        control.check().ok()?;
        solver.assert(term);
    }
    Some((solver, translation))
}

/// The worker's thread. When the first logic's solver gives a question up, the
/// second takes over for good.
pub(super) fn serve(
    encoded: &EncodedScript,
    seed: u64,
    building: &Control,
    asked: &Receiver<Question>,
    caller: &Caller,
) {
    let (logic, mut second) = logics(&encoded.script);
    let Some((mut solver, mut translation)) = build(logic, seed, encoded, building) else {
        return;
    };
    if caller.events.send(Event::Ready).is_err() {
        return;
    }
    while let Ok(question) = asked.recv() {
        let mut run = ask(encoded, &solver, &translation, &question, caller);
        if let Some(logic) = second
            && run.found == 0
            && matches!(run.ended, Ended::GaveUp(_))
        {
            let Some(built) = build(logic, seed, encoded, &question.control) else {
                let stop = question.control.stopped();
                run.ended = stop.map_or_else(|| Ended::GaveUp(FAILED.into()), Ended::Stopped);
                let _ = caller.events.send(Event::Ended(run));
                continue;
            };
            second = None;
            (solver, translation) = built;
            run = ask(encoded, &solver, &translation, &question, caller);
        }
        if caller.events.send(Event::Ended(run)).is_err() {
            return;
        }
    }
}

/// One question, with the effort that it took.
fn ask(
    encoded: &EncodedScript,
    solver: &Solver,
    translation: &Translation,
    question: &Question,
    caller: &Caller,
) -> Run {
    let before = effort(solver);
    solver.push();
    let watched = watched(&question.control, |watch| {
        enumerate(encoded, solver, translation, question, watch, caller)
    });
    let spent = since(effort(solver), &before);
    solver.pop(1);
    match watched {
        Ok(((found, ended), sound)) => Run { found, ended, effort: spent, sound },
        Err(why) => Run { found: 0, ended: Ended::GaveUp(why), effort: spent, sound: true },
    }
}

/// A weighted sum is less than in `values`, which it can be written for.
fn costs_less(cost: &[(i64, usize)], values: &[i64]) -> Term {
    let bound: i64 = cost.iter().map(|&(a, i)| a * values[i]).sum();
    let weigh = |&(a, i)| Term::Mul(vec![Term::Int(a), Term::IntVar(i)]);
    let sum = cost.iter().map(weigh).chain([Term::Int(0)]).collect();
    Term::Lt(Box::new(Term::Add(sum)), Box::new(Term::Int(bound)))
}

fn enumerate(
    encoded: &EncodedScript,
    solver: &Solver,
    translation: &Translation,
    question: &Question,
    watch: &Watch<'_>,
    caller: &Caller,
) -> (u64, Ended) {
    for &(int, value) in &question.assume {
        solver.assert(translation.is(int, value));
    }
    let mut found = 0;
    loop {
        if question.limit.is_some_and(|limit| found >= limit) {
            return (found, Ended::Enough);
        }
        match watch.check(solver) {
            Err(stop) => return (found, Ended::Stopped(stop)),
            Ok(SatResult::Unsat) => return (found, Ended::Exhausted),
            Ok(SatResult::Unknown) => {
                let why = solver.get_reason_unknown().unwrap_or_default();
                return (found, Ended::GaveUp(format!("Z3 says unknown: {why}")));
            }
            Ok(SatResult::Sat) => {}
        }
        let Some(values) = solver.get_model().and_then(|model| translation.values(&model)) else {
            return (found, Ended::GaveUp("Z3 gave no model".into()));
        };
        let blocking = match &question.cost {
            None => translation.differs(&question.shown, &values),
            Some(cost) => match encoded.term(&costs_less(cost, &values)) {
                Ok(term) => translation.truth(&term),
                Err(error) => return (found, Ended::GaveUp(error.to_string())),
            },
        };
        found += 1;
        if !caller.wants_more_than(values) {
            return (found, Ended::Enough);
        }
        solver.assert(blocking);
    }
}
