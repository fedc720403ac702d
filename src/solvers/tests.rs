//! One table of tests, stamped over every SAT solver of this build.

use std::collections::HashSet;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustsat::types::{Lit, Var};

use super::{SatAnswer, SatKind, SatSolver};
use crate::ask::{Control, Counters, Stop};

/// What a stopped solver may take at most; far more than it should.
const GENEROUS: Duration = Duration::from_secs(60);

/// The literal of a DIMACS number.
fn lit(number: i32) -> Lit {
    Var::new(number.unsigned_abs() - 1).lit(number < 0)
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

fn solver(kind: SatKind, variables: u32, clauses: &[Vec<i32>]) -> Box<dyn SatSolver> {
    let mut solver = kind.create(7).unwrap();
    solver.reserve(variables);
    clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)).unwrap());
    solver
}

fn solve(solver: &mut dyn SatSolver, assumptions: &[i32]) -> SatAnswer {
    solver.solve(&lits(assumptions), &Control::unlimited()).unwrap()
}

/// Every pigeon has a hole, and no hole two pigeons; `guard` (unless 0)
/// switches the clauses on.
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

/// All models over the first `variables` variables under assumptions, with
/// blocking clauses switched on by the literal `guard`.
fn enumerate(
    solver: &mut dyn SatSolver,
    variables: i32,
    assumptions: &[i32],
    guard: i32,
) -> HashSet<Vec<bool>> {
    solver.reserve(guard.unsigned_abs());
    let assumed: Vec<i32> = assumptions.iter().copied().chain([guard]).collect();
    let mut found = HashSet::new();
    while solve(solver, &assumed) == SatAnswer::Satisfiable {
        let model: Vec<bool> = (1..=variables).map(|v| solver.is_true(lit(v))).collect();
        let blocked = (1..=variables).map(|v| if solver.is_true(lit(v)) { -v } else { v });
        let clause: Vec<i32> = blocked.chain([-guard]).collect();
        solver.add_clause(&lits(&clause)).unwrap();
        assert!(found.insert(model), "a blocked model came again");
    }
    solver.add_clause(&lits(&[-guard])).unwrap();
    found
}

/// Three literals a clause; some clauses repeat a literal or are tautologies.
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

/// Asserts that the last core is made of assumptions and unsatisfiable.
fn check_core(solver: &mut dyn SatSolver, assumptions: &[i32]) -> Vec<Lit> {
    let core = solver.core();
    assert!(core.iter().all(|l| lits(assumptions).contains(l)), "{core:?} of {assumptions:?}");
    let again = solver.solve(&core, &Control::unlimited()).unwrap();
    assert_eq!(again, SatAnswer::Unsatisfiable, "{core:?} is no core");
    core
}

/// The hard pigeonhole problem under guard 1, and more conflicts than any
/// solver here needs to look at the clock.
fn hard(kind: SatKind) -> Box<dyn SatSolver> {
    solver(kind, 1 + 12 * 11, &pigeonhole(12, 11, 1))
}

/// After a stop: an error, another stop or the truth.
fn check_after_stop(solver: &mut dyn SatSolver) {
    let soon = || Control::unlimited().within(Some(Duration::from_millis(20)));
    let easy = solver.solve(&lits(&[-1]), &Control::unlimited());
    assert!(
        matches!(easy, Err(_) | Ok(SatAnswer::Stopped(_) | SatAnswer::Satisfiable)),
        "{easy:?}"
    );
    let hard = solver.solve(&lits(&[1]), &soon());
    assert!(matches!(hard, Err(_) | Ok(SatAnswer::Stopped(_))), "{hard:?}");
    let clash = solver.solve(&lits(&[1, -1]), &Control::unlimited());
    assert!(matches!(clash, Err(_) | Ok(SatAnswer::Stopped(_) | SatAnswer::Unsatisfiable)));
}

fn pigeonhole_is_unsatisfiable(kind: SatKind) {
    let mut tight = solver(kind, 25, &pigeonhole(5, 5, 0));
    assert_eq!(solve(&mut *tight, &[]), SatAnswer::Satisfiable);
    let mut over = solver(kind, 30, &pigeonhole(6, 5, 0));
    assert_eq!(solve(&mut *over, &[]), SatAnswer::Unsatisfiable);
    assert!(over.core().is_empty(), "no assumptions, no core");
    assert_eq!(solve(&mut *over, &[1]), SatAnswer::Unsatisfiable, "for good");
    check_core(&mut *over, &[1]);
}

