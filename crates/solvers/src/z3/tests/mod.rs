//! Z3 is queried, queried again, stopped and dropped.

mod random;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_encodings::Relation;
use parallax_encodings::smt::{self, Script, SmtEncoding};
use parallax_model::ask::{Control, Ended, Refusal, Stop};

use super::{Question, Z3Solver};

fn start(script: Script) -> Z3Solver {
    start_as(script, SmtEncoding::Fd)
}

fn start_as(script: Script, encoding: SmtEncoding) -> Z3Solver {
    let encoded = Arc::new(script.encode(encoding).unwrap());
    Z3Solver::start(encoded, 0, &Control::unlimited()).unwrap()
}

fn question(shown: &[usize]) -> Question {
    let control = Control::unlimited();
    Question { assume: Vec::new(), shown: shown.to_vec(), limit: None, cost: None, control }
}

fn all(solver: &mut Z3Solver, question: Question) -> (BTreeSet<Vec<i64>>, Ended) {
    let shown = question.shown.clone();
    let mut set = BTreeSet::new();
    let (found, ended, _) = solver.enumerate(question, &mut |values| {
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
fn pair(logic: &str) -> (Script, usize, usize) {
    let mut script = Script::new(logic);
    let [x, y] = ["x", "y"].map(|name| script.int(name, ""));
    for int in [x, y] {
        script.assert("domains", smt::domain(int, &[1, 2, 3, 4]));
    }
    (script, x, y)
}

fn ordered() -> (Script, usize, usize) {
    let (mut script, x, y) = pair("QF_LIA");
    script.assert("order", smt::compare(x, Relation::Lt, y, 0));
    (script, x, y)
}

/// Makes a script with one more pigeon than holes. Z3 can only enumerate, except with the last
/// constraint removed: pigeon 0 sits alone while `free` is 1.
fn hard() -> (Script, usize) {
    const HOLES: i32 = 12;
    let mut script = Script::new("QF_LIA");
    let free = script.int("free", "");
    script.assert("domains", smt::domain(free, &[0, 1]));
    let holes: Vec<i32> = (1..=HOLES).collect();
    let pigeons: Vec<usize> = (0..=HOLES).map(|i| script.int(format!("p{i}"), "")).collect();
    for (i, &a) in pigeons.iter().enumerate() {
        script.assert("domains", smt::domain(a, &holes));
        for &b in &pigeons[..i] {
            let apart = smt::compare(a, Relation::Ne, b, 0);
            let is_free = smt::atom(free, parallax_encodings::AtomOp::Eq, 1);
            let term = if b == pigeons[0] { smt::Term::or([is_free, apart]) } else { apart };
            script.assert("apart", term);
        }
    }
    (script, free)
}

fn fixed(int: usize, value: i64, control: &Control) -> Question {
    let control = control.clone();
    Question { assume: vec![(int, value)], shown: vec![int], limit: None, cost: None, control }
}

#[test]
fn unsatisfiable_scripts_have_no_solution() {
    let (mut script, x, y) = ordered();
    script.assert("other order", smt::compare(y, Relation::Lt, x, 0));
    assert_eq!(all(&mut start(script), question(&[x])), (BTreeSet::new(), Ended::Exhausted));
    let mut nothing = Script::new("QF_LIA");
    nothing.assert("", smt::Term::Bool(false));
    assert_eq!(all(&mut start(nothing), question(&[])), (BTreeSet::new(), Ended::Exhausted));
}

#[test]
fn a_session_answers_many_questions() {
    let (script, x, y) = ordered();
    let mut solver = start(script);
    let pairs: BTreeSet<Vec<i64>> =
        (1..=4).flat_map(|x| (x + 1..=4).map(move |y| vec![x, y])).collect();
    for _ in 0..2 {
        assert_eq!(all(&mut solver, question(&[x, y])), (pairs.clone(), Ended::Exhausted));
    }
    let assumed = Question { assume: vec![(x, 2)], ..question(&[x, y]) };
    let expected = BTreeSet::from([vec![2, 3], vec![2, 4]]);
    assert_eq!(all(&mut solver, assumed), (expected, Ended::Exhausted));
    let impossible = Question { assume: vec![(x, 4)], ..question(&[x, y]) };
    assert_eq!(all(&mut solver, impossible), (BTreeSet::new(), Ended::Exhausted));
    let beyond = Question { assume: vec![(x, 9)], ..question(&[x, y]) };
    assert_eq!(all(&mut solver, beyond), (BTreeSet::new(), Ended::Exhausted));
    assert_eq!(all(&mut solver, question(&[y])).0.len(), 3, "distinct on the shown ones");
    assert_eq!(all(&mut solver, question(&[])).0.len(), 1, "the empty assignment");
    assert_eq!(all(&mut solver, question(&[x, y])), (pairs, Ended::Exhausted));
}

#[test]
fn limits_and_breaks_end_a_question_only() {
    let (script, x, y) = ordered();
    let mut solver = start(script);
    let limited = Question { limit: Some(4), ..question(&[x, y]) };
    let (set, ended) = all(&mut solver, limited);
    assert_eq!((set.len(), ended), (4, Ended::Enough));
    let (found, ended, _) = solver.enumerate(question(&[x, y]), &mut |_| ControlFlow::Break(()));
    assert_eq!((found, ended), (1, Ended::Enough));
    assert_eq!(all(&mut solver, question(&[x, y])).0.len(), 6);
}

#[test]
fn products_go_through_nonlinear_arithmetic() {
    let (mut script, x, y) = pair("QF_NIA");
    let z = script.int("z", "");
    script.assert("domains", smt::domain(z, &[4, 6, 7]));
    script.assert("product", smt::product(x, y, z));
    let expected = [[1, 4, 4], [2, 2, 4], [2, 3, 6], [3, 2, 6], [4, 1, 4]].map(Vec::from);
    let mut solver = start(script);
    for _ in 0..2 {
        let found = all(&mut solver, question(&[x, y, z]));
        assert_eq!(found, (BTreeSet::from(expected.clone()), Ended::Exhausted));
    }
}

#[test]
fn integers_without_bounds_are_left_to_arithmetic() {
    let (mut script, x, y) = pair("QF_LIA");
    let free = script.int("free", "");
    script.assert("sum", smt::linear(&[(1, x), (1, y), (-1, free)], Relation::Eq, 0));
    let (set, ended) = all(&mut start(script), question(&[free]));
    assert_eq!((set, ended), ((2..=8).map(|sum| vec![sum]).collect(), Ended::Exhausted));
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
                control.cancel();
            });
            all(&mut solver, fixed(free, 0, &control))
        });
        assert_eq!((set.len(), ended), (0, Ended::Stopped(Stop::Cancelled)), "round {round}");
        let easy = all(&mut solver, fixed(free, 1, &Control::unlimited()));
        assert_eq!(easy, (BTreeSet::from([vec![1]]), Ended::Exhausted), "round {round}");
    }
}

