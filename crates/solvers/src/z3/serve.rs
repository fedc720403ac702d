//! The work of a worker's thread.

use std::sync::mpsc::Receiver;

use parallax_encodings::smt::{EncodedScript, SmtTerm};
use parallax_model::engine_api::{Control, EnumerationEnd};
use z3::{Params, SatResult, Solver};

use super::Z3Question;
use super::effort::{measure_effort, subtract_effort};
use super::logic_choice::choose_logics;
use super::translate::Z3Variables;
use super::watch::{Z3Watch, run_watched};
use super::worker::{Z3_FAILURE_MESSAGE, Z3Caller, Z3Event, Z3RunResult};

/// Makes a solver and asserts the script, unless `control` stops it.
fn build_solver(
    logic: &str,
    seed: u64,
    encoded: &EncodedScript,
    control: &Control,
) -> Option<(Solver, Z3Variables)> {
    let solver = Solver::new_for_logic(logic).unwrap_or_default();
    let mut params = Params::new();
    params.set_u32("random_seed", (seed & 0x7fff_ffff) as u32);
    // Otherwise Z3 handles the interrupts meant for the whole program.
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
    let translation = Z3Variables::new(encoded, control).ok()?;
    for (_, term) in &encoded.script.assertions {
        let term = translation.truth_within(term, control).ok()?;
        control.check_stop().ok()?;
        solver.assert(term);
    }
    Some((solver, translation))
}

/// Runs the worker's thread. When the first logic's solver gives up a question, the second
/// takes over permanently.
pub(super) fn serve_questions(
    encoded: &EncodedScript,
    seed: u64,
    building: &Control,
    asked: &Receiver<Z3Question>,
    caller: &Z3Caller,
) {
    let (logic, mut second) = choose_logics(&encoded.script);
    let Some((mut solver, mut translation)) = build_solver(logic, seed, encoded, building) else {
        return;
    };
    if caller.events.send(Z3Event::Ready).is_err() {
        return;
    }
    while let Ok(question) = asked.recv() {
        // The second logic gets only questions of which nothing is known yet: solutions that were
        // reported would be found again.
        let mut run = answer_question(encoded, &solver, &translation, &question, caller);
        if let Some(logic) = second
            && run.found == 0
            && matches!(run.ended, EnumerationEnd::GaveUp(_))
        {
            let Some(built) = build_solver(logic, seed, encoded, &question.control) else {
                let stop = question.control.stop_reason();
                run.ended = stop.map_or_else(
                    || EnumerationEnd::GaveUp(Z3_FAILURE_MESSAGE.into()),
                    EnumerationEnd::Stopped,
                );
                let _ = caller.events.send(Z3Event::Ended(run));
                continue;
            };
            second = None;
            (solver, translation) = built;
            run = answer_question(encoded, &solver, &translation, &question, caller);
        }
        if caller.events.send(Z3Event::Ended(run)).is_err() {
            return;
        }
    }
}

/// Answers one question, and measures its effort.
fn answer_question(
    encoded: &EncodedScript,
    solver: &Solver,
    translation: &Z3Variables,
    question: &Z3Question,
    caller: &Z3Caller,
) -> Z3RunResult {
    let before = measure_effort(solver);
    // Everything that the question asserts lies in this scope, and leaves the solver with it.
    solver.push();
    let watched = run_watched(&question.control, |watch| {
        enumerate_models(encoded, solver, translation, question, watch, caller)
    });
    let spent = subtract_effort(measure_effort(solver), &before);
    solver.pop(1);
    match watched {
        Ok(((found, ended), sound)) => Z3RunResult { found, ended, effort: spent, sound },
        Err(error) => {
            let ended = EnumerationEnd::GaveUp(format!("no thread to watch Z3: {error}"));
            Z3RunResult { found: 0, ended, effort: spent, sound: true }
        }
    }
}

