//! Certificates that are right, and those that are not.

use num_bigint::BigUint;
use parallax_certificates::{Claim, Model, Refused, check, json};

/// The 2x2 Latin square; constraints row 1, row 2, column 1, column 2.
const SQUARE: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": [0, 1]}, {"name": "b", "domain": [0, 1]},
    {"name": "c", "domain": [0, 1]}, {"name": "d", "domain": [0, 1]}],
  "constraints": [
    {"kind": "all_different", "scope": ["a", "b"]}, {"kind": "all_different", "scope": ["c", "d"]},
    {"kind": "all_different", "scope": ["a", "c"]}, {"kind": "all_different", "scope": ["b", "d"]}]}"#;

const STEPS: &str =
    "d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\ns 0 1 1 0\nu\np 0 1 1\np 2 2 1\np 1 3 0\ns 1 0 0 1\nq\n";

/// Two values that differ, and a hidden one that is free.
const HIDDEN: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": [0, 1]}, {"name": "b", "domain": [0, 1]},
    {"name": "h", "domain": [0, 1], "shown": false}],
  "constraints": [{"kind": "all_different", "scope": ["a", "b"]}]}"#;

/// Less is better.
const BASKET: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": "0..3"}, {"name": "b", "domain": "0..3"}],
  "constraints": [{"kind": "linear", "terms": [{"variable": "a"}, {"variable": "b"}], "relation": ">=", "constant": 3}],
  "minimize": [{"coefficient": 2, "variable": "a"}, {"coefficient": 3, "variable": "b"}]}"#;

/// Nothing is demanded.
const FREE: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": "1..3"}, {"name": "b", "domain": "1..5"}], "constraints": []}"#;

fn model(text: &str) -> Model {
    json::read(text).expect("a model")
}

fn checked(text: &str, kind: &str, steps: &str) -> Result<Claim, Refused> {
    let model = model(text);
    let file = format!("parallax-certificate 1 {} {kind}\n{steps}", model.digest());
    check(&model, file.as_bytes())
}

fn count(number: u32) -> Claim {
    Claim::Count(BigUint::from(number))
}

fn refused(text: &str, kind: &str, steps: &str, why: &str) {
    match checked(text, kind, steps) {
        Err(refused) => assert!(refused.to_string().contains(why), "{refused} ({why})"),
        Ok(claim) => panic!("accepted with {claim:?}: {steps}"),
    }
}

#[test]
fn the_square_has_two_solutions() {
    assert_eq!(checked(SQUARE, "count", STEPS), Ok(count(2)));
    let lines: Vec<&str> = STEPS.lines().collect();
    for left_out in 0..lines.len() {
        let mut rest = lines.clone();
        rest.remove(left_out);
        let answer = checked(SQUARE, "count", &(rest.join("\n") + "\n"));
        assert!(answer.is_err(), "without line {left_out}: {answer:?}");
    }
}

#[test]
fn forgeries_are_refused_with_their_reason() {
    for (steps, why) in [
        ("", "no end"),
        ("q\n", "is open"),
        ("f 9\n", "there is no constraint 9"),
        ("f 4\n", "can hold"),
        ("f 0\nq\n", "can hold"),
        ("d 0 7\n", "has no value 7"),
        ("d 9 0\n", "there is no variable 9"),
        ("d 0 0\nu\n", "back from a branch that is open"),
        ("u\n", "back from a branch that is open"),
        ("p 0 0 0\n", "allows"),
        ("p 0 0 5\n", "has no value 5"),
        ("p 0 0\n", "'p' with 2 numbers"),
        ("k 0 0 1 1\n", "allows"),
        ("s 0 1 1 0\n", "is not fixed"),
        ("d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\ns 0 1 1 1\n", "does not hold"),
        ("d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\ns 1 0 0 1\n", "is not in this branch"),
        ("d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\ns 0 1 1\n", "3 values; expected 4"),
        ("d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\ns 0 1 1 0\ns 0 1 1 0\n", "is closed"),
        ("d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\nf 0\nu\n", "can hold"),
        ("c\n", "may fail"),
        ("b 0 1\n", "does not split"),
        ("b 0 -1\n", "does not split"),
        ("d 0 0\nl = 0 0\n", "below the root"),
        ("l = 0 0\ne\n", "not all closed"),
        ("e\n", "the end of no lemma"),
        ("l = 0 0\ns 0 1 1 0\n", "within a lemma"),
        ("w 0 1 1 0\nw 0 1 1 0\n", "listed twice"),
        ("w 0 1 1 1\n", "does not hold"),
        ("r\n", "from the root"),
        ("d 0 0\np 0 1 0\np 2 2 0\np 1 3 1\ns 0 1 1 0\nr\n", "that are counted"),
        ("l = 0 0\nd 1 0\nr\n", "within a lemma"),
        ("x\n", "there is no step 'x'"),
        ("d 0 0 0\n", "'d' with 3 numbers"),
        ("d 0 99999999999999999999\n", "no number of 64 bits"),
        ("d -1 0\n", "no place"),
        ("d 0 0", "cut off"),
    ] {
        refused(SQUARE, "count", steps, why);
    }
    let dropped = format!("d 3 0\np 1 2 0\nr\n{STEPS}");
    assert_eq!(checked(SQUARE, "count", &dropped), Ok(count(2)));
    let after = format!("{STEPS}q\n");
    refused(SQUARE, "count", &after, "a step after the end");
    refused(SQUARE, "count", &STEPS.replace("s 1 0 0 1", "f 0"), "can hold");
    let both = format!("w 0 1 1 0\n{STEPS}");
    refused(SQUARE, "count", &both, "");
    let leaf_first = STEPS.replace("q\n", "") + "w 0 1 1 0\nq\n";
    refused(SQUARE, "count", &leaf_first, "is closed");
    refused(SQUARE, "optimum", STEPS, "without an objective");
}

