//! Answers, models and cores.

use std::collections::HashSet;

use parallax_model::engine_api::Control;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustsat::types::Lit;

use super::{lit, lits, pigeonhole, solve, solver};
use crate::{SatAnswer, SatKind, SatSolver};

/// Returns all models over the first `variables` variables under assumptions, with blocking clauses
/// activated by the literal `guard`.
fn enumerate(
    solver: &mut dyn SatSolver,
    variables: i32,
    assumptions: &[i32],
    guard: i32,
) -> HashSet<Vec<bool>> {
    solver.reserve_variables(guard.unsigned_abs());
    let assumed: Vec<i32> = assumptions.iter().copied().chain([guard]).collect();
    let mut found = HashSet::new();
    while solve(solver, &assumed) == SatAnswer::Satisfiable {
        let model: Vec<bool> = (1..=variables).map(|v| solver.is_true(lit(v))).collect();
        let blocked = (1..=variables).map(|v| if solver.is_true(lit(v)) { -v } else { v });
        let clause: Vec<i32> = blocked.chain([-guard]).collect();
        solver.add_clause(&lits(&clause)).unwrap();
        assert!(found.insert(model), "a blocked model was found again");
    }
    solver.add_clause(&lits(&[-guard])).unwrap();
    found
}

/// Makes clauses of three literals; some repeat a literal or are tautologies.
fn random_clauses(rng: &mut ChaCha8Rng, variables: i32, count: usize) -> Vec<Vec<i32>> {
    let mut literal = || rng.random_range(1..=variables) * if rng.random() { 1 } else { -1 };
    (0..count).map(|_| (0..3).map(|_| literal()).collect()).collect()
}

fn by_brute_force(variables: i32, clauses: &[Vec<i32>], units: &[i32]) -> HashSet<Vec<bool>> {
    let all =
        (0..1u32 << variables).map(|bits| (0..variables).map(|v| bits >> v & 1 == 1).collect());
    let holds = |model: &Vec<bool>, &l: &i32| model[l.unsigned_abs() as usize - 1] == (l > 0);
    all.filter(|model| {
        clauses.iter().all(|clause| clause.iter().any(|l| holds(model, l)))
            && units.iter().all(|l| holds(model, l))
    })
    .collect()
}

/// Asserts that the last core consists of assumptions and is unsatisfiable.
fn check_core(solver: &mut dyn SatSolver, assumptions: &[i32]) -> Vec<Lit> {
    let core = solver.failed_assumptions();
    assert!(core.iter().all(|l| lits(assumptions).contains(l)), "{core:?} of {assumptions:?}");
    let again = solver.solve_clauses(&core, &Control::unlimited()).unwrap();
    assert_eq!(again, SatAnswer::Unsatisfiable, "{core:?} is not a core");
    core
}

pub(super) fn pigeonhole_is_unsatisfiable(kind: SatKind) {
    let mut tight = solver(kind, 25, &pigeonhole(5, 5, 0));
    assert_eq!(solve(&mut *tight, &[]), SatAnswer::Satisfiable);
    let mut over = solver(kind, 30, &pigeonhole(6, 5, 0));
    assert_eq!(solve(&mut *over, &[]), SatAnswer::Unsatisfiable);
    assert!(over.failed_assumptions().is_empty(), "no assumptions, no core");
    assert_eq!(solve(&mut *over, &[1]), SatAnswer::Unsatisfiable, "for good");
    check_core(&mut *over, &[1]);
}

pub(super) fn enumerates_every_model_once(kind: SatKind) {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = rng.random_range(1..25);
        let clauses = random_clauses(&mut rng, 6, count);
        let mut solver = solver(kind, 6, &clauses);
        // Twice without and once with an assumption: blocking is undone.
        for (guard, assumed) in [(7, vec![]), (8, vec![]), (9, vec![-2])] {
            let found = enumerate(&mut *solver, 6, &assumed, guard);
            assert_eq!(found, by_brute_force(6, &clauses, &assumed), "seed {seed}, {clauses:?}");
        }
    }
}

pub(super) fn cores_are_made_of_assumptions(kind: SatKind) {
    // 1 -> 2 -> 3, and not 3 with 4; 5 and 6 do not matter.
    let clauses = [vec![-1, 2], vec![-2, 3], vec![-3, -4], vec![5, 6]];
    let mut solver = solver(kind, 6, &clauses);
    assert_eq!(solve(&mut *solver, &[5, 1, 6]), SatAnswer::Satisfiable);
    for assumptions in [&[5, 1, 6, 4][..], &[4, 5, 1], &[1, -3], &[5, -5], &[6, 6, 2, 4, 4]] {
        assert_eq!(solve(&mut *solver, assumptions), SatAnswer::Unsatisfiable, "{assumptions:?}");
        let core = check_core(&mut *solver, assumptions);
        let kept = |number: i32| core.contains(&lit(number));
        assert!(
            !core.is_empty() && (assumptions.contains(&-5) || !(kept(5) || kept(6))),
            "{core:?}"
        );
    }
    solver.add_clause(&lits(&[-1])).unwrap();
    assert_eq!(solve(&mut *solver, &[2, 1]), SatAnswer::Unsatisfiable);
    assert_eq!(check_core(&mut *solver, &[2, 1]), lits(&[1]), "a literal false from the start");
    assert_eq!(solve(&mut *solver, &[-1, 2, 5]), SatAnswer::Satisfiable, "nothing stays assumed");
}

pub(super) fn random_cores_hold(kind: SatKind) {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..60 {
        let clauses = random_clauses(&mut rng, 8, 24);
        let mut solver = solver(kind, 8, &clauses);
        let assumptions: Vec<i32> = (1..=8).map(|v| if rng.random() { v } else { -v }).collect();
        let expected = by_brute_force(8, &clauses, &assumptions);
        match solve(&mut *solver, &assumptions) {
            SatAnswer::Satisfiable => assert!(!expected.is_empty(), "{clauses:?}"),
            SatAnswer::Unsatisfiable => {
                assert!(expected.is_empty(), "{clauses:?}");
                check_core(&mut *solver, &assumptions);
            }
            SatAnswer::Stopped(stop) => panic!("stopped: {stop}"),
        }
    }
}

pub(super) fn unused_variables_have_one_value_at_most(kind: SatKind) {
    let mut solver = solver(kind, 10, &[vec![3]]);
    assert_eq!(solve(&mut *solver, &[]), SatAnswer::Satisfiable);
    assert!(solver.is_true(lit(3)) && !solver.is_true(lit(-3)));
    // The last variables were never mentioned.
    for variable in 1..=20 {
        assert!(!(solver.is_true(lit(variable)) && solver.is_true(lit(-variable))));
    }
}

pub(super) fn an_empty_clause_is_unsatisfiable(kind: SatKind) {
    let mut solver = solver(kind, 2, &[vec![1, 2], vec![]]);
    assert_eq!(solve(&mut *solver, &[]), SatAnswer::Unsatisfiable);
    assert_eq!(solve(&mut *solver, &[1]), SatAnswer::Unsatisfiable);
}
