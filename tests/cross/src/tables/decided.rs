//! Random decisions of DMN: engines find just the inputs for which every decision has a result.

use parallax_dmn::decisions::{DecisionModel, GivenInputs};
use parallax_tables::readers::{TableChoice, read_tables};
use parallax_tables::{RawTable, TablesInstance};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::found;

/// The inputs: name, type, allowed values, and the values.
const INPUTS: [(&str, &str, &str, &[&str]); 3] = [
    ("a", "integer", "[0..3]", &["0", "1", "2", "3"]),
    ("b", "string", "\"p\", \"q\", \"r\"", &["\"p\"", "\"q\"", "\"r\""]),
    ("c", "boolean", "", &["true", "false"]),
];

/// The outputs: type, allowed values, and the values of rules.
const OUTPUTS: [(&str, &str, &[&str]); 3] = [
    ("integer", "[0..40]", &["1", "2", "5"]),
    ("string", "\"x\", \"y\"", &["\"x\"", "\"y\""]),
    ("boolean", "", &["true", "false"]),
];

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn draw_cell(rng: &mut ChaCha8Rng, name: &str, kind: &str) -> String {
    let cells: &[&str] = match kind {
        "string" if name == "d" => &["-", "\"x\"", "\"x\", \"y\"", "not(\"x\")"],
        "integer" => &["-", "0", "< 2", ">= 1", "[1..2]", "(0..3)", "not(1)", "0, 3", "> 9"],
        "string" => &["-", "\"p\"", "\"q\", \"r\"", "not(\"p\")", "not(\"p\", \"q\")"],
        _ => &["-", "true", "false", "not(true)"],
    };
    (*cells.choose(rng).unwrap()).to_owned()
}

/// A decision with inputs by name and type, and its output by its place in [`OUTPUTS`].
fn draw_decision(
    rng: &mut ChaCha8Rng,
    name: &str,
    inputs: &[(&str, &str, &str)],
    output: usize,
) -> String {
    let (kind, allowed, values) = OUTPUTS[output];
    let mut policies = vec!["UNIQUE", "UNIQUE", "ANY", "FIRST"];
    if kind == "integer" {
        policies.extend([
            "COLLECT' aggregation='SUM",
            "COLLECT' aggregation='MIN",
            "COLLECT' aggregation='COUNT",
        ]);
    }
    let policy = policies.choose(rng).unwrap();
    let columns: String = inputs
        .iter()
        .map(|(name, kind, allowed)| {
            format!(
                "<input><inputExpression typeRef='{kind}'><text>{name}</text></inputExpression>\
                 <inputValues><text>{allowed}</text></inputValues></input>"
            )
        })
        .collect();
    let rules: String = (0..rng.random_range(1..5))
        .map(|_| {
            let cells: String = inputs
                .iter()
                .map(|(name, kind, _)| {
                    let cell = escape(&draw_cell(rng, name, kind));
                    format!("<inputEntry><text>{cell}</text></inputEntry>")
                })
                .collect();
            let value = values.choose(rng).unwrap();
            format!("<rule>{cells}<outputEntry><text>{value}</text></outputEntry></rule>")
        })
        .collect();
    format!(
        "<decision name='{name}'><variable name='{name}' typeRef='{kind}'/>\
         <decisionTable hitPolicy='{policy}'>{columns}<output name='{name}' typeRef='{kind}'>\
         <outputValues><text>{allowed}</text></outputValues></output>{rules}</decisionTable></decision>"
    )
}

/// A file of two decisions, of which the second takes the result of the first.
fn draw_file(rng: &mut ChaCha8Rng) -> String {
    let inputs: Vec<(&str, &str, &str)> =
        INPUTS.iter().map(|(name, kind, allowed, _)| (*name, *kind, *allowed)).collect();
    let output = rng.random_range(0..OUTPUTS.len());
    let first = draw_decision(rng, "d", &inputs, output);
    let (kind, allowed, _) = OUTPUTS[output];
    let last = rng.random_range(0..OUTPUTS.len());
    let second = draw_decision(rng, "e", &[("d", kind, allowed), inputs[0]], last);
    format!("<definitions>{first}{second}</definitions>")
}

/// Returns the number of inputs for which both decisions have a result.
fn count_decided(model: &DecisionModel) -> usize {
    let asked = ["d", "e"].map(|name| model.find_decision(name).unwrap());
    let plan = model.plan_evaluation(&asked).unwrap();
    let mut number = 0;
    for a in INPUTS[0].3 {
        for b in INPUTS[1].3 {
            for c in INPUTS[2].3 {
                let mut given = GivenInputs::new(model);
                for (name, value) in [("a", a), ("b", b), ("c", c)] {
                    given.give_text(&model.find_input(name).unwrap(), value).unwrap();
                }
                let found = plan.evaluate_inputs(given.values()).unwrap();
                let has_all = found.values.iter().all(|value| value.to_string() != "null");
                number += usize::from(has_all && found.faults.is_empty());
            }
        }
    }
    number
}

#[test]
fn engines_find_the_inputs_that_are_decided() {
    let (mut decided, mut open) = (0, 0);
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let text = draw_file(&mut rng);
        let choice = TableChoice::default();
        let bytes = text.clone().into_bytes();
        let tables: Vec<(String, RawTable)> =
            read_tables("f", Some("dmn"), bytes, &choice, &|| Ok(())).expect(&text);
        let model = DecisionModel::read_model("f", &text, &|| Ok(())).unwrap();
        let expected = count_decided(&model);
        let instance = TablesInstance::read_tables("f", tables, &|| Ok(())).expect(&text);
        let instance = instance.judge_by_decisions(model);
        for engine in ["native", "sat:batsat+order"] {
            // Each is also judged by the decisions.
            let found = found(&instance, engine);
            let found = found.unwrap_or_else(|| panic!("{seed} {engine}\n{text}"));
            assert_eq!(found.len(), expected, "{seed} {engine}\n{text}");
        }
        decided += expected;
        open += 24 - expected;
    }
    assert!(decided > 200 && open > 200, "{decided} {open}");
}
