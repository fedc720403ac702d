//! Answers of solvers, right and odd.

use super::sat::{self, SatReply};
use crate::ask::Control;
use crate::process::{Program, Ran, Run, run};

/// What a shell script leaves that stands in for a solver.
fn script(text: &str) -> Ran {
    let program: Program = format!("sh -c '{text}'").parse().unwrap();
    let asked = Run { program: &program, fill: Vec::new(), stdin: None, max_output: 1 << 20 };
    run(&asked, &Control::unlimited()).unwrap()
}

fn answer(text: &str) -> Result<SatReply, String> {
    sat::read(&script(text), None)
}

fn file(text: &str) -> Result<SatReply, String> {
    sat::read(&script("exit 10"), Some(text))
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
