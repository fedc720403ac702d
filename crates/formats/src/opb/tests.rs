//! OPB: syntax, errors, and input that must not panic.

use parallax_model::ask::Task;
use parallax_model::instance::{InputError, Instance};
use proptest::prelude::*;

use super::{Inequality, OpbInstance, Sign, read, starts};
use crate::tests::{brute, damaged, edits, exercise, lines};

fn instance(text: &str) -> Result<Box<dyn Instance>, InputError> {
    Ok(Box::new(OpbInstance::read(&mut lines(text))?))
}

fn error(text: &str) -> String {
    read(&mut lines(text), &mut |_| ()).expect_err("a fault").to_string()
}

#[test]
fn variants_of_the_syntax_parse() {
    let expected = vec![
        Inequality { terms: vec![(1, 1), (-2, 3)], sign: Sign::AtLeast, bound: -1 },
        Inequality { terms: vec![(3, -2)], sign: Sign::Exactly, bound: 3 },
        Inequality { terms: vec![], sign: Sign::AtMost, bound: 0 },
    ];
    for text in [
        "* #variable= 3 #constraint= 3\n+1 x1 -2 x3 >= -1 ;\n+3 ~x2 = 3 ;\n<= 0 ;\n",
        "* a remark\n\n1 x1\n* within\n-2 x3 >= -1; 3 ~x2 = +3;<= 0;",
    ] {
        let problem = read(&mut lines(text), &mut |_| ()).unwrap();
        assert_eq!((problem.variables, &problem.constraints), (3, &expected), "{text}");
    }
    let free = read(&mut lines("* #variable= 5 #constraint= 0\n"), &mut |_| ()).unwrap();
    assert_eq!(free.variables, 5);
}

#[test]
fn errors_name_their_place() {
    insta::assert_snapshot!(error(""), @"f:1:1: nothing to solve; expected constraints such as '+1 x1 +2 x2 >= 2 ;'");
    insta::assert_snapshot!(error("max: +1 x1 ;\n"), @"f:1:1: 'max:' is not in the format; expected min: of the negated sum");
    insta::assert_snapshot!(error("+1 x1 >= 1 ;\nmin: +1 x1 ;\n"), @"f:2:1: 'min:'; an objective stands once, before all constraints");
    insta::assert_snapshot!(error("min: +1 x1 >= 1 ;\n"), @"f:1:12: '>='; expected a coefficient or ';'");
    insta::assert_snapshot!(error("min: +1 x1\n"), @"f:1:11: the file ends within the objective");
    insta::assert_snapshot!(error("soft: 3 ;\n"), @"f:1:1: soft constraints are not supported");
    insta::assert_snapshot!(error("+1 x1 x2 >= 1 ;"), @"f:1:7: products of variables are not supported");
    insta::assert_snapshot!(error("x1 >= 1 ;"), @"f:1:1: 'x1'; expected a coefficient, >=, = or <=");
    insta::assert_snapshot!(error("+1 y1 >= 1 ;"), @"f:1:4: 'y1'; expected a variable such as x1 or ~x1");
    insta::assert_snapshot!(error("+1 x0 >= 1 ;"), @"f:1:4: 'x0'; expected a variable such as x1 or ~x1");
    insta::assert_snapshot!(error("+1 x1 > 1 ;"), @"f:1:7: '>'; expected a coefficient, >=, = or <=");
    insta::assert_snapshot!(error("+1 x1 >= 1 1 ;"), @"f:1:12: '1'; expected ';'");
    insta::assert_snapshot!(error("+1 x1 >= 1"), @"f:1:11: the file ends within a constraint");
    insta::assert_snapshot!(error("+1 x1 >= 1;\n+1 x2\n"), @"f:2:6: the file ends within a constraint");
    insta::assert_snapshot!(error("+1 x99999999 >= 1 ;"), @"f:1:4: x99999999; at most 10000000 variables are read");
    insta::assert_snapshot!(error("* #variable= 99999999 #constraint= 0\n"), @"f:1:1: 99999999 variables; at most 10000000 are read");
    for header in
        ["* #variable= -1 #constraint= 1", "*#variable= 1 #constraint= -1", "* #variable= 1"]
    {
        let refused = error(&format!("{header}\n+1 x1 >= 1 ;\n"));
        assert!(
            refused.starts_with("f:1:1: '")
                && refused.ends_with("expected '* #variable= V #constraint= C'"),
            "{refused}"
        );
    }
    insta::assert_snapshot!(error("+1 x99999999999999999999 >= 1 ;"), @"f:1:4: x99999999999999999999; at most 10000000 variables are read");
    insta::assert_snapshot!(error("* #variable= 2 #constraint= 1\n1 x3 >= 1 ;"), @"f:2:3: x3, but the header says 2 variables");
    insta::assert_snapshot!(error("* #variable= 2 #constraint= 2\n1 x1 >= 1 ;"), @"f:2:12: the file ends after 1 constraints; its header says 2");
    insta::assert_snapshot!(error("* #variable= 2 #constraint= 1\n1 x1 >= 1;1 x1 >= 1;"), @"f:2:20: more constraints than the header says");
    insta::assert_snapshot!(error("99999999999999999999 x1 >= 1 ;"), @"f:1:1: 99999999999999999999 is too large; expected 64 bits");
    insta::assert_snapshot!(error("9223372036854775807 x1 >= 1 ;"), @"f:1:29: the sum can reach 9223372036854775807, which is too large (2^60)");
    insta::assert_snapshot!(error("1 x1 >= 99999999999999999999 ;"), @"f:1:9: 99999999999999999999 is too large; expected 64 bits");
}

