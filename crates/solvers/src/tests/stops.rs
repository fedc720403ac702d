//! Deadlines and cancellation.

use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, StopReason};

use super::{lits, pigeonhole, solve, solver};
use crate::{SatAnswer, SatKind, SatSolver};

/// Maximum time that a stopped solver may take; far more than it should.
const GENEROUS: Duration = Duration::from_secs(60);

/// Makes the hard pigeonhole problem under guard 1, with more conflicts than any solver here needs
/// to check the clock.
fn hard(kind: SatKind) -> Box<dyn SatSolver> {
    solver(kind, 1 + 12 * 11, &pigeonhole(12, 11, 1))
}

/// Checks a solver after a stop: an error, another stop or the correct answer.
fn check_after_stop(solver: &mut dyn SatSolver) {
    let soon = || Control::unlimited().with_timeout(Some(Duration::from_millis(20)));
    let easy = solver.solve_clauses(&lits(&[-1]), &Control::unlimited());
    assert!(
        matches!(easy, Err(_) | Ok(SatAnswer::Stopped(_) | SatAnswer::Satisfiable)),
        "{easy:?}"
    );
    let hard = solver.solve_clauses(&lits(&[1]), &soon());
    assert!(matches!(hard, Err(_) | Ok(SatAnswer::Stopped(_))), "{hard:?}");
    let clash = solver.solve_clauses(&lits(&[1, -1]), &Control::unlimited());
    assert!(matches!(clash, Err(_) | Ok(SatAnswer::Stopped(_) | SatAnswer::Unsatisfiable)));
}

pub(super) fn a_past_deadline_stops_at_once(kind: SatKind) {
    let mut solver = hard(kind);
    let past = Control::unlimited().with_timeout(Some(Duration::ZERO));
    let answer = solver.solve_clauses(&lits(&[1]), &past);
    assert_eq!(answer.unwrap(), SatAnswer::Stopped(StopReason::Timeout));
    assert_eq!(solve(&mut *solver, &[-1]), SatAnswer::Satisfiable, "nothing was begun");
    check_after_stop(&mut *solver);
}

pub(super) fn a_deadline_stops_a_running_search(kind: SatKind) {
    let mut solver = hard(kind);
    let control = Control::unlimited().with_timeout(Some(Duration::from_millis(100)));
    let started = Instant::now();
    let answer = solver.solve_clauses(&lits(&[1]), &control);
    assert_eq!(answer.unwrap(), SatAnswer::Stopped(StopReason::Timeout));
    assert!(started.elapsed() < GENEROUS);
    check_after_stop(&mut *solver);
}

pub(super) fn a_cancel_stops_a_running_search(kind: SatKind) {
    let mut solver = hard(kind);
    let control = Control::unlimited();
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            control.cancel_work();
        });
        solver.solve_clauses(&lits(&[1]), &control)
    });
    assert_eq!(answer.unwrap(), SatAnswer::Stopped(StopReason::Cancelled));
    check_after_stop(&mut *solver);
}

/// A finished question leaves nothing behind: neither its deadline nor its flag stops later
/// clauses.
pub(super) fn an_old_control_is_forgotten(kind: SatKind) {
    let mut solver = solver(kind, 30, &[vec![1, 2], vec![-1, 2]]);
    let control = Control::unlimited();
    assert_eq!(solver.solve_clauses(&[], &control).unwrap(), SatAnswer::Satisfiable);
    control.cancel_work();
    for clause in pigeonhole(6, 5, 0).iter().cycle().take(2000) {
        let loose: Vec<i32> = clause.iter().copied().chain([2]).collect();
        solver.add_clause(&lits(&loose)).unwrap();
    }
    assert_eq!(solve(&mut *solver, &[]), SatAnswer::Satisfiable);
    assert_eq!(solve(&mut *solver, &[-2]), SatAnswer::Unsatisfiable);
}
