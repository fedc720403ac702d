//! Reformulation compared with the other engines, and explanations on the command line.

use std::collections::BTreeSet;
use std::fmt::Write;

use parallax_compare::Verdict;
use parallax_model::engine_api::Task;
use serde_json::Value;

use crate::common::{Ran, fed, solved};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn parallax(line: &str, input: &str) -> Ran {
    let words: Vec<&str> = line.split(' ').collect();
    fed(HOME, &words, input.as_bytes())
}

/// Every configuration of reformulation.
const WAYS: &str = "brute,native,reform,reform:split=always,reform:split=never,reform:steps=1,\
                    reform:agenda=best-first,leaf=sat:batsat+order,\
                    reform:split=never,consistency=new,leaf=brute,\
                    brute:paper,native:set-paper,reform:paper";

#[test]
fn every_way_finds_the_same_sets() {
    for name in ["set:12@7", "set:15@2", "instances/set-5-attributes.set"] {
        for compared in solved(WAYS, Task::All, name) {
            assert_eq!(compared.verdict, Verdict::Agree, "{name}: {:?}", compared.rows);
            let cards = compared.rows.iter().filter(|row| &*row.model == "cards");
            let sets: BTreeSet<Vec<&String>> = cards
                .filter(|row| !row.is_unsupported())
                .map(|row| {
                    let mut sets: Vec<&String> = row.solutions.iter().collect();
                    sets.sort();
                    sets
                })
                .collect();
            assert_eq!(sets.len(), 1, "{name}");
        }
    }
}

#[test]
fn counting_agrees_with_giving_out() {
    let counted = solved("native,reform,reform:split=never", Task::Count, "set:81");
    let rows = &counted[0].rows;
    assert_eq!(counted[0].verdict, Verdict::Agree);
    let cards = rows.iter().filter(|row| &*row.model == "cards");
    assert!(cards.clone().all(|row| row.count == 1080), "{rows:?}");
    // One solution is reported and checked.
    assert_eq!(cards.map(|row| row.solutions.len()).collect::<Vec<_>>(), [1080, 1, 1]);
}

#[test]
fn attributes_of_many_and_of_different_numbers_of_values() {
    // 70 values in one attribute, two in another: cards 3k+1 .. 3k+3 differ in the first and
    // agree in the second.
    let mut board = String::from("{\"cards\": [");
    for i in 0..70 {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(board, "{comma}{{\"a\": \"v{i}\", \"b\": {}}}", i / 3 % 2);
    }
    board += "]}";
    let ran =
        parallax("compare - --models cards --engines native,reform,sat:batsat --count", &board);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let one = parallax("solve - --engine reform:paper", &board);
    assert!(one.out.contains("at most 3 values, 'a' has 70"), "{}", one.out);
    // Sets of three among cards with four values.
    let four =
        solved("brute,native,reform,reform:split=never", Task::All, "instances/set-4-values.set");
    assert_eq!(four[0].verdict, Verdict::Agree);
    assert!(four[0].rows.iter().any(|row| row.engine == "reform" && row.count == 33));
}

#[test]
fn models_without_dimensions_are_refused_with_alternatives() {
    let ran = parallax("solve latin:3 --engine reform:use=dimensions", "");
    assert_eq!(ran.code, Some(0));
    for message in ["not applicable", "dimension", "native", "sat:", "smt:", "cp:pumpkin"] {
        assert!(ran.out.contains(message), "{message}: {}", ran.out);
    }
    let ran = parallax("explain latin:3 --engine reform:use=dimensions", "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("dimension") && ran.err.lines().count() == 1, "{}", ran.err);
    for (engine, message) in [
        ("reform:split=often", "auto, always, never"),
        ("reform:steps=x", "expected a number"),
        ("reform:use=value", "known: auto, dimensions, none, or some of values, abstract, parts"),
        ("reform:use=values,split=never", "does not go with choices about dimensions"),
        ("reform:leaf=reform", "another engine"),
        ("reform:leaf=sat:none", "varisat"),
        ("reform:depth=3", "leaf=ENGINE"),
    ] {
        let ran = parallax(&format!("solve set:12 --engine {engine}"), "");
        assert_eq!(ran.code, Some(2), "{engine}");
        assert!(ran.err.contains(message), "{engine}: {}", ran.err);
    }
    let ran = parallax("solve magic:3 --engine reform --optimise", "");
    assert!(ran.out.contains("not applicable"), "{}", ran.out);
}

/// Writes a model of `count` variables, each different from the next in its one dimension.
fn chain(count: usize) -> String {
    let classes: Vec<Value> =
        (1..5).map(|i| serde_json::json!({"name": i.to_string(), "values": [i]})).collect();
    let variables: Vec<Value> = (0..count)
        .map(|i| serde_json::json!({"name": format!("x{i}"), "domain": "1..4"}))
        .collect();
    let relation = |i: usize| {
        let scope = [format!("x{}", i - 1), format!("x{i}")];
        serde_json::json!({"kind": "dimension", "scope": scope, "dimension": "d",
                           "relation": "all_different"})
    };
    let relations: Vec<Value> = (1..count).map(relation).collect();
    let model = serde_json::json!({
        "format": "parallax-model-1",
        "dimensions": [{"name": "d", "classes": classes}],
        "variables": variables,
        "constraints": relations,
    });
    model.to_string()
}

#[test]
fn limits_hold_and_are_reported() {
    let ran = parallax("solve set:6561 --engine reform --count --timeout 0.05", "");
    assert!(ran.code == Some(0) || ran.code == Some(10), "{:?} {}", ran.code, ran.out);
    assert!(ran.out.contains("timeout"), "{}", ran.out);
    // A chain of many relations: the limit applies both to the decomposition and to the
    // branching.
    let long = chain(1500);
    let start = std::time::Instant::now();
    let ran = parallax("solve - --engine reform --timeout 0.3", &long);
    assert!(ran.out.contains("timeout"), "{}", ran.out);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let ran = parallax("explain set:81 --max-nodes 10 --format json", "");
    let story: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, story["steps"].as_array().map(Vec::len)), (Some(0), Some(10)));
    assert!(ran.err.contains("limit of 10 nodes"), "{}", ran.err);
}

#[test]
fn explanations_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("tree.html");
    let ran = parallax(&format!("explain set:12@7 --format html --out {}", page.display()), "");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    assert!(std::fs::read_to_string(&page).unwrap().starts_with("<!doctype html>"));
    let text = parallax("explain set:12@7", "").out;
    for message in ["reform:paper", "Heuristic", "Test 2", "column f", "checks="] {
        assert!(text.contains(message), "{message}\n{text}");
    }
    let dot = parallax("explain set:12@7 --engine reform --format dot", "").out;
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'));
    let native = parallax("explain magic:3 --engine native", "");
    assert_eq!(native.code, Some(0));
    assert!(native.out.contains("a solution"), "{}", native.out);
    let refused = parallax("explain set:12 --engine brute", "");
    assert_eq!(refused.code, Some(2));
}
