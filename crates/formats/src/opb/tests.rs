//! OPB: syntax, errors, and input that must not panic.

use parallax_instance::{InputError, Instance, ModelSource};
use parallax_model::engine_api::Task;
use proptest::prelude::*;

use super::{OpbInequality, OpbInstance, OpbRelation, read_problem, starts_opb};
use crate::tests::{brute, damaged, each_assignment, edits, exercise, lines};

fn instance(text: &str) -> Result<Box<dyn Instance>, InputError> {
    Ok(Box::new(OpbInstance::read_lines(&mut lines(text))?))
}

fn error(text: &str) -> String {
    read_problem(&mut lines(text), &mut |_| ()).expect_err("a fault").to_string()
}

#[test]
fn variants_of_the_syntax_parse() {
    let expected = vec![
        OpbInequality { terms: vec![(1, 1), (-2, 3)], sign: OpbRelation::AtLeast, bound: -1 },
        OpbInequality { terms: vec![(3, -2)], sign: OpbRelation::Exactly, bound: 3 },
        OpbInequality { terms: vec![], sign: OpbRelation::AtMost, bound: 0 },
    ];
    for text in [
        "* #variable= 3 #constraint= 3\n+1 x1 -2 x3 >= -1 ;\n+3 ~x2 = 3 ;\n<= 0 ;\n",
        "* a remark\n\n1 x1\n* within\n-2 x3 >= -1; 3 ~x2 = +3;<= 0;",
        "1 x1-2 x3>=-1;3\n~x2=3\n;<=0\n;",
    ] {
        let problem = read_problem(&mut lines(text), &mut |_| ()).unwrap();
        assert_eq!((problem.variables, &problem.constraints), (3, &expected), "{text}");
    }
    let free = read_problem(&mut lines("* #variable= 5 #constraint= 0\n"), &mut |_| ()).unwrap();
    assert_eq!(free.variables, 5);
}

#[test]
fn errors_name_their_place() {
    insta::assert_snapshot!(error(""), @"f:1:1: nothing to solve; expected constraints such as '+1 x1 +2 x2 >= 2 ;'");
    insta::assert_snapshot!(error("+1 x1 >= 1;\nmax:+1 x1 ;\n"), @"f:2:1: 'max:'; expected one objective, before all constraints");
    insta::assert_snapshot!(error("min:+1 x1>=1;"), @"f:1:10: '>='; expected a coefficient or ';'");
    insta::assert_snapshot!(error("+1 x1 +1x2>=1;"), @"f:1:7: '+1x2'; expected a coefficient, >=, = or <=");
    insta::assert_snapshot!(error("+1 x1 x0 >= 1 ;"), @"f:1:7: 'x0'; expected a variable such as x1 or ~x1");
    insta::assert_snapshot!(error("+1 x1>=1;+1 x2~~x1>=1;"), @"f:1:15: '~'; expected a variable such as x1 or ~x1");
    insta::assert_snapshot!(error("+1 x1>=+;"), @"f:1:8: '+'; expected an integer");
    insta::assert_snapshot!(error("+1 x1 => 1;"), @"f:1:8: '>'; expected an integer");
    insta::assert_snapshot!(error("* x\n[3] +1 x1 >= 1;"), @"f:2:1: soft constraints (WBO) are not read; write a new variable for each, and min: the sum of their costs");
    insta::assert_snapshot!(error("+1 x1 >= 1 ;\nmin: +1 x1 ;\n"), @"f:2:1: 'min:'; expected one objective, before all constraints");
    insta::assert_snapshot!(error("min: +1 x1 >= 1 ;\n"), @"f:1:12: '>='; expected a coefficient or ';'");
    insta::assert_snapshot!(error("min: +1 x1\n"), @"f:1:11: the file ends within the objective");
    insta::assert_snapshot!(error("soft: 3 ;\n"), @"f:1:1: soft constraints (WBO) are not read; write a new variable for each, and min: the sum of their costs");
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
        ("max:-1 x1;", true),
        ("+1 x1>=1;", true),
        ("-2 ~x1 x2 = 0;", true),
        ("* x", false),
        ("", false),
        ("1 2 3", false),
        ("3 2\n1 . 3", false),
    ] {
        assert_eq!(starts_opb(&mut lines(text)), Ok(expected), "{text}");
    }
}