/// Returns the term "the weighted sum is less than its value in `values`".
fn costs_less(cost: &[(i64, usize)], values: &[i64]) -> SmtTerm {
    let bound: i64 = cost.iter().map(|&(a, i)| a * values[i]).sum();
    let weigh = |&(a, i)| SmtTerm::Mul(vec![SmtTerm::Int(a), SmtTerm::IntVar(i)]);
    let sum = cost.iter().map(weigh).chain([SmtTerm::Int(0)]).collect();
    SmtTerm::Lt(Box::new(SmtTerm::Add(sum)), Box::new(SmtTerm::Int(bound)))
}

/// Number of solutions in one subtree, each excluded by an assertion, after which one more integer
/// is fixed. Z3's next question costs more the more solutions have been excluded: this halves the
/// time for all 724 placements of ten queens with QF_FD.
const MAX_SUBTREE_SOLUTIONS: u64 = 32;

/// The fixed integers with their values, each asserted in a separate scope: the path to a subtree
/// of the tree of solutions.
#[derive(Default)]
struct AssumptionPath {
    led: Vec<(usize, i64)>,
    /// Number of solutions found since the path last changed.
    here: u64,
}

impl AssumptionPath {
    /// Fixes one more integer after [`MAX_SUBTREE_SOLUTIONS`] solutions.
    fn extend_path(
        &mut self,
        solver: &Solver,
        translation: &Z3Variables,
        shown: &[usize],
        values: &[i64],
    ) {
        self.here += 1;
        let Some(&int) = shown.get(self.led.len()).filter(|_| self.here >= MAX_SUBTREE_SOLUTIONS)
        else {
            return;
        };
        solver.push();
        solver.assert(translation.value_equality(int, values[int]));
        self.led.push((int, values[int]));
        self.here = 0;
    }

    /// Leaves an exhausted subtree; returns false if it was the whole tree.
    fn leave_subtree(&mut self, solver: &Solver, translation: &Z3Variables) -> bool {
        let Some((int, value)) = self.led.pop() else { return false };
        solver.pop(1);
        // This assertion lies in the scope of the next outer value, so the subtree stays excluded
        // until that is left as well.
        solver.assert(translation.value_equality(int, value).not());
        self.here = 0;
        true
    }
}

fn enumerate_models(
    encoded: &EncodedScript,
    solver: &Solver,
    translation: &Z3Variables,
    question: &Z3Question,
    watch: &Z3Watch<'_>,
    caller: &Z3Caller,
) -> (u64, EnumerationEnd) {
    for &(int, value) in &question.assume {
        solver.assert(translation.value_equality(int, value));
    }
    let mut found = 0;
    let mut path = AssumptionPath::default();
    let ended = loop {
        if question.limit.is_some_and(|limit| found >= limit) {
            break EnumerationEnd::Enough;
        }
        match watch.run_check(solver) {
            Err(stop) => break EnumerationEnd::Stopped(stop),
            Ok(SatResult::Unsat) if path.leave_subtree(solver, translation) => continue,
            Ok(SatResult::Unsat) => break EnumerationEnd::Exhausted,
            Ok(SatResult::Unknown) => {
                let why = solver.get_reason_unknown().unwrap_or_default();
                break EnumerationEnd::GaveUp(format!("Z3 says unknown: {why}"));
            }
            Ok(SatResult::Sat) => {}
        }
        let Some(values) = solver.get_model().and_then(|model| translation.model_values(&model))
        else {
            break EnumerationEnd::GaveUp("Z3 gave no model".into());
        };
        found += 1;
        if !caller.wants_more_than(values.clone()) {
            break EnumerationEnd::Enough;
        }
        match &question.cost {
            None => {
                solver.assert(translation.some_difference(&question.shown, &values));
                path.extend_path(solver, translation, &question.shown, &values);
            }
            Some(cost) => match encoded.encode_term(&costs_less(cost, &values)) {
                Ok(term) => solver.assert(translation.translate_truth(&term)),
                Err(error) => break EnumerationEnd::GaveUp(error.to_string()),
            },
        }
    };
    // The scopes of the path lie inside that of the question, which the caller closes.
    solver.pop(path.led.len() as u32);
    (found, ended)
}
