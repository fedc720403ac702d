//! Certificates that are right, and those that are not.

use std::io::{self, Read};

use num_bigint::BigUint;
use parallax_certificates::{
    About, Claim, Form, Kind, Literal, Model, Refused, Step, Writer, check, json,
};

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
    accepted(&model, file.as_bytes())
}

fn accepted(model: &Model, file: &[u8]) -> Result<Claim, Refused> {
    check(model, file, &mut no_files).map(|accepted| accepted.claim)
}

fn no_files(_: &str) -> io::Result<Box<dyn Read>> {
    Err(io::ErrorKind::NotFound.into())
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
        assert!(accepted(&model, file.as_bytes()).is_err(), "{head}");
    }
    assert!(accepted(&model, b"").is_err());
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

/// Two squares of one row each, and a hidden variable that is free.
const TWO: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": "1..3"}, {"name": "b", "domain": "1..3"},
    {"name": "c", "domain": "1..3"}, {"name": "d", "domain": "1..3"}, {"name": "h", "domain": "0..1", "shown": false}],
  "constraints": [
    {"kind": "all_different", "scope": ["a", "b"]}, {"kind": "compare", "left": "c", "relation": "<", "right": "d"}]}"#;

/// The steps of a part with the variables x and y that differ.
fn pairs(x: usize, y: usize) -> String {
    let branch = |v: u32| {
        let others: Vec<u32> = (1..=3).filter(|&own| own != v).collect();
        let [one, two] = others[..] else { panic!("two others") };
        format!("p 0 {y} {v}\nd {y} {one}\ns {v} {one}\nu\ns {v} {two}\n")
    };
    format!("d {x} 1\n{}u\nd {x} 2\n{}u\n{}n\n", branch(1), branch(2), branch(3))
}

#[test]
fn independent_parts_multiply() {
    // a and b: 6; c < d: 3; the hidden variable: 1.
    let order = "k 1 2 1 2\nk 1 3 2 3\nd 2 1\nd 3 2\ns 1 2\nu\ns 1 3\nu\np 1 3 2\ns 2 3\nn\n";
    let hidden = "s 0\nn\n";
    let steps = format!("m 2 0 1 2 2 3 1 4\n{}{order}{hidden}q 18\n", pairs(0, 1));
    assert_eq!(checked(TWO, "count", &steps), Ok(count(18)));
    // A part without a solution leaves none.
    let none = TWO.replace(
        "\"c\", \"relation\": \"<\", \"right\": \"d\"",
        "\"c\", \"relation\": \"<\", \"right\": \"c\"",
    );
    let steps_of_none = format!("m 2 0 1 1 2 1 3 1 4\n{}f 1\nn\nc\nn\n{hidden}q 0\n", pairs(0, 1));
    assert_eq!(checked(&none, "count", &steps_of_none), Ok(count(0)));
    for (from, to, why) in [
        ("m 2 0 1 2 2 3 1 4", "m 1 0 1 1 2 2 3 1 4", "joins two parts"),
        ("m 2 0 1 2 2 3 1 4", "m 2 0 1 2 2 3", "is in no part"),
        ("m 2 0 1 2 2 3 1 4", "m 2 0 1 3 2 3 0 1 4", "is in two parts"),
        ("m 2 0 1 2 2 3 1 4", "m 2 0 1 9 2 3 1 4", "cut off"),
        ("m 2 0 1 2 2 3 1 4", "m 5 0 1 2 3 4", "fewer than two"),
        ("m 2 0 1 2 2 3 1 4", "m 2 0 1 2 2 3 1 4 0", "empty"),
        ("m 2 0 1 2 2 3 1 4", "d 4 0\nm 2 0 1 2 2 3", "which is hidden"),
        ("m 2 0 1 2 2 3 1 4", "d 0 1\nm 2 0 1 2 2 3 1 4", "is fixed"),
        ("q 18", "q 17", "the end claims 17"),
        ("s 0\nn\n", "", ""),
        ("s 0\nn\n", "s 0\n", "is open"),
        ("s 0\nn\n", "s 0 0\nn\n", "for the part"),
        ("s 0\nn\n", "d 4 0\ns 0\nu\ns 1\nn\n", "which is hidden"),
        ("s 0\nn\n", "s 0\nn\nn\n", "the end of no part"),
        ("s 0\nn\n", "d 0 1\n", "is not in this part"),
        ("s 0\nn\n", "c\nn\n", "is hidden"),
        ("s 0\nn\n", "r\n", "within a lemma or a part"),
        ("s 0\nn\n", "l = 4 0\n", "below the root"),
        ("s 0\nn\n", "w 1 2 1 2 0\n", "below the root"),
        ("s 0\nn\n", "f 2\n", "the bound or a lemma"),
        ("s 0\nn\n", "u\n", "open"),
        ("s 2 3\nn\n", "n\n", "the end of a part that is open"),
        ("s 2 3\nn\n", "s 2 2\nn\n", "not in this branch"),
    ] {
        assert!(steps.contains(from));
        refused(TWO, "count", &steps.replacen(from, to, 1), why);
    }
    refused(BASKET, "optimum", "m 1 0 1 1\n", "for an optimum");
    refused(SQUARE, "count", "w 0 1 1 0\nm 1 0 1 1\n", "in a list");
}

