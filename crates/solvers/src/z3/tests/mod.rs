//! Z3 is queried, queried again, stopped and dropped.

mod random;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_encodings::ArithmeticRelation;
use parallax_encodings::smt::{self, SmtEncoding, SmtScript};
use parallax_model::engine_api::{Control, EnumerationEnd, PreparationError, StopReason};

use super::{Z3Question, Z3Solver};

fn start(script: SmtScript) -> Z3Solver {
    start_as(script, SmtEncoding::Fd)
}

fn start_as(script: SmtScript, encoding: SmtEncoding) -> Z3Solver {
    let encoded = Arc::new(script.encode_script(encoding).unwrap());
    Z3Solver::start_solver(encoded, 0, &Control::unlimited()).unwrap()
}

fn question(shown: &[usize]) -> Z3Question {
    let control = Control::unlimited();
    Z3Question { assume: Vec::new(), shown: shown.to_vec(), limit: None, cost: None, control }
}

fn all(solver: &mut Z3Solver, question: Z3Question) -> (BTreeSet<Vec<i64>>, EnumerationEnd) {
    let shown = question.shown.clone();
    let mut set = BTreeSet::new();
    let (found, ended, _) = solver.enumerate_solutions(question, &mut |values| {
        assert!(
            set.insert(shown.iter().map(|&i| values[i]).collect()),
            "{values:?} was found twice"
        );
        ControlFlow::Continue(())
    });
    assert_eq!(found, set.len() as u64);
    (set, ended)
}

/// Makes a script with `x` and `y` from 1 to 4.
fn pair(logic: &str) -> (SmtScript, usize, usize) {
    let mut script = SmtScript::new(logic);
    let [x, y] = ["x", "y"].map(|name| script.declare_integer(name, ""));
    for int in [x, y] {
        script.assert_term("domains", smt::domain_term(int, &[1, 2, 3, 4]));
    }
    (script, x, y)
}

fn ordered() -> (SmtScript, usize, usize) {
    let (mut script, x, y) = pair("QF_LIA");
    script.assert_term("order", smt::compare_term(x, ArithmeticRelation::Lt, y, 0));
    (script, x, y)
}

/// Makes a script with one more pigeon than holes. Z3 can only enumerate, except with the last
/// constraint removed: pigeon 0 sits alone while `free` is 1.
fn hard() -> (SmtScript, usize) {
    const HOLES: i32 = 12;
    let mut script = SmtScript::new("QF_LIA");
    let free = script.declare_integer("free", "");
    script.assert_term("domains", smt::domain_term(free, &[0, 1]));
    let holes: Vec<i32> = (1..=HOLES).collect();
    let pigeons: Vec<usize> =
        (0..=HOLES).map(|i| script.declare_integer(format!("p{i}"), "")).collect();
    for (i, &a) in pigeons.iter().enumerate() {
        script.assert_term("domains", smt::domain_term(a, &holes));
        for &b in &pigeons[..i] {
            let apart = smt::compare_term(a, ArithmeticRelation::Ne, b, 0);
            let is_free = smt::atom_term(free, parallax_encodings::AtomOp::Eq, 1);
            let term =
                if b == pigeons[0] { smt::SmtTerm::disjoin_all([is_free, apart]) } else { apart };
            script.assert_term("apart", term);
        }
    }
    (script, free)
}

fn fixed(int: usize, value: i64, control: &Control) -> Z3Question {
    let control = control.clone();
    Z3Question { assume: vec![(int, value)], shown: vec![int], limit: None, cost: None, control }
}

#[test]
fn unsatisfiable_scripts_have_no_solution() {
    let (mut script, x, y) = ordered();
    script.assert_term("other order", smt::compare_term(y, ArithmeticRelation::Lt, x, 0));
    assert_eq!(
        all(&mut start(script), question(&[x])),
        (BTreeSet::new(), EnumerationEnd::Exhausted)
    );
    let mut nothing = SmtScript::new("QF_LIA");
    nothing.assert_term("", smt::SmtTerm::Bool(false));
    assert_eq!(
        all(&mut start(nothing), question(&[])),
        (BTreeSet::new(), EnumerationEnd::Exhausted)
    );
}

