//! Handwritten proofs, right and wrong in each way, and damaged ones.

mod damage;
mod steps;

use parallax_model::engine_api::{Control, StopReason};
use rustsat::types::Lit;

use super::super::{AcceptedProof, ProofError};
use super::check_lrat;

type Formula = Vec<Vec<Lit>>;

fn lit(number: i32) -> Lit {
    Lit::from_ipasir(number).expect("no zero")
}

fn formula(clauses: &[&[i32]]) -> Formula {
    clauses.iter().map(|clause| clause.iter().map(|&number| lit(number)).collect()).collect()
}

/// Returns all four clauses over two variables.
fn square() -> Formula {
    formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]])
}

fn checked(formula: &Formula, proof: impl AsRef<[u8]>) -> Result<AcceptedProof, ProofError> {
    check_lrat(formula.iter().map(Vec::as_slice), proof.as_ref(), &Control::unlimited())
}

fn accepted(formula: &Formula, proof: impl AsRef<[u8]>) -> u64 {
    checked(formula, proof).expect("a good proof").derived.expect("it is counted")
}

fn refusal(formula: &Formula, proof: impl AsRef<[u8]>) -> String {
    match checked(formula, &proof) {
        Err(ProofError::Refused(why)) => why.to_string(),
        other => panic!("{other:?}: {}", String::from_utf8_lossy(proof.as_ref())),
    }
}

/// Returns the bytes of numbers, each in a few bytes.
fn bytes(pieces: &[(&str, &[u8])]) -> Vec<u8> {
    pieces.iter().flat_map(|(kind, rest)| [kind.as_bytes(), rest].concat()).collect()
}

#[test]
fn units_after_hints_prove() {
    assert_eq!(accepted(&square(), "5 2 0 1 2 0\n6 0 5 3 4 0\n"), 2);
    // Comments, empty lines, deletions, hints in another order, gaps in ids, no line end at the
    // end.
    let long = "c by hand\n\n7 2 0 2 1 0\r\n7 d 1 2 0\n 9  -1 0 7 4 0\n20 0 9 7 3 0";
    assert_eq!(accepted(&square(), long), 3);
    // Nothing after the empty clause is read.
    assert_eq!(accepted(&square(), "5 2 0 1 2 0\n6 0 5 3 4 0\n&%$\n"), 2);
}

#[test]
fn a_formula_with_the_empty_clause_needs_no_proof() {
    assert_eq!(accepted(&formula(&[&[1], &[]]), ""), 0);
}

#[test]
fn repeated_literals_and_tautologies_do_no_harm() {
    let given = formula(&[&[1, 1, 2], &[-1, 2, 2], &[1, -2], &[-2, -1, -2], &[3, -3]]);
    assert_eq!(accepted(&given, "6 2 2 0 1 2 0\n7 4 -4 0 0\n8 0 6 3 4 0\n"), 3);
    assert!(refusal(&given, "6 2 0 5 1 2 0\n").contains("hint 5 is not a unit clause"));
}

#[test]
fn hints_that_add_nothing_do_no_harm() {
    // Clause 5 gives 2; for a clause with "not 2" it is true from the start.
    let given = formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2], &[3, -2]]);
    assert_eq!(accepted(&given, "6 2 0 1 2 0\n7 -2 0 6 3 6 4 0\n8 0 6 7 0\n"), 3);
    // A true literal next to an open one does not make a unit clause.
    assert!(refusal(&given, "6 2 0 5 1 2 0\n").contains("several literals are not false"));
}

#[test]
fn resolvents_prove_clauses_that_do_not_follow() {
    let given = square();
    // A new variable 3: "not 1 implies 3" has no partner; "3 implies 2" has one.
    let start = "5 3 1 0 0\n6 -3 2 0 -5 1 0\n";
    assert_eq!(accepted(&given, format!("{start}7 2 0 6 5 2 0\n8 0 7 3 4 0\n")), 4);
    // The resolvent of 5 and this clause always holds.
    assert_eq!(accepted(&given, "5 3 1 0 0\n6 -3 -1 0 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n"), 4);
    for (step, expected) in [
        (
            "6 -3 2 0 0",
            "line 2: the hints end without a conflict, and none are given for the resolvent with clause 5",
        ),
        ("6 -3 2 0 -5 0", "the hints end without a conflict for the resolvent with clause 5"),
        ("6 -3 2 0 -5 2 0", "the hints end without a conflict for the resolvent with clause 5"),
        ("6 -3 2 0 -5 9 0", "hint 9 names no clause"),
        ("6 -3 2 0 -1 2 0", "hint -1 names a clause without 3"),
        ("6 -3 2 0 -9 1 0", "hint -9 names no clause"),
        ("6 0 -5 1 0", "the empty clause has no pivot"),
        // The pivot is the first literal.
        ("6 2 -3 0 -5 1 0", "hint -5 names a clause without -2"),
    ] {
        let why = refusal(&given, format!("5 3 1 0 0\n{step}\n"));
        assert!(why.contains(expected), "{step}: {why}");
    }
}