#[test]
fn joined_certificates_partition_the_root() {
    let model = model(SQUARE);
    let file = |part: &str, steps: &str| {
        format!("parallax-certificate 1 {} count{part}\n{steps}", model.digest())
    };
    let below = |v: u32| {
        let w = 1 - v;
        format!("p 0 1 {v}\np 2 2 {v}\np 1 3 {w}\ns {v} {w} {w} {v}\nq 1\n")
    };
    let parts = [
        ("left", file(" 1 where = 0 0", &below(0))),
        ("right", file(" where ! 0 0", &below(1))),
        ("other", file(" where > 0 1", &below(1))),
        ("both", file("", STEPS)),
        ("chain", file(" where = 0 0", "j left\nq\n")),
        ("wrong", file(" 2 where = 0 0", &below(0))),
        ("cut", file(" where = 0 0", "p 0 1 0\n")),
    ];
    let join = |steps: &str| {
        let mut files = |name: &str| -> io::Result<Box<dyn Read>> {
            let found = parts.iter().find(|own| own.0 == name).ok_or(io::ErrorKind::NotFound)?;
            Ok(Box::new(io::Cursor::new(found.1.clone().into_bytes())))
        };
        check(&model, file("", steps).as_bytes(), &mut files)
    };
    let whole = join("d 0 0\nj left\nu\nj right\nq 2\n").expect("it is joined");
    assert_eq!((whole.claim, whole.part), (count(2), vec![]));
    assert!(join("d 0 0\nj left\nu\nj other\nq 2\n").is_ok());
    assert!(join("j both\nq 2\n").is_ok());
    for (steps, why) in [
        ("d 0 0\nj left\nu\nj left\nq\n", "another part"),
        ("j left\nq\n", "another part"),
        ("d 0 0\nj left\nu\nq\n", "is open"),
        ("d 0 0\np 0 1 0\nj left\n", "another part"),
        ("d 0 0\nj chain\n", "a part that lists parts"),
        ("d 0 0\nj wrong\n", "it claims 2"),
        ("d 0 0\nj cut\n", "no end"),
        ("d 0 0\nj nothing\n", "cannot read"),
        ("d 0 0\nj ../left\n", "in the same folder"),
        ("d 0 0\nj left\nr\n", "that are counted"),
        ("w 0 1 1 0\nj both\n", "in a list"),
    ] {
        let refused = join(steps).expect_err(steps).to_string();
        assert!(refused.contains(why), "{refused} ({why})");
    }
    let alone = check(&model, parts[0].1.as_bytes(), &mut no_files).expect("a part");
    assert_eq!((alone.claim, alone.part), (count(1), vec![Literal::Is(0, 0)]));
    // What lies outside the part is no solution of it.
    let outside = file(" where = 0 0", "w 1 0 0 1\n");
    assert!(accepted(&model, outside.as_bytes()).is_err());
}

