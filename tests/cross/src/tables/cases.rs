//! Decisions of real files, evaluated for given inputs whose results are known.

use std::fs;

use parallax_dmn::decisions::{DecisionModel, GivenInputs};
use parallax_test_support::{data, lacks_real_instances};
use serde_json::Value as Json;

/// Returns the value of a decision; `None` if something in it is not supported.
fn evaluate(model: &DecisionModel, case: &Json) -> Option<Json> {
    if !case["invoke"].is_null() {
        // A decision service, or a knowledge model by itself.
        return None;
    }
    let text = |json: &Json| json.as_str().expect("a text").to_owned();
    let asked = model.find_decision(&text(&case["decision"])).ok()?;
    let plan = model.plan_evaluation(&[asked]).ok()?;
    let mut inputs = GivenInputs::new(model);
    for (name, value) in case["given"].as_object().expect("inputs") {
        let target = model.find_input(name).ok()?;
        inputs.give_text(&target, &text(value)).ok()?;
    }
    let results = plan.evaluate_inputs(inputs.values()).ok()?;
    Some(serde_json::from_str(&results.values[0].to_json()).expect("JSON"))
}

/// Whether two results are equal; numbers of the files are rounded.
fn is_same(found: &Json, expected: &Json) -> bool {
    match (found, expected) {
        (Json::Number(found), Json::Number(expected)) => {
            let (found, expected) = (found.as_f64().unwrap(), expected.as_f64().unwrap());
            (found - expected).abs() <= 1e-8 * expected.abs().max(1.0)
        }
        (Json::Array(found), Json::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| is_same(found, expected))
        }
        (Json::Object(found), Json::Object(expected)) => {
            found.len() == expected.len()
                && found.iter().all(|(name, value)| {
                    expected.get(name).is_some_and(|expected| is_same(value, expected))
                })
        }
        _ => found == expected,
    }
}

#[test]
fn known_results_are_found() {
    if lacks_real_instances() {
        return;
    }
    let folder = data().join("dmn");
    let text = fs::read_to_string(folder.join("expected.json")).expect("results");
    let files: serde_json::Map<String, Json> = serde_json::from_str(&text).expect("JSON");
    let (mut right, mut refused) = (0, 0);
    for (name, entry) in &files {
        let Some(cases) = entry["cases"].as_array().filter(|cases| !cases.is_empty()) else {
            continue;
        };
        let text = fs::read_to_string(folder.join(name)).expect("a file");
        let model = DecisionModel::read_model(name, &text, &|| Ok(())).expect(name);
        for case in cases {
            match evaluate(&model, case) {
                Some(found) => {
                    assert!(is_same(&found, &case["expected"]), "{name} {case}: {found}");
                    right += 1;
                }
                None => refused += 1,
            }
        }
    }
    // Times, computed dates, filters, iterations and services are refused.
    assert_eq!((right, refused), (1186, 205));
}
