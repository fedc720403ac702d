//! DIMACS CNF: quirks, errors, and input that must not panic.

use parallax_instance::{InputError, Instance};
use proptest::prelude::*;

use super::{CnfFormula, CnfInstance, read_formula, starts_dimacs};
use crate::tests::{brute, damaged, edits, exercise, lines};

fn instance(text: &str) -> Result<Box<dyn Instance>, InputError> {
    Ok(Box::new(CnfInstance::read_lines(&mut lines(text))?))
}

fn clauses(text: &str) -> Vec<Vec<i32>> {
    read_formula(&mut lines(text), &mut |_| ())
        .expect("a formula")
        .iter()
        .map(<[i32]>::to_vec)
        .collect()
}

fn error(text: &str) -> String {
    read_formula(&mut lines(text), &mut |_| ()).expect_err("a fault").to_string()
}

#[test]
fn quirks_of_published_files_parse() {
    let expected = vec![vec![1, -2], vec![], vec![2, 2, -2]];
    for text in [
        "p cnf 3 3\n1 -2 0\n0\n2 2 -2 0\n",
        "c a\nc\np  cnf\t3 3 \nc b\n1\nc in a clause\n-2\n0 0 2 2\ncomment\n-2 0",
        "\n\np cnf 3 3\n1 -2 0 0\n2 2 -2 0",
        "p cnf 3 3\r\n1 -2 0 0 2 2 -2 0\r\n",
        "p cnf 3 3\n1 -2 0\n 0\n 2 2 -2 0\n%\n0\n\n",
        "p cnf 3 3\n1 -2 0\n 0\n 2 2 -2 0\n%\n",
    ] {
        assert_eq!(clauses(text), expected, "{text}");
    }
    assert_eq!(clauses("p cnf 0 0\n"), Vec::<Vec<i32>>::new());
    assert_eq!(read_formula(&mut lines("p cnf 7 0"), &mut |_| ()).unwrap().variable_count(), 7);
}

#[test]
fn errors_name_their_place() {
    insta::assert_snapshot!(error(""), @"f: no header; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("1 2 0"), @"f:1:1: no header; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("p wcnf 1 2 3"), @"f:1:3: 'wcnf' is not supported; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("p cnf 3"), @"f:1:3: 'cnf' is not a number of clauses; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("p cnf -3 1"), @"f:1:7: '-3' is not a number of variables; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("p cnf 3 1 1"), @"f:1:11: text after the header; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("p cnf 99999999999 1"), @"f:1:7: 99999999999 variables; at most 10000000 are read");
    insta::assert_snapshot!(error("p cnf 99999999999999999999999 1"), @"f:1:7: '99999999999999999999999' is not a number of variables; expected a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')");
    insta::assert_snapshot!(error("p cnf 3 1\np cnf 3 1"), @"f:2:1: a second header");
    insta::assert_snapshot!(error("p cnf 3 1\n1 -4 0"), @"f:2:3: literal -4, but the header says 3 variables");
    insta::assert_snapshot!(error("p cnf 3 1\n1 99999999999999999999 0"), @"f:2:3: literal 99999999999999999999, but the header says 3 variables");
    insta::assert_snapshot!(error("p cnf 3 1\n1 -0 0"), @"f:2:3: '-0'; expected a literal or 0");
    insta::assert_snapshot!(error("p cnf 3 1\n1 x2 0"), @"f:2:3: 'x2'; expected a literal or 0");
    insta::assert_snapshot!(error("p cnf 3 1\n1 +2 0"), @"f:2:3: '+2'; expected a literal or 0");
    insta::assert_snapshot!(error("p cnf 3 1\n1 0 2 0"), @"f:2:5: more clauses than the header says (1)");
    insta::assert_snapshot!(error("p cnf 3 3\n1 2 0\n-1"), @"f:3:3: the file ends within a clause; expected its 0");
    insta::assert_snapshot!(error("p cnf 3 1\n1 0\n%\n1"), @"f:4:1: more after '%'; expected the end of the file");
}

#[test]
fn starts_recognises_dimacs() {
    for (text, expected) in [
        ("p cnf 1 1\n1 0", true),
        ("c\n\nc x\np cnf 1 1", true),
        ("c only a comment", true),
        ("", false),
        ("3 2\n1 . 3", false),
        ("cards 1 2", false),
    ] {
        assert_eq!(starts_dimacs(&mut lines(text)), Ok(expected), "{text}");
    }
}