#[test]
fn a_session_answers_many_questions() {
    let (script, x, y) = ordered();
    let mut solver = start(script);
    let pairs: BTreeSet<Vec<i64>> =
        (1..=4).flat_map(|x| (x + 1..=4).map(move |y| vec![x, y])).collect();
    for _ in 0..2 {
        assert_eq!(all(&mut solver, question(&[x, y])), (pairs.clone(), EnumerationEnd::Exhausted));
    }
    let assumed = Z3Question { assume: vec![(x, 2)], ..question(&[x, y]) };
    let expected = BTreeSet::from([vec![2, 3], vec![2, 4]]);
    assert_eq!(all(&mut solver, assumed), (expected, EnumerationEnd::Exhausted));
    let impossible = Z3Question { assume: vec![(x, 4)], ..question(&[x, y]) };
    assert_eq!(all(&mut solver, impossible), (BTreeSet::new(), EnumerationEnd::Exhausted));
    let beyond = Z3Question { assume: vec![(x, 9)], ..question(&[x, y]) };
    assert_eq!(all(&mut solver, beyond), (BTreeSet::new(), EnumerationEnd::Exhausted));
    assert_eq!(all(&mut solver, question(&[y])).0.len(), 3, "distinct on the shown ones");
    assert_eq!(all(&mut solver, question(&[])).0.len(), 1, "the empty assignment");
    assert_eq!(all(&mut solver, question(&[x, y])), (pairs, EnumerationEnd::Exhausted));
}

#[test]
fn limits_and_breaks_end_a_question_only() {
    let (script, x, y) = ordered();
    let mut solver = start(script);
    let limited = Z3Question { limit: Some(4), ..question(&[x, y]) };
    let (set, ended) = all(&mut solver, limited);
    assert_eq!((set.len(), ended), (4, EnumerationEnd::Enough));
    let (found, ended, _) =
        solver.enumerate_solutions(question(&[x, y]), &mut |_| ControlFlow::Break(()));
    assert_eq!((found, ended), (1, EnumerationEnd::Enough));
    assert_eq!(all(&mut solver, question(&[x, y])).0.len(), 6);
}

#[test]
fn products_go_through_nonlinear_arithmetic() {
    let (mut script, x, y) = pair("QF_NIA");
    let z = script.declare_integer("z", "");
    script.assert_term("domains", smt::domain_term(z, &[4, 6, 7]));
    script.assert_term("product", smt::product_term(x, y, z));
    let expected = [[1, 4, 4], [2, 2, 4], [2, 3, 6], [3, 2, 6], [4, 1, 4]].map(Vec::from);
    let mut solver = start(script);
    for _ in 0..2 {
        let found = all(&mut solver, question(&[x, y, z]));
        assert_eq!(found, (BTreeSet::from(expected.clone()), EnumerationEnd::Exhausted));
    }
}

#[test]
fn integers_without_bounds_are_left_to_arithmetic() {
    let (mut script, x, y) = pair("QF_LIA");
    let free = script.declare_integer("free", "");
    script.assert_term(
        "sum",
        smt::linear_term(&[(1, x), (1, y), (-1, free)], ArithmeticRelation::Eq, 0),
    );
    let (set, ended) = all(&mut start(script), question(&[free]));
    assert_eq!((set, ended), ((2..=8).map(|sum| vec![sum]).collect(), EnumerationEnd::Exhausted));
}

