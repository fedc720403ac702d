//! A fault in a model names the key that has it, for all keys of all kinds.

use serde_json::{Value as Json, json};

use super::read_model;

/// Returns a constraint of each kind over the variables `x`, `y`, `z` and `b`, with all its keys.
fn kinds() -> Vec<Json> {
    serde_json::from_str(include_str!("key_tests.json")).expect("a list")
}

/// Returns a file of a version with one constraint.
fn file(format: u32, constraint: &Json) -> String {
    let domains = ["x", "y", "z"].map(|name| json!({"name": name, "domain": "0..3"}));
    let mut file = json!({
        "format": format!("parallax-model-{format}"),
        "variables": domains,
        "dimensions": [{"name": "d", "classes": [{"name": "e", "values": [0, 1, 2, 3]}]}],
        "constraints": [constraint],
    });
    let variables = file["variables"].as_array_mut().expect("a list");
    variables.push(json!({"name": "b", "domain": "0..1"}));
    serde_json::to_string_pretty(&file).expect("a text")
}

/// Returns the pointers to all values inside a value: `/then/offset`.
fn pointers(json: &Json, at: &str, found: &mut Vec<String>) {
    let mut inside = |key: String, value: &Json| {
        let at = format!("{at}/{key}");
        pointers(value, &at, found);
        found.push(at);
    };
    match json {
        Json::Object(members) => members.iter().for_each(|(key, own)| inside(key.clone(), own)),
        Json::Array(list) => {
            list.iter().enumerate().for_each(|(place, own)| inside(place.to_string(), own));
        }
        _ => {}
    }
}

/// Without the members read one by one, the first kind with a wrong type has no key.
#[test]
fn a_fault_of_any_type_names_its_key() {
    let wrong = [
        json!(null),
        json!(true),
        json!(1),
        json!(-1),
        json!(1.5),
        json!(5_000_000_000_i64),
        json!("q"),
        json!([]),
        json!([[]]),
        json!({}),
        json!({"kind": 1}),
    ];
    let mut refused = 0;
    for plain in kinds() {
        for format in [1, 2] {
            assert!(read_model("m", &file(format, &plain)).is_ok(), "{plain}");
            let mut all = Vec::new();
            pointers(&plain, "", &mut all);
            for pointer in all.iter().filter(|own| *own != "/kind") {
                for wrong in &wrong {
                    let mut constraint = plain.clone();
                    *constraint.pointer_mut(pointer).expect("a value") = wrong.clone();
                    let text = file(format, &constraint);
                    let Err(error) = read_model("m", &text) else { continue };
                    refused += 1;
                    named(&error.to_string(), pointer, wrong, &text);
                }
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

/// Fails unless an error names the key at the beginning of a pointer, or what it says is about the
/// whole constraint, whose members have the right types.
fn named(error: &str, pointer: &str, wrong: &Json, text: &str) {
    let key = pointer.split('/').nth(1).expect("a key");
    let is_typed =
        ["invalid", "unknown", "missing", "there is no", "expected a number or the name"];
    if is_typed.iter().any(|word| error.contains(word)) {
        assert!(
            error.contains(&format!("constraints[0].{key}")),
            "{error}\n{pointer} = {wrong}\n{text}"
        );
    }
    assert!(error.contains("constraints[0]"), "{error}");
}

#[test]
fn missing_and_unknown_keys_are_named() {
    for plain in kinds() {
        let Json::Object(members) = &plain else { continue };
        for format in [1, 2] {
            for key in members.keys() {
                let mut less = plain.clone();
                less.as_object_mut().expect("an object").remove(key);
                if let Err(error) = read_model("m", &file(format, &less)) {
                    let error = error.to_string();
                    assert!(error.contains(&format!("`{key}`")) || key == "kind", "{error}");
                    assert!(error.contains("constraints[0]"), "{error}");
                }
            }
            let mut more = plain.clone();
            more["totla"] = json!(1);
            let error = read_model("m", &file(format, &more)).unwrap_err().to_string();
            assert!(error.contains("unknown field `totla`"), "{error}");
            let mut label = plain.clone();
            label["label"] = json!(1);
            let error = read_model("m", &file(format, &label)).unwrap_err().to_string();
            assert!(error.contains("constraints[0].label: "), "{error}");
        }
    }
    let total = json!({"kind": "count", "scope": ["x", "y"], "values": [1], "total": 1});
    let error = read_model("m", &file(1, &total)).unwrap_err().to_string();
    let expected = "constraints[0].total: invalid type: integer `1`, expected a string";
    assert!(error.ends_with(expected), "{error}");
    let twice = file(1, &total).replace("\"total\": 1", "\"total\": \"x\", \"total\": \"x\"");
    let error = read_model("m", &twice).unwrap_err().to_string();
    assert!(
        error.contains("constraints[0]") && error.contains("duplicate field `total`"),
        "{error}"
    );
}

#[test]
fn every_kind_is_in_the_list() {
    use parallax_model::ConstraintKind;
    assert_eq!(kinds().len(), ConstraintKind::ALL.len());
}