#[test]
fn a_certificate_is_of_one_model() {
    let model = model(SQUARE);
    for head in [
        format!("parallax-certificate 1 {} count", self::model(HIDDEN).digest()),
        format!("parallax-certificate 2 {} count", model.digest()),
        format!("parallax-certificate 1 {} sum", model.digest()),
        "parallax-certificate 1".to_owned(),
        String::new(),
    ] {
        let file = format!("{head}\n{STEPS}");
        assert!(check(&model, file.as_bytes()).is_err(), "{head}");
    }
    assert!(check(&model, &b""[..]).is_err());
    // A constraint less is another model; another name is not.
    assert_ne!(
        self::model(&SQUARE.replace("\"scope\": [\"a\", \"b\"]", "\"scope\": [\"a\"]")).digest(),
        model.digest()
    );
    assert_eq!(self::model(&SQUARE.replace("\"a\"", "\"z\"")).digest(), model.digest());
}

#[test]
fn solutions_differ_in_shown_variables() {
    let leaves = "d 0 0\np 0 1 0\ns 0 1 1\nu\np 0 1 1\ns 1 0 0\nq\n";
    assert_eq!(checked(HIDDEN, "count", leaves), Ok(count(2)));
    let listed = "w 0 1 1\nw 1 0 0\nd 0 0\np 0 1 0\nf 2\nu\np 0 1 1\nf 3\nq\n";
    assert_eq!(checked(HIDDEN, "count", listed), Ok(count(2)));
    for (steps, why) in [
        (listed.replace("w 1 0 0\n", ""), "there is no constraint 3"),
        (listed.replace("w 1 0 0", "w 0 1 0"), "listed twice"),
        ("d 2 0\nd 0 0\np 0 1 0\ns 0 1 0\n".to_owned(), "which is hidden"),
        ("d 0 0\np 0 1 0\nd 2 0\ns 0 1 0\nu\ns 0 1 1\n".to_owned(), "which is hidden"),
        ("c\nq\n".to_owned(), "is hidden"),
    ] {
        refused(HIDDEN, "count", &steps, why);
    }
}

#[test]
fn optima_are_the_last_of_better_and_better_ones() {
    // 2a + 3b with a + b >= 3: the best is 6, with a = 3.
    let steps = "d 0 2\nd 1 1\ns 2 1\nu\np 0 1 0\np 2 1\nq\n";
    refused(BASKET, "optimum", steps, "");
    let good = "d 0 3\nd 1 0\ns 3 0\nu\nf 1\nu\np 0 1 0\np 1 1 2 3\np 0 0 0 1\nf 1\nq\n";
    assert_eq!(checked(BASKET, "optimum", good), Ok(Claim::Optimum(Some(6))));
    refused(BASKET, "optimum", "d 0 2\nd 1 1\ns 2 1\nu\nf 1\nu\nf 1\nq\n", "can hold");
    refused(BASKET, "optimum", &good.replace("q\n", "s 3 0\nq\n"), "closed");
    refused(BASKET, "optimum", "s 3 0\ns 2 1\n", "");
    refused(BASKET, "optimum", "c\n", "for an optimum");
    refused(BASKET, "optimum", "w 3 0\n", "for an optimum");
}

#[test]
fn whole_boxes_and_bounds() {
    assert_eq!(checked(FREE, "count", "c\nq\n"), Ok(count(15)));
    assert_eq!(checked(FREE, "count", "b 1 2\nc\nu\nc\nq\n"), Ok(count(15)));
    refused(FREE, "count", "b 1 2\nc\nu\nq\n", "is open");
    let none = FREE.replace("\"1..3\"", "[]");
    assert_eq!(checked(&none, "count", "q\n"), Ok(count(0)));
}

#[test]
fn lemmas_are_used_after_they_are_shown() {
    let steps = "l = 0 0 = 1 0\nf 0\ne\nd 0 0\np 5 1 0\np 2 2 0\np 1 3 1\ns 0 1 1 0\nu\np 0 1 1\np 2 2 1\np 1 3 0\ns 1 0 0 1\nq\n";
    assert_eq!(checked(SQUARE, "count", steps), Ok(count(2)));
    refused(SQUARE, "count", &steps.replace("p 5 1 0", "p 5 1 1"), "");
    refused(SQUARE, "count", &steps.replace("p 5 1 0", "p 6 1 0"), "there is no constraint 6");
}
