//! Least changes of cases: engines agree with a trial of all cases.

use std::sync::Arc;

use parallax_dmn::columns::{ColumnValue, read_column_tables, read_literal};
use parallax_dmn::decisions::{DecisionModel, GivenInputs};
use parallax_engines::Spec;
use parallax_model::engine_api::{Control, Engine};
use parallax_tables::class_model::{ChangeQuestion, SecondOpinion, WantedResult};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The inputs: name, type, cells, and values of every class that these cells can make.
const INPUTS: [(&str, &str, &[&str], &[&str]); 3] = [
    (
        "a",
        "number",
        &["-", "1", "< 2", ">= 2", "(1..3]", "not(2)", "> 3"],
        &["0", "1", "1.5", "2", "2.5", "3", "4", "null"],
    ),
    (
        "b.c",
        "string",
        &["-", "\"p\"", "\"q\"", "not(\"p\")", "\"p\", null"],
        &["\"p\"", "\"q\"", "\"other\"", "null"],
    ),
    ("d", "boolean", &["-", "true", "false"], &["true", "false", "null"]),
];

const OUTPUTS: [&str; 3] = ["\"x\"", "\"y\"", "\"z\""];

/// The cells of a column that takes the result of another decision.
const RESULT_CELLS: [&str; 5] = ["-", "\"x\"", "\"x\", \"y\"", "not(\"z\")", "null"];

/// Draws a decision with these inputs, and `d1` or `d2` if it takes the result of one.
fn draw_decision(rng: &mut ChaCha8Rng, name: &str, before: &[&str]) -> String {
    let mut columns: Vec<(&str, &str, &[&str])> = Vec::new();
    for (name, kind, cells, _) in INPUTS {
        if rng.random_bool(0.6) {
            columns.push((name, kind, cells));
        }
    }
    columns.extend(before.iter().map(|&name| (name, "Any", RESULT_CELLS.as_slice())));
    if columns.is_empty() {
        let (name, kind, cells, _) = INPUTS[0];
        columns.push((name, kind, cells));
    }
    let policy = ["UNIQUE", "ANY", "FIRST"].choose(rng).unwrap();
    let heads: String = columns
        .iter()
        .map(|(name, kind, _)| {
            format!(
                "<input><inputExpression typeRef='{kind}'><text>{name}</text></inputExpression>\
                 </input>"
            )
        })
        .collect();
    let rules: String = (0..rng.random_range(1..5))
        .map(|_| {
            let cells: String = columns
                .iter()
                .map(|(_, _, cells)| {
                    let cell = cells.choose(rng).unwrap().replace('<', "&lt;");
                    format!("<inputEntry><text>{cell}</text></inputEntry>")
                })
                .collect();
            let output = OUTPUTS.choose(rng).unwrap();
            format!("<rule>{cells}<outputEntry><text>{output}</text></outputEntry></rule>")
        })
        .collect();
    let needs: String = before
        .iter()
        .map(|name| {
            format!("<informationRequirement><requiredDecision href='#{name}'/></informationRequirement>")
        })
        .collect();
    let inputs: String = ["a", "b", "d"]
        .map(|name| {
            format!(
                "<informationRequirement><requiredInput href='#{name}'/></informationRequirement>"
            )
        })
        .concat();
    format!(
        "<decision id='{name}' name='{name}'><variable name='{name}' typeRef='string'/>{needs}\
         {inputs}<decisionTable hitPolicy='{policy}'>{heads}<output/>{rules}</decisionTable>\
         </decision>"
    )
}

fn give<'m>(model: &'m DecisionModel, case: [&str; 3]) -> GivenInputs<'m> {
    let mut given = GivenInputs::new(model);
    for ((name, ..), value) in INPUTS.iter().zip(case) {
        let target = model.find_input(name).expect("an input");
        given.give_text(&target, value).expect("a value");
    }
    given
}

/// Draws three decisions, of which the last takes the results of `before`.
fn draw_file(rng: &mut ChaCha8Rng, before: &[&str]) -> String {
    format!(
        "<definitions><inputData id='a' name='a'/><inputData id='b' name='b'/>\
         <inputData id='d' name='d'/>{}{}{}</definitions>",
        draw_decision(rng, "d1", &[]),
        draw_decision(rng, "d2", &["d1"]),
        draw_decision(rng, "d3", before),
    )
}