#[test]
fn a_cancel_stops_a_running_check_and_no_other() {
    let (script, free) = hard();
    let mut solver = start(script);
    for round in 0..3 {
        let control = Control::unlimited();
        let (set, ended) = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                control.cancel_work();
            });
            all(&mut solver, fixed(free, 0, &control))
        });
        assert_eq!(
            (set.len(), ended),
            (0, EnumerationEnd::Stopped(StopReason::Cancelled)),
            "round {round}"
        );
        let easy = all(&mut solver, fixed(free, 1, &Control::unlimited()));
        assert_eq!(easy, (BTreeSet::from([vec![1]]), EnumerationEnd::Exhausted), "round {round}");
    }
}

#[test]
fn a_deadline_stops_at_once_or_later() {
    let (script, free) = hard();
    let mut solver = start(script.clone());
    for millis in [0, 100] {
        let soon = Control::unlimited().with_timeout(Some(Duration::from_millis(millis)));
        let (set, ended) = all(&mut solver, fixed(free, 0, &soon));
        assert_eq!((set.len(), ended), (0, EnumerationEnd::Stopped(StopReason::Timeout)));
    }
    let past = Control::unlimited().with_timeout(Some(Duration::ZERO));
    let refused =
        Z3Solver::start_solver(Arc::new(script.encode_script(SmtEncoding::Fd).unwrap()), 0, &past)
            .err();
    assert_eq!(refused, Some(PreparationError::Stopped(StopReason::Timeout)));
}

/// Interrupts arrive anywhere in and between checks. At every place, the question ends as stopped
/// or with the correct answer, and so does the next one.
#[test]
fn what_a_stop_leaves_behind_changes_no_answer() {
    let (script, x, y) = ordered();
    let mut solver = start(script);
    let pairs = all(&mut solver, question(&[x, y])).0;
    let mut stops = 0;
    for micros in (0..150).map(|round| round * 97) {
        let control = Control::unlimited().with_timeout(Some(Duration::from_micros(micros)));
        let (set, ended) = all(&mut solver, Z3Question { control, ..question(&[x, y]) });
        match ended {
            EnumerationEnd::Exhausted => assert_eq!(set, pairs),
            ended => {
                assert_eq!(ended, EnumerationEnd::Stopped(StopReason::Timeout));
                assert!(set.is_subset(&pairs));
                stops += 1;
            }
        }
        let assumed = Z3Question { assume: vec![(x, 3)], ..question(&[x, y]) };
        let expected = BTreeSet::from([vec![3, 4]]);
        assert_eq!(all(&mut solver, assumed), (expected, EnumerationEnd::Exhausted), "{micros} us");
    }
    assert!(stops > 0);
}

#[test]
fn the_same_seed_gives_the_same_effort() {
    let effort = |seed| {
        let (script, x, y) = ordered();
        let mut solver = Z3Solver::start_solver(
            Arc::new(script.encode_script(SmtEncoding::Fd).unwrap()),
            seed,
            &Control::unlimited(),
        )
        .unwrap();
        solver.enumerate_solutions(question(&[x, y]), &mut |_| ControlFlow::Continue(())).2
    };
    for seed in [0, 5, u64::MAX] {
        assert_eq!(effort(seed), effort(seed));
    }
    assert!(!effort(0).is_empty());
    let (script, free) = hard();
    let mut solver = start(script);
    let easy = || fixed(free, 1, &Control::unlimited());
    let fresh = solver.enumerate_solutions(easy(), &mut |_| ControlFlow::Continue(()));
    let soon = Control::unlimited().with_timeout(Some(Duration::from_millis(50)));
    all(&mut solver, fixed(free, 0, &soon));
    let again = solver.enumerate_solutions(easy(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(again, fresh, "after a stop it is as new");
}

#[test]
fn it_is_dropped_without_a_question_and_under_a_panic() {
    drop(start(ordered().0));
    let (script, x, _) = ordered();
    let mut solver = start(script);
    let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        solver
            .enumerate_solutions(question(&[x]), &mut |_| std::panic::resume_unwind(Box::new(())));
    }));
    assert!(asked.is_err(), "the panic goes through, and nothing waits for ever");
    assert_eq!(all(&mut solver, question(&[x])).0.len(), 3, "and it can be asked again");
}