#[test]
fn solutions_are_read_as_solvers_write_them() {
    let instance = instance("p cnf 3 1\n1 2 0\n").unwrap();
    for text in [
        "s SATISFIABLE\nv 1 -2\nv 3 0\n",
        "c x\nv 1 -2 3 0",
        "SAT\n1 -2 3 0\n",
        "1 -2 3 0",
        "v 1 3 0",
    ] {
        assert_eq!(
            instance.notation().read_solutions("a", text),
            Ok(vec![vec![1, 0, 1]]),
            "{text}"
        );
    }
    let two = instance.notation().read_solutions("a", "v 1 0\nv -1 2 0").unwrap();
    assert_eq!(two, [[1, 0, 0], [0, 1, 0]]);
    let fault = |text: &str| instance.notation().read_solutions("a", text).unwrap_err().to_string();
    insta::assert_snapshot!(fault(""), @"a: no assignment; expected lines that start with 'v'");
    insta::assert_snapshot!(fault("s UNSATISFIABLE"), @"a: no assignment; expected lines that start with 'v'");
    insta::assert_snapshot!(fault("s FINE"), @"a:1:3: 'FINE'; expected SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN");
    insta::assert_snapshot!(fault("s SATISFIABLE\ns UNSATISFIABLE"), @"a:2:1: 's'; expected one answer, this is a second");
    insta::assert_snapshot!(fault("v 1 -2 3"), @"a:1:9: the assignment ends without its 0");
    insta::assert_snapshot!(fault("v 1 x2 0"), @"a:1:5: 'x2'; expected literals such as 1 -2 3 0");
    insta::assert_snapshot!(fault("v 1 -1 0"), @"a: two values for 1");
    insta::assert_snapshot!(fault("v 4 0"), @"a: a value for 4; there are 3 variables");
    insta::assert_snapshot!(fault("v 99999999999999999999 0"), @"a:1:3: '99999999999999999999'; expected literals such as 1 -2 3 0");
}

#[test]
fn pictures_are_text() {
    let instance = instance("p cnf 40 3\n1 2 0\n-1 0\n3 4 0").unwrap();
    insta::assert_snapshot!(instance.title(), @"CNF formula, 40 variables, 3 clauses");
    insta::assert_snapshot!(instance.picture().draw_text(&[]), @r"
    40 variables
    1 clause of 1 literal
    2 clauses of 2 literals
    ");
    let first: Vec<i32> = (0..40).map(|i| i % 2).collect();
    let mut second = first.clone();
    second[2] = 1;
    insta::assert_snapshot!(instance.picture().draw_text(&[first, second]), @r"
    2 solutions; 1 variable differs: x3

    solution 1
    v -1 2 -3 4 -5 6 -7 8 -9 10 -11 12 -13 14 -15 16 -17 18 -19 20 -21 22 -23 24
    v -25 26 -27 28 -29 30 -31 32 -33 34 -35 36 -37 38 -39 40 0

    solution 2
    v -1 2 3 4 -5 6 -7 8 -9 10 -11 12 -13 14 -15 16 -17 18 -19 20 -21 22 -23 24
    v -25 26 -27 28 -29 30 -31 32 -33 34 -35 36 -37 38 -39 40 0
    ");
}

/// Random clauses over few variables.
fn formulas() -> impl Strategy<Value = (usize, Vec<Vec<i32>>)> {
    (1..7usize).prop_flat_map(|variables| {
        let most = variables as i32;
        let literal = (1..=most).prop_flat_map(|n| prop_oneof![Just(n), Just(-n)]);
        let clause = prop::collection::vec(literal, 0..4);
        (Just(variables), prop::collection::vec(clause, 0..8))
    })
}

proptest! {
    /// The model has exactly the solutions of the clauses, and the rules of the instance accept
    /// exactly these.
    #[test]
    fn models_and_rules_agree_with_the_formula((variables, clauses) in formulas()) {
        let mut text = format!("p cnf {variables} {}\n", clauses.len());
        for clause in &clauses {
            clause.iter().for_each(|literal| text.push_str(&format!("{literal} ")));
            text.push_str("0\n");
        }
        let instance = instance(&text).unwrap();
        let mut expected = Vec::new();
        for bits in 0..1u32 << variables {
            let solution: Vec<i32> = (0..variables).rev().map(|i| (bits >> i & 1) as i32).collect();
            let holds = clauses.iter().all(|clause| {
                clause.iter().any(|l| (solution[l.unsigned_abs() as usize - 1] == 1) == (*l > 0))
            });
            prop_assert_eq!(instance.rules(&solution).is_ok(), holds);
            if holds {
                expected.push(solution);
            }
        }
        prop_assert_eq!(brute(&*instance), expected);
        prop_assert_eq!(instance.notation().write_instance(), text);
    }

    #[test]
    fn nothing_panics_on_text(text in "[0-9 cpnf%v\n-]{0,80}") {
        exercise(self::instance, &text);
        exercise(self::instance, &format!("p cnf 9 2\n{text}"));
    }

    #[test]
    fn nothing_panics_on_damaged_files(edits in edits("[0-9 cpsv%\n-]|99999999999")) {
        let text = "c a\np cnf 4 5\n1 -2 0\n2 3\n-4 0\nc b\n0 4 0 -1 -3 0\n%\n0\n";
        exercise(self::instance, &damaged(text, &edits));
    }
}

#[test]
fn every_assignment_solves_an_empty_formula() {
    let instance = CnfInstance::new(CnfFormula::new(2));
    assert_eq!(brute(&instance).len(), 4);
}
