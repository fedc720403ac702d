//! Replies of solvers, regular and irregular.

use parallax_model::engine_api::Control;

use parallax_instance::literals::LiteralNotation;

use super::sat::{self, SatReply};
use super::smt::{self, SmtReply, SmtValue};
use crate::process::{CommandTemplate, ProgramResult, ProgramRun, run_program};

/// Runs a shell script as a solver.
fn script(text: &str) -> ProgramResult {
    let program: CommandTemplate = format!("sh -c '{text}'").parse().unwrap();
    let asked = ProgramRun::new(&program, Vec::new());
    run_program(&asked, 1 << 20, &Control::unlimited()).unwrap()
}

fn answer(text: &str) -> Result<SatReply, String> {
    sat::read_sat_reply(&script(text), None, LiteralNotation::Numbers)
        .map_err(|why| why.to_string())
}

fn file(text: &str) -> Result<SatReply, String> {
    sat::read_sat_reply(&script("exit 10"), Some(text), LiteralNotation::Numbers)
        .map_err(|why| why.to_string())
}

#[test]
fn answers_of_the_competition() {
    let sat = |literals: &[i64]| Ok(SatReply::Satisfiable(literals.to_vec()));
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
    for (text, message) in [
        ("exit 0", "it printed nothing"),
        ("exit 10", "it printed nothing"),
        ("echo SATISFIABLE; exit 10", "no 's' line in its output, which ends with 'SATISFIABLE'"),
        ("head -c 1000 /dev/zero", "no 's' line"),
        ("echo s UNKNOWN", "gave up"),
        ("echo s PERHAPS", "'PERHAPS'; expected SATISFIABLE"),
        (
            "echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20",
            "expected one answer, this is a second",
        ),
        ("echo s SATISFIABLE; echo v 1 0; exit 20", "ends with 20"),
        ("echo s UNSATISFIABLE; exit 10", "ends with 10"),
        ("echo s UNSATISFIABLE; exit 3", "crash: exit code 3"),
        ("echo s SATISFIABLE; exit 10", "says satisfiable, with 0 assignments"),
        ("echo s SATISFIABLE; echo v 1 -2; exit 10", "ends without its 0"),
        ("echo s SATISFIABLE; echo v 1 0 2 0; exit 10", "with 2 assignments"),
        ("echo s SATISFIABLE; echo v 1 x 0; exit 10", "'x'; expected literals"),
        ("echo s SATISFIABLE; echo v 99999999999 0; exit 10", "expected literals"),
        ("echo s UNSATISFIABLE; kill -SEGV $$", "crash: signal 11"),
        ("kill -KILL $$", "crash: signal 9"),
        ("echo lost my way >&2; exit 1", "crash: exit code 1: lost my way"),
        ("echo terminate called: std::bad_alloc >&2; kill -ABRT $$", "out of memory"),
    ] {
        let error = answer(text).unwrap_err();
        assert!(error.contains(message) && error.len() < 200, "{text}: {error}");
    }
    for (text, message) in [
        ("", "no answer in its file"),
        ("INDET\n", "gave up"),
        ("SAT\n1 -2", "ends without its 0"),
        ("UNSAT\n", "ends with 10"),
        ("1 2 0\n", "no answer in its file"),
        ("hello\n", "'hello'; expected literals"),
    ] {
        assert!(file(text).unwrap_err().contains(message), "{text}");
    }
}

fn terms(printed: &str) -> Result<SmtReply, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("printed");
    std::fs::write(&file, printed).unwrap();
    smt::read_smt_reply(&script(&format!("cat {}", file.display()))).map_err(|why| why.to_string())
}

#[test]
fn models_of_smt_solvers() {
    let model = |values: &[(&str, SmtValue)]| {
        Ok(SmtReply::Satisfiable(values.iter().map(|&(x, v)| (x.to_owned(), v)).collect()))
    };
    let (int, bits) = (SmtValue::Int, SmtValue::Bits);
    assert_eq!(terms("unsat\n(error \"no model\")\n"), Ok(SmtReply::Unsatisfiable));
    assert_eq!(terms("success\n\nunsat"), Ok(SmtReply::Unsatisfiable));
    let new = "sat\n(\n  (define-fun x () Int\n    4)\n (define-fun |a b| () Int (- 12))\n)";
    assert_eq!(terms(new), model(&[("x", int(4)), ("a b", int(-12))]));
    let old = "sat\n(model ; old\n(define-fun |x| () Int 4) (define-fun b () Bool true)\n\
               (define-fun f ((y Int)) Int (+ y 1)))\n";
    assert_eq!(terms(old), model(&[("x", int(4)), ("b", SmtValue::Bool(true))]));
    let vectors = "sat\n((define-fun x () (_ BitVec 4) #b1010) (define-fun y () (_ BitVec 8) #xfF)\n\
                   (define-fun z () (_ BitVec 9) (_ bv300 9)))";
    assert_eq!(terms(vectors), model(&[("x", bits(10)), ("y", bits(255)), ("z", bits(300))]));
    assert_eq!(terms("sat\n()"), model(&[]));
}

#[test]
fn odd_models_are_none() {
    for (text, message) in [
        ("", "it printed nothing"),
        ("success\n", "it printed nothing"),
        ("unknown\n", "gave up"),
        ("timeout\n", "gave up"),
        ("hello\n", "no answer but 'hello'"),
        ("(error \"line 3: unknown logic\")\nsat\n()", "no answer but '(error \"line 3"),
        ("sat\n", "no model"),
        ("sat\nx", "no model"),
        ("sat\n(error \"produce \"\"models\"\"\")", "no model: produce \"models\""),
        ("sat\n((define-fun x () Int 4)", "is truncated"),
        ("sat\n((define-fun |x () Int 4))", "is unterminated"),
        ("sat\n())", "an unmatched ')'"),
        ("sat\n((define-fun x () Int (+ 1 2)))", "no value of x"),
        ("sat\n((define-fun x () Int 99999999999999999999))", "no value of x"),
        ("sat\n((define-fun x () (_ BitVec 3) #b12))", "no value of x"),
        ("sat\n((define-fun x () Int 1) (define-fun x () Int 2))", "two values of x"),
    ] {
        let error = terms(text).unwrap_err();
        assert!(error.contains(message) && error.len() < 200, "{text}: {error}");
    }
    let deep = format!("sat\n{}", "(".repeat(100_000));
    assert_eq!(terms(&deep), Err("it nests lists too deep".into()));
}
