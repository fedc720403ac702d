//! Programs that misbehave, in every way that was thought of.

use std::time::{Duration, Instant};

use super::sat::{self, SatReply};
use super::*;
use crate::ask::{Control, Ended, Stop};

/// Runs a shell script as a solver, with an empty problem.
fn script(text: &str, control: &Control) -> Result<Ran, Ended> {
    let program: Program = format!("sh -c '{text}'").parse().unwrap();
    run(&Run { program: &program, fill: Vec::new(), stdin: None, max_output: 1 << 20 }, control)
}

fn answer(text: &str) -> Result<SatReply, String> {
    sat::read(&script(text, &Control::unlimited()).unwrap(), None)
}

fn file(text: &str) -> Result<SatReply, String> {
    sat::read(&script("exit 10", &Control::unlimited()).unwrap(), Some(text))
}

#[test]
fn answers_of_the_competition() {
    let sat = |literals: &[i32]| Ok(SatReply::Satisfiable(literals.to_vec()));
    assert_eq!(answer("echo s SATISFIABLE; echo v 1 -2 0; exit 10"), sat(&[1, -2]));
    assert_eq!(
        answer("echo c hello; echo s SATISFIABLE; echo v 1; echo v -2; echo v 0"),
        sat(&[1, -2])
    );
    assert_eq!(answer("echo s SATISFIABLE; echo v 0; exit 30"), sat(&[]));
    assert_eq!(answer("echo s UNSATISFIABLE; exit 20"), Ok(SatReply::Unsatisfiable));
    assert_eq!(file("SAT\n1 -2 0\n"), sat(&[1, -2]));
    assert_eq!(file("s SATISFIABLE\nv 1 -2 0\n"), sat(&[1, -2]));
}

#[test]
fn odd_answers_are_none() {
    for (text, told) in [
        ("exit 0", "it printed nothing"),
        ("exit 10", "it printed nothing"),
        ("echo SATISFIABLE; exit 10", "no 's' line in its output, which ends with 'SATISFIABLE'"),
        ("head -c 1000 /dev/zero", "no 's' line"),
        ("echo s UNKNOWN", "gave up"),
        ("echo s PERHAPS", "unknown status 's PERHAPS'"),
        ("echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20", "two different 's' lines"),
        ("echo s SATISFIABLE; echo v 1 0; exit 20", "ends with 20"),
        ("echo s UNSATISFIABLE; exit 10", "ends with 10"),
        ("echo s UNSATISFIABLE; exit 3", "crash: exit code 3"),
        ("echo s SATISFIABLE; exit 10", "do not end with 0"),
        ("echo s SATISFIABLE; echo v 1 -2; exit 10", "do not end with 0"),
        ("echo s SATISFIABLE; echo v 1 0 2 0; exit 10", "after the final 0"),
        ("echo s SATISFIABLE; echo v 1 x 0; exit 10", "'x' is no literal"),
        ("echo s SATISFIABLE; echo v 99999999999 0; exit 10", "is no literal"),
        ("echo s SATISFIABLE; echo v -2147483648 0; exit 10", "is no literal"),
        ("echo s UNSATISFIABLE; kill -SEGV $$", "crash: signal 11"),
        ("kill -KILL $$", "crash: signal 9"),
        ("echo lost my way >&2; exit 1", "crash: exit code 1: lost my way"),
        ("echo terminate called: std::bad_alloc >&2; kill -ABRT $$", "out of memory"),
    ] {
        let error = answer(text).unwrap_err();
        assert!(error.contains(told) && error.len() < 200, "{text}: {error}");
    }
    for (text, told) in [
        ("", "wrote nothing"),
        ("INDET\n", "gave up"),
        ("SAT\n1 -2", "do not end with 0"),
        ("UNSAT\n", "ends with 10"),
        ("1 2 0\n", "unknown status '1'"),
    ] {
        assert!(file(text).unwrap_err().contains(told), "{text}");
    }
}

#[test]
fn a_program_that_hangs_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let text = format!("sleep 600 & echo $! $$ >{}; wait", file.display());
    let start = Instant::now();
    let control = Control::unlimited().within(Some(Duration::from_millis(300)));
    assert_eq!(script(&text, &control).unwrap_err(), Ended::Stopped(Stop::Timeout));
    assert!(start.elapsed() < Duration::from_secs(10));
    let pids = std::fs::read_to_string(&file).unwrap();
    for pid in pids.split_whitespace() {
        assert!(!is_alive(pid), "{pid} lives on");
    }
}

/// Whether a process exists and is not merely waiting to be waited for; told
/// on Linux only.
fn is_alive(pid: &str) -> bool {
    // A killed process takes a moment to go.
    for _ in 0..100 {
        let Ok(about) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
            return false;
        };
        if about.rsplit(')').next().is_some_and(|rest| rest.trim().starts_with(['Z', 'X'])) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn floods_are_cut() {
    let control = Control::unlimited().within(Some(Duration::from_secs(60)));
    for text in ["yes", "yes v 1 2 3", "tr a b </dev/zero"] {
        match script(text, &control).unwrap_err() {
            Ended::GaveUp(why) => assert_eq!(why, "sh: printed more than 1048576 bytes"),
            other => panic!("{other:?}"),
        }
    }
    // What goes to standard error is no answer, and as long as it likes.
    let ran = script("yes | head -c 3000000 >&2; echo last words >&2", &control).unwrap();
    assert!(ran.err.ends_with("last words\n") && ran.err.len() <= 2048);
}

#[test]
fn output_that_somebody_else_holds_is_not_waited_for() {
    let control = Control::unlimited().within(Some(Duration::from_secs(60)));
    let ran = script("sleep 600 & echo s UNSATISFIABLE; exit 20", &control).unwrap();
    assert_eq!(sat::read(&ran, None), Ok(SatReply::Unsatisfiable));
    assert!(control.stopped().is_none());
}

#[test]
fn programs_are_found_or_not() {
    let find = |text: &str| text.parse::<Program>().unwrap().find();
    assert!(find("sh -c true").unwrap().ends_with("sh"));
    assert_eq!(find("/nowhere/solver -q"), Err("cannot run '/nowhere/solver': not found".into()));
    assert_eq!(find("no-such-solver"), Err("cannot run 'no-such-solver': not found".into()));
    // Neither a folder nor a text is a program.
    assert!(find("/tmp").is_err() && find("/etc/passwd").is_err());
}
