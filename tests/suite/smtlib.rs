//! `solve --format smtlib`: answers to the commands of scripts, and cores of named assertions.

use std::fs;

use crate::common::fed;

/// Returns what the program prints about a script, and its exit code.
fn answers(text: &str, more: &[&str]) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.smt2"), text).expect("a script");
    let ran = fed(&folder, &[&["solve", "a.smt2"], more].concat(), b"");
    (ran.out, ran.code)
}

const BASE: &str = "(declare-const x Int)(declare-const |y z| Int)(declare-const b Bool)\
    (assert (or (= x 0) (= x (- 2)) (= x 5)))(assert (<= 0 |y z| 9))";

#[test]
fn commands_are_answered_in_their_order() {
    let script = format!(
        "{BASE}(echo \"a\"\"b\")(assert (! (> x 3) :named c0))(assert (not b))\
         (assert (= |y z| 7))(check-sat)(get-unsat-core)(get-value (b |y z| c0))(get-model)\
         (get-value ((+ x 1)))"
    );
    let expected = "\"a\"\"b\"\nsat\n(error \"there is no core: the answer is not unsat\")\n\
        ((b false)\n (|y z| 7)\n (c0 true))\n(\n  (define-fun x () Int 5)\n  \
        (define-fun |y z| () Int 7)\n  (define-fun b () Bool false)\n)\n\
        (error \"values of other terms than symbols are not supported\")\n";
    for more in [&["--format", "smtlib"][..], &["--format", "smtlib", "--all"]] {
        assert_eq!(answers(&script, more), (expected.to_owned(), Some(10)));
    }
    let late = format!("{BASE}(check-sat)(assert b)(check-sat)");
    assert!(answers(&late, &["--format", "smtlib"]).0.starts_with("(error "));
}

#[test]
fn cores_are_minimal_and_name_named_assertions_alone() {
    let script = format!(
        "{BASE}(assert (! (> x 3) :named c0))(assert (! (< x |y z|) :named |c 1|))\
         (assert (! (< |y z| 8) :named c2))(assert (! (=> b (< |y z| 6)) :named c3))\
         (assert b)(check-sat)(get-unsat-core)(get-value (x))"
    );
    for engine in ["auto", "native", "sat:varisat"] {
        let more = ["--format", "smtlib", "--engine", engine];
        let expected = "unsat\n(c0 |c 1| c3)\n(error \"there is no model\")\n";
        assert_eq!(answers(&script, &more), (expected.to_owned(), Some(20)), "{engine}");
    }
    let (text, _) = answers(&script, &[]);
    assert!(text.contains("core: (c0 |c 1| c3) (minimal, confirmed by "), "{text}");
}

#[test]
fn assumptions_are_named_as_they_are_written() {
    let script = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)\
        (assert (or (not a) (not b)))(check-sat-assuming (c a (not c) b))(get-unsat-assumptions)";
    let (text, code) = answers(script, &["--format", "smtlib"]);
    assert_eq!(code, Some(20));
    assert!(["unsat\n(c (not c))\n", "unsat\n(a b)\n"].contains(&text.as_str()), "{text}");
}

/// Divisors that are numbers need no bounds, so no assertion that states one is in each core; and
/// the remainder has a range, so one beyond it needs no other assertion.
#[test]
fn a_numeric_divisor_adds_nothing_to_a_core() {
    let core = |text: &str| {
        let (out, code) =
            answers(&format!("{text}(check-sat)(get-unsat-core)"), &["--format", "smtlib"]);
        assert_eq!(code, Some(20), "{text}");
        out.lines().nth(1).unwrap_or_default().to_owned()
    };
    let base = "(declare-const n Int)(assert (<= 2 n 30))(assert (! (< n 25) :named less))";
    let named = "(assert (! (> n 4) :named more))(assert (! (= (mod n 7) 9) :named never))";
    assert_eq!(core(&format!("{base}{named}")), "(never)");
    assert_eq!(core(&format!("{base}(assert (> (mod n 4) 3))")), "()");
    assert_eq!(
        core(&format!("{base}(assert (= (mod n 2) 0))(assert (! (= n 9) :named odd))")),
        "(odd)"
    );
    // The bound is needed where the divisor might be 0 without it.
    let text = "(declare-const n Int)(assert (<= 0 n 9))(assert (! (> n 0) :named some))\
        (assert (! (= (div 8 n) 3) :named third))";
    assert_eq!(core(text), "(some third)");
}

#[test]
fn symbols_are_printed_as_they_are_read() {
    let text = "(declare-const || Int)(declare-const |as| Bool)(declare-const |-1| Int)\
        (declare-const |check-sat| Bool)(assert (! (and (= || 3) (= |-1| 4)) :named |let|))\
        (assert (and |as| |check-sat|))(check-sat)(get-value (|| |as| |-1| |let|))(get-model)";
    let expected = "sat\n((|| 3)\n (|as| true)\n (|-1| 4)\n (|let| true))\n(\n  \
        (define-fun || () Int 3)\n  (define-fun |as| () Bool true)\n  (define-fun |-1| () Int 4)\n  \
        (define-fun |check-sat| () Bool true)\n)\n";
    assert_eq!(answers(text, &["--format", "smtlib"]), (expected.to_owned(), Some(10)));
    // The program reads its own model again.
    let (model, _) = answers(text, &["--format", "smtlib"]);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.smt2"), text).expect("a script");
    let ran = fed(&folder, &["check", "a.smt2", "-"], model.as_bytes());
    assert_eq!((ran.code, ran.out.trim()), (Some(0), "valid"), "{}", ran.err);
    for wrong in ["(declare-const |a\\b| Int)", "(|assert| true)", "(assert (|let| ((x true)) x))"]
    {
        assert_eq!(answers(wrong, &[]).1, Some(2), "{wrong}");
    }
}