#[test]
fn a_deadline_stops_at_once_or_later() {
    let (script, free) = hard();
    let mut solver = start(script.clone());
    for millis in [0, 100] {
        let soon = Control::unlimited().within(Some(Duration::from_millis(millis)));
        let (set, ended) = all(&mut solver, fixed(free, 0, &soon));
        assert_eq!((set.len(), ended), (0, Ended::Stopped(Stop::Timeout)));
    }
    let past = Control::unlimited().within(Some(Duration::ZERO));
    let refused =
        Z3Solver::start(Arc::new(script.encode(SmtEncoding::Fd).unwrap()), 0, &past).err();
    assert_eq!(refused, Some(Refusal::Stopped(Stop::Timeout)));
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
        let control = Control::unlimited().within(Some(Duration::from_micros(micros)));
        let (set, ended) = all(&mut solver, Question { control, ..question(&[x, y]) });
        match ended {
            Ended::Exhausted => assert_eq!(set, pairs),
            ended => {
                assert_eq!(ended, Ended::Stopped(Stop::Timeout));
                assert!(set.is_subset(&pairs));
                stops += 1;
            }
        }
        let assumed = Question { assume: vec![(x, 3)], ..question(&[x, y]) };
        let expected = BTreeSet::from([vec![3, 4]]);
        assert_eq!(all(&mut solver, assumed), (expected, Ended::Exhausted), "{micros} us");
    }
    assert!(stops > 0);
}

#[test]
fn the_same_seed_gives_the_same_effort() {
    let effort = |seed| {
        let (script, x, y) = ordered();
        let mut solver = Z3Solver::start(
            Arc::new(script.encode(SmtEncoding::Fd).unwrap()),
            seed,
            &Control::unlimited(),
        )
        .unwrap();
        solver.enumerate(question(&[x, y]), &mut |_| ControlFlow::Continue(())).2
    };
    for seed in [0, 5, u64::MAX] {
        assert_eq!(effort(seed), effort(seed));
    }
    assert!(!effort(0).is_empty());
    let (script, free) = hard();
    let mut solver = start(script);
    let easy = || fixed(free, 1, &Control::unlimited());
    let fresh = solver.enumerate(easy(), &mut |_| ControlFlow::Continue(()));
    let soon = Control::unlimited().within(Some(Duration::from_millis(50)));
    all(&mut solver, fixed(free, 0, &soon));
    let again = solver.enumerate(easy(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(again, fresh, "after a stop it is as new");
}

#[test]
fn it_is_dropped_without_a_question_and_under_a_panic() {
    drop(start(ordered().0));
    let (script, x, _) = ordered();
    let mut solver = start(script);
    let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        solver.enumerate(question(&[x]), &mut |_| std::panic::resume_unwind(Box::new(())));
    }));
    assert!(asked.is_err(), "the panic goes through, and nothing waits for ever");
    assert_eq!(all(&mut solver, question(&[x])).0.len(), 3, "and it can be asked again");
}