fn enumerates_every_model_once(kind: SatKind) {
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

fn cores_are_made_of_assumptions(kind: SatKind) {
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

fn random_cores_hold(kind: SatKind) {
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

fn a_past_deadline_stops_at_once(kind: SatKind) {
    let mut solver = hard(kind);
    let past = Control::unlimited().within(Some(Duration::ZERO));
    let answer = solver.solve(&lits(&[1]), &past);
    assert_eq!(answer, Ok(SatAnswer::Stopped(Stop::Timeout)));
    assert_eq!(solve(&mut *solver, &[-1]), SatAnswer::Satisfiable, "nothing was begun");
    check_after_stop(&mut *solver);
}

fn a_deadline_stops_a_running_search(kind: SatKind) {
    let mut solver = hard(kind);
    let control = Control::unlimited().within(Some(Duration::from_millis(100)));
    let started = std::time::Instant::now();
    let answer = solver.solve(&lits(&[1]), &control);
    assert_eq!(answer, Ok(SatAnswer::Stopped(Stop::Timeout)));
    assert!(started.elapsed() < GENEROUS);
    check_after_stop(&mut *solver);
}

fn a_cancel_stops_a_running_search(kind: SatKind) {
    let mut solver = hard(kind);
    let control = Control::unlimited();
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            control.cancel();
        });
        solver.solve(&lits(&[1]), &control)
    });
    assert_eq!(answer, Ok(SatAnswer::Stopped(Stop::Cancelled)));
    check_after_stop(&mut *solver);
}

/// A question that is over leaves nothing behind: neither its deadline nor
/// its flag stops the clauses that come later.
fn an_old_control_is_forgotten(kind: SatKind) {
    let mut solver = solver(kind, 30, &[vec![1, 2], vec![-1, 2]]);
    let control = Control::unlimited();
    assert_eq!(solver.solve(&[], &control), Ok(SatAnswer::Satisfiable));
    control.cancel();
    for clause in pigeonhole(6, 5, 0).iter().cycle().take(2000) {
        let loose: Vec<i32> = clause.iter().copied().chain([2]).collect();
        solver.add_clause(&lits(&loose)).unwrap();
    }
    assert_eq!(solve(&mut *solver, &[]), SatAnswer::Satisfiable);
    assert_eq!(solve(&mut *solver, &[-2]), SatAnswer::Unsatisfiable);
}

fn unused_variables_have_one_value_at_most(kind: SatKind) {
    let mut solver = solver(kind, 10, &[vec![3]]);
    assert_eq!(solve(&mut *solver, &[]), SatAnswer::Satisfiable);
    assert!(solver.is_true(lit(3)) && !solver.is_true(lit(-3)));
    // The last ones were never mentioned.
    for variable in 1..=20 {
        assert!(!(solver.is_true(lit(variable)) && solver.is_true(lit(-variable))));
    }
}

fn the_same_seed_gives_the_same_counters(kind: SatKind) {
    let effort = |seed: u64| -> Counters {
        let mut solver = kind.create(seed).unwrap();
        solver.reserve(56);
        let clauses = pigeonhole(8, 7, 0);
        clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)).unwrap());
        assert_eq!(solve(&mut *solver, &[]), SatAnswer::Unsatisfiable);
        solver.counters()
    };
    for seed in [0, 1, u64::MAX] {
        assert_eq!(effort(seed), effort(seed), "seed {seed}");
    }
    assert!(effort(1).iter().any(|(_, amount)| amount > 0));
}

fn an_empty_clause_is_unsatisfiable(kind: SatKind) {
    let mut solver = solver(kind, 2, &[vec![1, 2], vec![]]);
    assert_eq!(solve(&mut *solver, &[]), SatAnswer::Unsatisfiable);
    assert_eq!(solve(&mut *solver, &[1]), SatAnswer::Unsatisfiable);
}

/// Stamps tests that take a [`SatKind`] over every solver of this build.
macro_rules! on_every_solver {
    ($($test:ident),* $(,)?) => {
        on_every_solver!(@ varisat, Varisat, $($test),*);
        on_every_solver!(@ batsat, Batsat, $($test),*);
        #[cfg(feature = "cadical")]
        on_every_solver!(@ cadical, Cadical, $($test),*);
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
        assert_eq!(kind.create(0).is_ok(), kind.is_built());
    }
    let error = "minisat".parse::<SatKind>().unwrap_err();
    assert_eq!(error, "unknown SAT solver 'minisat'; known: varisat, batsat, cadical");
}
