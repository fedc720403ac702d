//! Limits hold, and the end of a run is recorded rightly for any behaviour of a solver.

use std::fs;

use parallax_experiment::{AnswerKind, RunExit};

use super::{experiment, folder, records, succeeds};
use crate::common::script;

/// Returns the exit of a script in place of a solver, with limits, on a square with a solution; the
/// run of native search next to it must be fine.
fn exit_of(text: &str, limits: &str) -> (RunExit, AnswerKind, Option<String>) {
    let spec = "instances = 'two.pls'\nengines = ['native', 'mine']\n[programs]\n\
                mine = 'dimacs:./solver {cnf}'\n[limits]\n";
    let folder = folder(&format!("{spec}{limits}"));
    script(&folder.path().join("solver"), text);
    succeeds(folder.path(), &["run", "e.toml", "--jobs", "2"]);
    let records = records(folder.path(), "e.results.jsonl");
    assert_eq!(records.len(), 4);
    assert!(records.iter().filter(|r| r.engine == "native").all(|record| record.is_solved(None)));
    let mine = records.into_iter().find(|r| r.engine == "mine").expect("a record");
    assert!(!mine.is_solved(None));
    (mine.exit, mine.answer, mine.reason)
}

#[test]
fn a_solver_that_does_not_end_is_stopped() {
    for text in ["exec sleep 300", "trap '' TERM INT HUP; while :; do sleep 1; done"] {
        let (exit, answer, _) = exit_of(text, "wall = 0.5");
        assert_eq!((exit, answer), (RunExit::Walltime, AnswerKind::Unknown), "{text}");
    }
}

#[test]
fn a_solver_that_spins_uses_up_its_processor_time() {
    for text in ["while :; do :; done", "(while :; do :; done) & wait"] {
        let (exit, answer, _) = exit_of(text, "wall = 60\ncpu = 0.3");
        assert_eq!((exit, answer), (RunExit::Cputime, AnswerKind::Unknown), "{text}");
    }
}

#[test]
fn a_solver_that_needs_too_much_memory_is_stopped() {
    // First one process that allocates, then several, each of which stays below the limit.
    let grow = "exec python3 -c 'x = bytearray(400000000)'";
    let many = "for i in 1 2 3 4; do (x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 60) & done; wait";
    for text in [grow, many] {
        let (exit, answer, reason) = exit_of(text, "wall = 60\nmemory = 150");
        assert_eq!((exit, answer), (RunExit::Memory, AnswerKind::Unknown), "{text}: {reason:?}");
    }
}

#[test]
fn a_solver_that_fails_has_failed() {
    for text in ["kill -SEGV $$", "exit 3", "yes s SATISFIABLE | head -c 3000000000"] {
        let (exit, answer, reason) = exit_of(text, "wall = 60");
        assert_eq!((exit, answer), (RunExit::Failed, AnswerKind::Unknown), "{text}: {reason:?}");
    }
}

#[test]
fn what_was_stopped_can_be_repeated() {
    let spec = "instances = 'two.pls'\nengines = 'mine'\n[programs]\n\
                mine = 'dimacs:./solver {cnf}'\n[limits]\nwall = 0.3\n";
    let folder = folder(spec);
    let solver = folder.path().join("solver");
    script(&solver, "sleep 60");
    succeeds(folder.path(), &["run", "e.toml"]);
    script(&solver, "exit 3");
    let file = folder.path().join("e.results.jsonl");
    let before = fs::read(&file).expect("results");
    succeeds(folder.path(), &["run", "e.toml", "--retry", "failed,killed"]);
    assert_eq!(fs::read(&file).expect("results"), before);
    succeeds(folder.path(), &["run", "e.toml", "--retry", "walltime"]);
    let exits: Vec<RunExit> =
        records(folder.path(), "e.results.jsonl").iter().map(|record| record.exit).collect();
    assert_eq!(exits, [RunExit::Failed, RunExit::Failed]);
}

#[test]
fn a_wrong_engine_is_an_exit_code() {
    let spec = "instances = 'latin:2'\nengines = 'mine'\n[programs]\n\
                mine = 'dimacs:./solver {cnf}'\n";
    let folder = folder(spec);
    script(&folder.path().join("solver"), "echo 's SATISFIABLE'; echo 'v 1 2 3 4 0'; exit 10");
    let ran = experiment(folder.path(), &["run", "e.toml"]);
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
    let records = records(folder.path(), "e.results.jsonl");
    assert!(records.iter().all(|record| record.wrong.is_some() && !record.is_solved(None)));
}

#[test]
fn engines_that_disagree_are_reported_at_the_end() {
    let spec = "instances = 'two.pls'\nengines = ['native', 'mine']\n[programs]\n\
                mine = 'dimacs:./solver {cnf}'\n";
    let folder = folder(spec);
    script(&folder.path().join("solver"), "echo s UNSATISFIABLE; exit 20");
    let ran = experiment(folder.path(), &["run", "e.toml"]);
    insta::assert_snapshot!(ran.out, @r"
    e.results.jsonl: 4 of 4 runs; 4 ok
    ENGINES DISAGREE (2 instances: 1 contradiction, 1 agree)
    ");
    assert_eq!((ran.code, ran.err.as_str()), (Some(5), ""));
}