#[test]
fn each_kind_of_wrong_step_is_refused_with_its_place() {
    for (proof, expected) in [
        ("", "line 1: the proof ends without the empty clause"),
        ("5 2 0 1 2 0\n", "line 2: the proof ends without the empty clause"),
        ("5 2 0 1 0\n", "line 1: the hints end without a conflict"),
        ("5 2 0 0\n", "line 1: the hints end without a conflict"),
        ("5 2 0 3 2 0\n", "line 1: hint 3 is not a unit clause: several literals are not false"),
        ("5 0 1 0\n", "line 1: hint 1 is not a unit clause: several literals are not false"),
        ("4 d 2 0\n5 2 0 1 2 0\n", "line 2: hint 2 names no clause"),
        ("5 2 0 1 7 0\n", "line 1: hint 7 names no clause"),
        ("5 2 0 5 0\n", "line 1: hint 5 names no clause"),
        ("4 d 9 0\n", "line 1: clause 9 is to be deleted, but does not exist"),
        ("4 d 1 1 0\n", "line 1: clause 1 is to be deleted"),
        ("4 2 0 1 2 0\n", "line 1: id 4 does not exceed 4"),
        ("6 2 0 1 2 0\n5 0 6 3 4 0\n", "line 2: id 5 does not exceed 6"),
        ("0 2 0 1 2 0\n", "line 1: 0 is not an id"),
        ("-5 2 0 1 2 0\n", "line 1: -5 is not an id"),
        ("4 d -1 0\n", "line 1: -1 is not an id"),
        ("5 2 0 1 2", "line 1: the line ends without its 0"),
        ("5 2", "line 1: the line ends without its 0"),
        ("5", "line 1: the line ends without its 0"),
        ("4 d 1", "line 1: the line ends without its 0"),
        ("5 2 0 1 2 0 6 0\n", "line 1: the line continues after its last 0"),
        ("5 2 0\n1 2 0\n", "line 1: the line ends without its 0"),
        ("5 x 0 1 2 0\n", "line 1: expected a number, not 'x'"),
        ("5 2 0 d 2 0\n", "line 1: expected a number, not 'd'"),
        ("5 2 0 1 2 0\n\u{0}\u{1}\n", "line 2: expected a number, not '\\0\\u{1}'"),
        ("5 99999999999 0 1 2 0\n", "line 1: 99999999999 is not a literal"),
        ("5 -9223372036854775808 0 1 2 0\n", "is not a literal"),
        ("5 9223372036854775808 0 1 2 0\n", "expected a number, not '9223372036854775808'"),
        ("5 2 0 1 -9223372036854775808 0\n", "names no clause"),
    ] {
        let why = refusal(&square(), proof);
        assert!(why.contains(expected), "{proof:?}: {why}");
    }
    assert!(refusal(&square(), b"5 \xff\xfe 0 1 2 0\n").contains("expected a number"));
}

#[test]
fn bytes_prove_as_text_does() {
    let good = bytes(&[("a", &[10, 4, 0, 2, 4, 0]), ("d", &[4, 0]), ("a", &[12, 0, 10, 6, 8, 0])]);
    assert_eq!(accepted(&square(), &good), 2);
    for length in 0..good.len() {
        let why = refusal(&square(), &good[..length]);
        assert!(why.contains("the proof ends"), "{length}: {why}");
    }
    for (proof, expected) in [
        (
            bytes(&[("a", &[10, 4, 0, 2, 4, 0]), ("x", &[])]),
            "byte 7: a step begins with 'a' or 'd', not with the byte 120",
        ),
        (bytes(&[("a", &[1])]), "byte 0: a number is minus zero"),
        (bytes(&[("a", &[11, 4, 0, 2, 4, 0])]), "byte 0: -5 is not an id"),
        (bytes(&[("a", &[0, 4, 0, 2, 4, 0])]), "byte 0: 0 is not an id"),
        (bytes(&[("a", &[10, 4, 0, 2, 0])]), "byte 0: the hints end without a conflict"),
        (bytes(&[("a", &[10, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0])]), "is not a literal"),
        (bytes(&[("a", &[0xff; 11])]), "byte 0: a number has more than 64 bits"),
        (bytes(&[("d", &[18, 0])]), "byte 0: clause 9 is to be deleted"),
    ] {
        let why = refusal(&square(), &proof);
        assert!(why.contains(expected), "{proof:?}: {why}");
    }
}

#[test]
fn limits_end_a_check_without_a_verdict() {
    let given = square();
    let clauses = || given.iter().map(Vec::as_slice);
    let late = Control::unlimited();
    late.cancel_work();
    let stopped = check_lrat(clauses(), &b"5 2 0 1 2 0\n"[..], &late);
    assert!(matches!(stopped, Err(ProofError::Stopped(StopReason::Cancelled))), "{stopped:?}");
    // A literal far out would need a table of all variables below it.
    let small = Control::unlimited().with_formula_bytes(1 << 20);
    let stopped = check_lrat(clauses(), &b"5 2000000000 0 1 2 0\n"[..], &small);
    assert!(matches!(stopped, Err(ProofError::Stopped(StopReason::Memory))), "{stopped:?}");
}