#[test]
fn solutions_are_read_as_solvers_write_them() {
    let instance = instance("+1 x1 +1 x2 -1 x3 >= 1 ;\n").unwrap();
    for text in
        ["s SATISFIABLE\nv x1 -x2\nv x3\n", "o 4\ns OPTIMUM FOUND\nv x1 -x2 x3", "x1 -x2 x3"]
    {
        assert_eq!(
            instance.notation().read_solutions("a", text),
            Ok(vec![vec![1, 0, 1]]),
            "{text}"
        );
    }
    let fault = |text: &str| instance.notation().read_solutions("a", text).unwrap_err().to_string();
    insta::assert_snapshot!(fault("v x1 -x2"), @"a: no value for x3");
    insta::assert_snapshot!(fault("v x1 -x2 x4"), @"a: a value for x4; there are 3 variables");
    insta::assert_snapshot!(fault("v x1 -x1"), @"a: two values for x1");
    insta::assert_snapshot!(fault("v 1 -2 0"), @"a:1:3: '1'; expected literals such as x1 -x2 x3");
}

/// Terms: coefficients and the literals of their products.
type Terms = Vec<(i64, Vec<i32>)>;

/// A random problem, written with more or fewer blanks, and its parts.
#[derive(Clone, Debug)]
struct Drawn {
    variables: usize,
    /// The terms with their factors, the sign and the bound of each constraint.
    constraints: Vec<(Terms, OpbRelation, i64)>,
    /// The terms of the objective, and whether it is maximised.
    objective: Option<(Terms, bool)>,
    /// Whether the text has a header, and blanks where none are needed.
    has_header: bool,
    is_wide: bool,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    (1..6usize).prop_flat_map(|variables| {
        let most = variables as i32;
        let literal = (1..=most).prop_flat_map(|n| prop_oneof![Just(n), Just(-n)]);
        let factors = prop::collection::vec(literal, 1..4);
        let terms = prop::collection::vec((-3..4i64, factors), 0..3);
        let sign = prop_oneof![
            Just(OpbRelation::AtLeast),
            Just(OpbRelation::Exactly),
            Just(OpbRelation::AtMost)
        ];
        let constraint = (terms.clone(), sign, -4..5i64);
        let constraints = prop::collection::vec(constraint, 1..4);
        let objective = prop::option::of((terms, any::<bool>()));
        (Just(variables), constraints, objective, any::<bool>(), any::<bool>()).prop_map(
            |(variables, constraints, objective, has_header, is_wide)| Drawn {
                variables,
                constraints,
                objective,
                has_header,
                is_wide,
            },
        )
    })
}

impl Drawn {
    fn text(&self) -> String {
        let gap = if self.is_wide { " \n " } else { "" };
        let sum = |terms: &[(i64, Vec<i32>)]| {
            let literal =
                |l: &i32| format!("{}x{}", if *l < 0 { "~" } else { "" }, l.unsigned_abs());
            let term = |(c, factors): &(i64, Vec<i32>)| {
                let factors: Vec<String> = factors.iter().map(literal).collect();
                format!("{c:+} {}{gap}", factors.join(" "))
            };
            terms.iter().map(term).collect::<String>()
        };
        let mut text = String::new();
        if self.has_header {
            let number = self.constraints.len();
            text = format!("* #variable= {} #constraint= {number}\n", self.variables);
        }
        if let Some((terms, maximise)) = &self.objective {
            let sense = if *maximise { "max:" } else { "min:" };
            text.push_str(&format!("{sense}{gap}{};", sum(terms)));
        }
        for (terms, sign, bound) in &self.constraints {
            text.push_str(&format!("{}{}{gap}{bound}{gap};", sum(terms), sign.as_text()));
        }
        text
    }

    fn value(terms: &[(i64, Vec<i32>)], solution: &[i32]) -> i64 {
        let is_one = |l: &i32| (solution[l.unsigned_abs() as usize - 1] == 1) == (*l > 0);
        terms.iter().filter(|(_, factors)| factors.iter().all(is_one)).map(|(c, _)| c).sum()
    }