/// Returns all cases of the values of [`INPUTS`].
fn all_cases() -> Vec<[&'static str; 3]> {
    let mut cases = Vec::new();
    for a in INPUTS[0].3 {
        for b in INPUTS[1].3 {
            cases.extend(INPUTS[2].3.iter().map(|d| [*a, *b, *d]));
        }
    }
    cases
}

#[test]
fn the_least_change_is_that_of_all_cases() {
    let engine = |name: &str| Arc::new(name.parse::<Spec>().expect("an engine")) as Arc<dyn Engine>;
    let (native, sat) = ([engine("native")], [engine("sat:batsat")]);
    let (mut changed, mut impossible, mut linked) = (0, 0, 0);
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|number| number.parse().ok());
    for seed in 0..cases.unwrap_or(200) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let before: &[&str] = [&[][..], &["d1"], &["d1", "d2"]].choose(&mut rng).unwrap();
        let text = draw_file(&mut rng, before);
        let model = DecisionModel::read_model("text", &text, &|| Ok(())).expect("decisions");
        let separate = read_column_tables("text", &text, &|| Ok(())).expect("tables");
        let decision = model.find_decision("d3").expect("a decision");
        let plan = model.plan_evaluation(&[decision]).expect("a plan");
        let result = |case: [&str; 3]| {
            let results = plan.evaluate_inputs(give(&model, case).values()).expect("evaluated");
            ColumnValue::from_feel(&results.values[0]).expect("a plain value")
        };
        let case = *all_cases().choose(&mut rng).unwrap();
        let wanted = if rng.random_bool(0.3) {
            WantedResult::OtherThan(result(case))
        } else {
            let text = [&OUTPUTS[..], &["null"]].concat().choose(&mut rng).copied().unwrap();
            WantedResult::Value(read_literal(text).expect("a value"))
        };
        let is_wanted = |value: &ColumnValue| match &wanted {
            WantedResult::Value(wanted) => value == wanted,
            WantedResult::OtherThan(other) => value != other && *value != ColumnValue::Null,
        };
        // A null that no cell names is in no class, so a change never leads to one.
        let distance = |other: &[&str; 3]| {
            let pairs = case.iter().zip(other);
            let to_null = pairs.clone().any(|(one, other)| one != other && *other == "null");
            let number = pairs.filter(|(one, other)| one != other).count();
            (!to_null).then_some(number)
        };
        let best = all_cases()
            .iter()
            .filter_map(|other| Some((distance(other)?, *other)))
            .filter(|(_, other)| is_wanted(&result(*other)))
            .map(|(number, _)| number)
            .min();
        let given = give(&model, case);
        let asked = ChangeQuestion::new(&model, &separate, &given, decision, None, &wanted);
        let asked = asked.expect("a question");
        for (finders, others) in [(&native, &sat), (&sat, &native)] {
            let answer = asked.find_change(finders, others, &Control::unlimited());
            let answer = answer.expect("an answer");
            assert!(matches!(answer.opinion, SecondOpinion::Agrees(_)), "{:?}", answer.opinion);
            let found = answer.change;
            let number = found.as_ref().map(Vec::len);
            // Where a cell names null, an input may become null, too.
            let is_null = found.iter().flatten().any(|change| change.after == ColumnValue::Null);
            if is_null {
                assert!(number <= best || best.is_none(), "seed {seed}: {number:?} {best:?}");
            } else {
                assert_eq!(number, best, "seed {seed}: {case:?} {wanted:?} {text}");
            }
            let Some(change) = found else {
                impossible += 1;
                continue;
            };
            let mut after = given.clone();
            for input in &change {
                after.replace_text(&input.target, &input.after.to_string()).expect("a value");
            }
            let value = &plan.evaluate_inputs(after.values()).expect("evaluated").values[0];
            let value = ColumnValue::from_feel(value).expect("a plain value");
            assert!(is_wanted(&value), "seed {seed}: {change:?} gives {value}");
            changed += usize::from(!change.is_empty());
            linked += usize::from(!before.is_empty());
        }
    }
    assert!(changed > 100 && impossible > 20 && linked > 100, "{changed} {impossible} {linked}");
}
