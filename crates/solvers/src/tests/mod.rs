//! One table of tests, instantiated for every SAT solver of this build.

mod answers;
mod stops;

use parallax_model::engine_api::{Control, EffortCounters};
use rustsat::types::{Lit, Var};

use super::{SatAnswer, SatKind, SatSolver};
use answers::*;
use stops::*;

/// Returns the literal of a DIMACS number.
fn lit(number: i32) -> Lit {
    Var::new(number.unsigned_abs() - 1).lit(number < 0)
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

fn solver(kind: SatKind, variables: u32, clauses: &[Vec<i32>]) -> Box<dyn SatSolver> {
    let mut solver = kind.create_solver(7).unwrap();
    solver.reserve_variables(variables);
    clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)).unwrap());
    solver
}

fn solve(solver: &mut dyn SatSolver, assumptions: &[i32]) -> SatAnswer {
    solver.solve_clauses(&lits(assumptions), &Control::unlimited()).unwrap()
}

/// Makes the clauses "every pigeon has a hole, and no hole has two pigeons"; `guard` (unless 0)
/// activates them.
fn pigeonhole(pigeons: i32, holes: i32, guard: i32) -> Vec<Vec<i32>> {
    let sits = |pigeon: i32, hole: i32| guard + 1 + pigeon * holes + hole;
    let mut clauses: Vec<Vec<i32>> =
        (0..pigeons).map(|p| (0..holes).map(|h| sits(p, h)).collect()).collect();
    for hole in 0..holes {
        for second in 0..pigeons {
            clauses.extend((0..second).map(|first| vec![-sits(first, hole), -sits(second, hole)]));
        }
    }
    if guard != 0 {
        clauses.iter_mut().for_each(|clause| clause.push(-guard));
    }
    clauses
}

fn the_same_seed_gives_the_same_counters(kind: SatKind) {
    let effort = |seed: u64| -> EffortCounters {
        let mut solver = kind.create_solver(seed).unwrap();
        solver.reserve_variables(56);
        let clauses = pigeonhole(8, 7, 0);
        clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)).unwrap());
        assert_eq!(solve(&mut *solver, &[]), SatAnswer::Unsatisfiable);
        solver.effort_counters()
    };
    for seed in [0, 1, u64::MAX] {
        assert_eq!(effort(seed), effort(seed), "seed {seed}");
    }
    assert!(effort(1).iter().any(|(_, amount)| amount > 0));
}

/// Instantiates tests that take a [`SatKind`] for every solver of this build.
macro_rules! on_every_solver {
    ($($test:ident),* $(,)?) => {
        on_every_solver!(@ varisat, Varisat, $($test),*);
        on_every_solver!(@ batsat, Batsat, $($test),*);
        #[cfg(feature = "cadical")]
        on_every_solver!(@ cadical, Cadical, $($test),*);
        #[cfg(feature = "minisat")]
        on_every_solver!(@ minisat, Minisat, $($test),*);
        #[cfg(feature = "glucose")]
        on_every_solver!(@ glucose, Glucose, $($test),*);
    };
    (@ $name:ident, $kind:ident, $($test:ident),*) => {
        mod $name {
            $(
                #[test]
                fn $test() {
                    super::$test(super::SatKind::$kind);
                }
            )*
        }
    };
}

on_every_solver!(
    pigeonhole_is_unsatisfiable,
    enumerates_every_model_once,
    cores_are_made_of_assumptions,
    random_cores_hold,
    a_past_deadline_stops_at_once,
    a_deadline_stops_a_running_search,
    a_cancel_stops_a_running_search,
    an_old_control_is_forgotten,
    unused_variables_have_one_value_at_most,
    the_same_seed_gives_the_same_counters,
    an_empty_clause_is_unsatisfiable,
);

#[test]
fn names_read_back_and_wrong_ones_list_the_right() {
    for kind in SatKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert_eq!(kind.create_solver(0).is_ok(), kind.is_built());
    }
    let error = "lingeling".parse::<SatKind>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown SAT solver 'lingeling'; known: varisat, batsat, cadical, minisat, glucose"
    );
}