    fn holds(&self, solution: &[i32]) -> bool {
        self.constraints.iter().all(|(terms, sign, bound)| {
            let sum = Drawn::value(terms, solution);
            match sign {
                OpbRelation::AtLeast => sum >= *bound,
                OpbRelation::Exactly => sum == *bound,
                OpbRelation::AtMost => sum <= *bound,
            }
        })
    }

    /// The variables that the text names, or that its header counts.
    fn seen(&self) -> usize {
        let objective = self.objective.iter().map(|(terms, _)| terms);
        let all = self.constraints.iter().map(|(terms, ..)| terms).chain(objective).flatten();
        let most = all.flat_map(|(_, factors)| factors).map(|l| l.unsigned_abs() as usize).max();
        if self.has_header { self.variables } else { most.unwrap_or(0) }
    }
}

proptest! {
    /// The model has exactly the solutions of the text, the rules of the instance accept exactly
    /// these, and what is written is read as the same.
    #[test]
    fn models_and_rules_agree_with_the_text(drawn in drawn()) {
        let (text, variables) = (drawn.text(), drawn.seen());
        let instance = instance(&text).unwrap();
        let mut expected = Vec::new();
        for bits in 0..1u32 << variables {
            let solution: Vec<i32> = (0..variables).rev().map(|i| (bits >> i & 1) as i32).collect();
            let holds = drawn.holds(&solution);
            prop_assert_eq!(instance.rules(&solution).is_ok(), holds);
            if holds {
                expected.push(solution);
            }
        }
        prop_assert_eq!(brute(&*instance), expected);
        let written = instance.notation().write_instance();
        let again = self::instance(&written).unwrap();
        prop_assert_eq!((again.notation().write_instance(), brute(&*again)), (written, brute(&*instance)));
    }

    /// The objective of the model has the value of the text's for each solution of the model.
    #[test]
    fn objectives_agree_with_the_text(drawn in drawn()) {
        let Some((terms, maximise)) = &drawn.objective else { return Ok(()) };
        let instance = instance(&drawn.text()).unwrap();
        let model = instance.model(&instance.default_viewpoint()).unwrap();
        let objective = model.objective().unwrap();
        prop_assert_eq!(objective.is_better(1, 0), *maximise);
        let mut pairs = Vec::new();
        each_assignment(&model, &mut Vec::new(), &mut |values| {
            if let Ok(solution) = model.check(&[], values) {
                let shown = instance.solution(&instance.default_viewpoint(), &solution);
                pairs.push((objective.value_under(values), Drawn::value(terms, &shown)));
            }
        });
        prop_assert!(pairs.iter().all(|(model, text)| model == text), "{pairs:?}");
        prop_assert_eq!(pairs.len(), brute(&*instance).len(), "products are determined");
    }

    #[test]
    fn nothing_panics_on_text(text in "[0-9 +x~;=<>*minax:\n-]{0,80}") {
        exercise(self::instance, &text);
    }

    #[test]
    fn nothing_panics_on_damaged_files(edits in edits("[0-9 +x~;=<>\n-]|99999999999")) {
        let text = "* #variable= 4 #constraint= 3\n* var x1 = a\n+1 x1 -2 x2 >= 1 ;\n\
                    * within\n+3 ~x3 +1 x4 x1 ~x2= 3;\n-1 x1-1 x2 <=0;\n";
        exercise(self::instance, &damaged(text, &edits));
    }
}

#[test]
fn the_objective_has_the_value_of_the_file() {
    let text = "* #variable= 3 #constraint= 1\nmin: +2 x1 -3 ~x2 +5 ~x3 ;\n+1 x1 +1 x2 >= 1 ;\n";
    let instance = OpbInstance::read_lines(&mut lines(text)).unwrap();
    assert_eq!(instance.notation().write_instance(), text);
    assert_eq!(instance.default_task(), Task::Optimise);
    let model = instance.model(&instance.default_viewpoint()).unwrap();
    let objective = model.objective().unwrap();
    for bits in 0..8 {
        let values = [0, 1, 2].map(|place| bits >> place & 1);
        // The hidden variable that is always 1 comes last.
        let whole = [&values[..], &[1]].concat();
        let is = |place: usize| i64::from(values[place]);
        let expected = 2 * is(0) - 3 * (1 - is(1)) + 5 * (1 - is(2));
        assert_eq!(objective.value_under(&whole), expected, "{values:?}");
    }
}