#[test]
fn claims_in_the_file_are_checked() {
    assert_eq!(checked(SQUARE, "count 2", STEPS), Ok(count(2)));
    refused(SQUARE, "count 3", STEPS, "it claims 3");
    refused(SQUARE, "count", &STEPS.replace("q\n", "q 3\n"), "the end claims 3");
    let good = "d 0 3\nd 1 0\ns 3 0\nu\nf 1\nu\np 0 1 0\np 1 1 2 3\np 0 0 0 1\nf 1\nq 6\n";
    assert!(checked(BASKET, "optimum 6", good).is_ok());
    for other in ["5", "7", "none"] {
        refused(BASKET, &format!("optimum {other}"), good, "it claims");
    }
}

#[test]
fn the_binary_form_says_the_same() {
    let model = model(SQUARE);
    let about = |form| About { digest: model.digest(), kind: Kind::Count, form, part: Vec::new() };
    let steps = [
        Step::Lemma(&[Literal::Is(0, 0), Literal::AtMost(1, 0)]),
        Step::Fail(0),
        Step::Shown,
        Step::Branch(0, 0),
        Step::Remove(5, 1, &[0]),
        Step::Remove(2, 2, &[0]),
        Step::Keep(1, 3, 0, 0),
        Step::Solution(&[0, 1, 1, 0]),
        Step::Up,
        Step::Keep(0, 1, 0, 0),
        Step::Remove(2, 2, &[1]),
        Step::Remove(1, 3, &[0]),
        Step::Solution(&[1, 0, 0, 1]),
        Step::End("2"),
    ];
    for compress in [false, true] {
        for form in [Form::Text, Form::Binary] {
            let mut file = Vec::new();
            let mut writer =
                Writer::new(&mut file, compress, &about(form), 1 << 20).expect("bytes");
            steps.iter().for_each(|step| writer.step(step).expect("bytes"));
            writer.finish().expect("bytes");
            assert_eq!(accepted(&model, &file), Ok(count(2)), "{form:?}");
            for end in 0..file.len() {
                assert!(accepted(&model, &file[..end]).is_err(), "{form:?} cut at {end}");
            }
            for place in 0..file.len() {
                for bit in 0..8 {
                    let mut other = file.clone();
                    other[place] ^= 1 << bit;
                    assert!(matches!(accepted(&model, &other), Err(_) | Ok(Claim::Count(_))));
                    if let Ok(claim) = accepted(&model, &other) {
                        assert_eq!(claim, count(2));
                    }
                }
            }
        }
    }
    let mut little = Writer::new(Vec::new(), false, &about(Form::Text), 100).expect("bytes");
    let full = steps.iter().find_map(|step| little.step(step).err()).expect("a limit");
    assert_eq!(full.kind(), io::ErrorKind::FileTooLarge);
}

#[test]
fn numbers_at_the_ends_of_their_types() {
    for steps in [
        "d 0 9223372036854775807\n",
        "p 0 0 -9223372036854775808\n",
        "f 9223372036854775807\n",
        "k 0 0 9223372036854775807 -9223372036854775808\n",
        "b 0 -9223372036854775808\n",
        "m 9223372036854775807 0\n",
        "d 0 +0\n",
        "d 0  0\n",
        "c \n",
    ] {
        assert!(checked(SQUARE, "count", steps).is_err(), "{steps}");
    }
    let wide = r#"{"format": "parallax-model-1", "variables": [
        {"name": "a", "domain": [-9223372036854775808, 9223372036854775807]}], "constraints": []}"#;
    refused(wide, "count", "c\nq\n", "values beyond");
    let element = r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "-9..9"}],
      "constraints": [{"kind": "element", "index": "a", "array": ["a"], "result": "a", "first": -9223372036854775808},
        {"kind": "linear", "terms": [{"coefficient": 9223372036854775807, "variable": "a"}], "relation": "=", "constant": 0}]}"#;
    assert_eq!(checked(element, "count", "f 0\nq\n"), Ok(count(0)));
}