#[test]
fn starts_recognises_opb() {
    for (text, expected) in [
        ("* #variable= 3 #constraint= 3\n", true),
        ("* x\n\n+1 x1 >= 1 ;", true),
        ("min: +1 x1 ;", true),
        ("* x", false),
        ("", false),
        ("1 2 3", false),
        ("3 2\n1 . 3", false),
    ] {
        assert_eq!(starts(&mut lines(text)), Ok(expected), "{text}");
    }
}

#[test]
fn solutions_are_read_as_solvers_write_them() {
    let instance = instance("+1 x1 +1 x2 -1 x3 >= 1 ;\n").unwrap();
    for text in
        ["s SATISFIABLE\nv x1 -x2\nv x3\n", "o 4\ns OPTIMUM FOUND\nv x1 -x2 x3", "x1 -x2 x3"]
    {
        assert_eq!(instance.read_solutions("a", text), Ok(vec![vec![1, 0, 1]]), "{text}");
    }
    let fault = |text: &str| instance.read_solutions("a", text).unwrap_err().to_string();
    insta::assert_snapshot!(fault("v x1 -x2"), @"a: no value for x3");
    insta::assert_snapshot!(fault("v x1 -x2 x4"), @"a: a value for x4; there are 3 variables");
    insta::assert_snapshot!(fault("v x1 -x1"), @"a: two values for x1");
    insta::assert_snapshot!(fault("v 1 -2 0"), @"a:1:3: '1'; expected literals such as x1 -x2 x3");
}

/// Random inequalities over few variables.
fn problems() -> impl Strategy<Value = (usize, Vec<Inequality>)> {
    (1..6usize).prop_flat_map(|variables| {
        let most = variables as i32;
        let literal = (1..=most).prop_flat_map(|n| prop_oneof![Just(n), Just(-n)]);
        let terms = prop::collection::vec((-3..4i64, literal), 0..5);
        let sign = prop_oneof![Just(Sign::AtLeast), Just(Sign::Exactly), Just(Sign::AtMost)];
        let inequality = (terms, sign, -4..5i64).prop_map(|(terms, sign, bound)| Inequality {
            terms,
            sign,
            bound,
        });
        (Just(variables), prop::collection::vec(inequality, 1..5))
    })
}

proptest! {
    /// The model has exactly the solutions of the inequalities, and the rules of the instance
    /// accept exactly these.
    #[test]
    fn models_and_rules_agree_with_the_problem((variables, inequalities) in problems()) {
        let mut text = format!("* #variable= {variables} #constraint= {}\n", inequalities.len());
        inequalities.iter().for_each(|i| text.push_str(&format!("{}\n", i.text())));
        let instance = instance(&text).unwrap();
        let mut expected = Vec::new();
        for bits in 0..1u32 << variables {
            let solution: Vec<i32> = (0..variables).rev().map(|i| (bits >> i & 1) as i32).collect();
            let value = |literal: i32| {
                let value = i64::from(solution[literal.unsigned_abs() as usize - 1]);
                if literal > 0 { value } else { 1 - value }
            };
            let holds = inequalities.iter().all(|inequality| {
                let sum: i64 = inequality.terms.iter().map(|&(c, l)| c * value(l)).sum();
                match inequality.sign {
                    Sign::AtLeast => sum >= inequality.bound,
                    Sign::Exactly => sum == inequality.bound,
                    Sign::AtMost => sum <= inequality.bound,
                }
            });
            prop_assert_eq!(instance.rules(&solution).is_ok(), holds);
            if holds {
                expected.push(solution);
            }
        }
        prop_assert_eq!(brute(&*instance), expected);
        prop_assert_eq!(instance.write(), text);
    }

    #[test]
    fn nothing_panics_on_text(text in "[0-9 +x~;=<>*min:\n-]{0,80}") {
        exercise(self::instance, &text);
    }

    #[test]
    fn nothing_panics_on_damaged_files(edits in edits("[0-9 +x~;=<>\n-]|99999999999")) {
        let text = "* #variable= 4 #constraint= 3\n* var x1 = a\n+1 x1 -2 x2 >= 1 ;\n\
                    * within\n+3 ~x3 +1 x4 = 3;\n-1 x1 -1 x2 <= 0 ;\n";
        exercise(self::instance, &damaged(text, &edits));
    }
}

#[test]
fn the_objective_has_the_value_of_the_file() {
    let text = "* #variable= 3 #constraint= 1\nmin: +2 x1 -3 ~x2 +5 ~x3 ;\n+1 x1 +1 x2 >= 1 ;\n";
    let instance = OpbInstance::read(&mut lines(text)).unwrap();
    assert_eq!(instance.write(), text);
    assert_eq!(instance.default_task(), Task::Optimise);
    let model = instance.model(&instance.default_viewpoint()).unwrap();
    let objective = model.objective().unwrap();
    for bits in 0..8 {
        let values = [0, 1, 2].map(|place| bits >> place & 1);
        // The hidden variable that is always 1 comes last.
        let whole = [&values[..], &[1]].concat();
        let is = |place: usize| i64::from(values[place]);
        let expected = 2 * is(0) - 3 * (1 - is(1)) + 5 * (1 - is(2));
        assert_eq!(objective.value(&whole), expected, "{values:?}");
    }
}
