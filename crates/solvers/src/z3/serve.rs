//! The work of a worker's thread.

use std::sync::mpsc::Receiver;

use parallax_encodings::smt::{EncodedScript, Term};
use parallax_model::ask::{Control, Ended};
use z3::{Params, SatResult, Solver};

use super::Question;
use super::choice::logics;
use super::effort::{effort, since};
use super::translate::Translation;
use super::watch::{Watch, watched};
use super::worker::{Caller, Event, FAILED, Run};

/// Makes a solver and asserts the script, unless `control` stops it.
fn build(
    logic: &str,
    seed: u64,
    encoded: &EncodedScript,
    control: &Control,
) -> Option<(Solver, Translation)> {
    let solver = Solver::new_for_logic(logic).unwrap_or_default();
    let mut params = Params::new();
    params.set_u32("random_seed", (seed & 0x7fff_ffff) as u32);
    // Otherwise Z3 handles the interrupts meant for the whole program.
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
    let translation = Translation::new(encoded, control).ok()?;
    for (_, term) in &encoded.script.assertions {
        let term = translation.truth_within(term, control).ok()?;
        control.check().ok()?;
        solver.assert(term);
    }
    Some((solver, translation))
}

/// Runs the worker's thread. When the first logic's solver gives up a question, the second
/// takes over permanently.
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

/// Answers one question, and measures its effort.
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
        Err(error) => {
            let ended = Ended::GaveUp(format!("no thread to watch Z3: {error}"));
            Run { found: 0, ended, effort: spent, sound: true }
        }
    }
}

/// Returns the term "the weighted sum is less than its value in `values`".
fn costs_less(cost: &[(i64, usize)], values: &[i64]) -> Term {
    let bound: i64 = cost.iter().map(|&(a, i)| a * values[i]).sum();
    let weigh = |&(a, i)| Term::Mul(vec![Term::Int(a), Term::IntVar(i)]);
    let sum = cost.iter().map(weigh).chain([Term::Int(0)]).collect();
    Term::Lt(Box::new(Term::Add(sum)), Box::new(Term::Int(bound)))
}

/// Number of solutions in one subtree, each excluded by an assertion, after which one more integer
/// is fixed. Z3's next question costs more the more solutions have been excluded: this halves the
/// time for all 724 placements of ten queens with QF_FD.
const PART: u64 = 32;

/// The fixed integers with their values, each asserted in a scope of its own: the path to a
/// subtree of the tree of solutions.
#[derive(Default)]
struct Path {
    led: Vec<(usize, i64)>,
    /// Number of solutions found since the path last changed.
    here: u64,
}

impl Path {
    /// Fixes one more integer after [`PART`] solutions.
    fn extend(
        &mut self,
        solver: &Solver,
        translation: &Translation,
        shown: &[usize],
        values: &[i64],
    ) {
        self.here += 1;
        let Some(&int) = shown.get(self.led.len()).filter(|_| self.here >= PART) else { return };
        solver.push();
        solver.assert(translation.is(int, values[int]));
        self.led.push((int, values[int]));
        self.here = 0;
    }

    /// Leaves an exhausted subtree; returns false if it was the whole tree.
    fn turn(&mut self, solver: &Solver, translation: &Translation) -> bool {
        let Some((int, value)) = self.led.pop() else { return false };
        solver.pop(1);
        solver.assert(translation.is(int, value).not());
        self.here = 0;
        true
    }
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
    let mut path = Path::default();
    let ended = loop {
        if question.limit.is_some_and(|limit| found >= limit) {
            break Ended::Enough;
        }
        match watch.check(solver) {
            Err(stop) => break Ended::Stopped(stop),
            Ok(SatResult::Unsat) if path.turn(solver, translation) => continue,
            Ok(SatResult::Unsat) => break Ended::Exhausted,
            Ok(SatResult::Unknown) => {
                let why = solver.get_reason_unknown().unwrap_or_default();
                break Ended::GaveUp(format!("Z3 says unknown: {why}"));
            }
            Ok(SatResult::Sat) => {}
        }
        let Some(values) = solver.get_model().and_then(|model| translation.values(&model)) else {
            break Ended::GaveUp("Z3 gave no model".into());
        };
        found += 1;
        if !caller.wants_more_than(values.clone()) {
            break Ended::Enough;
        }
        match &question.cost {
            None => {
                solver.assert(translation.differs(&question.shown, &values));
                path.extend(solver, translation, &question.shown, &values);
            }
            Some(cost) => match encoded.term(&costs_less(cost, &values)) {
                Ok(term) => solver.assert(translation.truth(&term)),
                Err(error) => break Ended::GaveUp(error.to_string()),
            },
        }
    };
    solver.pop(path.led.len() as u32);
    (found, ended)
}
