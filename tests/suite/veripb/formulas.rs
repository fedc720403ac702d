//! Proofs from formulas with auxiliary variables: `red` introduces each.

use std::fs;
use std::path::Path;
use std::process::Command;

use parallax_model::engine_api::Control;
use parallax_solvers::proofs::veripb::{VeripbVerdict, run_veripb};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::plain::Plain;
use crate::common::script;

/// Draws a model with two constraints of one kind over six variables.
fn model(rng: &mut ChaCha8Rng, counts: bool) -> String {
    let domain = |rng: &mut ChaCha8Rng| {
        let all: Vec<String> =
            (1..=5).filter(|_| rng.random_bool(0.8)).map(|value: i32| value.to_string()).collect();
        if all.is_empty() { r#""1..5""#.to_owned() } else { format!("[{}]", all.join(", ")) }
    };
    let variables: Vec<String> =
        (0..6).map(|i| format!(r#"{{"name": "x{i}", "domain": {}}}"#, domain(rng))).collect();
    let constraint = |rng: &mut ChaCha8Rng| {
        let number = rng.random_range(4..=if counts { 6 } else { 5 });
        let mut scope: Vec<String> = (0..6).map(|i| format!(r#""x{i}""#)).collect();
        while scope.len() > number {
            scope.remove(rng.random_range(0..scope.len()));
        }
        let scope = scope.join(", ");
        if !counts {
            return format!(r#"{{"kind": "all_different", "scope": [{scope}]}}"#);
        }
        let bounds: Vec<String> = (1..=3)
            .map(|value| {
                let low = rng.random_range(0..=2);
                let high = low + rng.random_range(0..=2);
                format!(r#"{{"value": {value}, "min": {low}, "max": {high}}}"#)
            })
            .collect();
        format!(
            r#"{{"kind": "global_cardinality", "scope": [{scope}], "occurrences": [{}]}}"#,
            bounds.join(", ")
        )
    };
    let constraints: Vec<String> = (0..2).map(|_| constraint(rng)).collect();
    format!(
        r#"{{"format": "parallax-model-1", "variables": [{}], "constraints": [{}]}}"#,
        variables.join(", "),
        constraints.join(", ")
    )
}

/// Runs the program, which writes the files of a proof, and checks them. Returns its row, and the
/// proof.
fn proved(folder: &Path, text: &str, engine: &str) -> (serde_json::Value, String) {
    let programs = folder.join("programs");
    if !programs.is_dir() {
        fs::create_dir(&programs).expect("a folder");
        let keep = format!(
            "cp \"$2\" {0}/own.opb && cp \"$3\" {0}/own.pbp && echo 's VERIFIED UNSATISFIABLE'",
            folder.display()
        );
        script(&programs.join("veripb"), &keep);
    }
    let file = folder.join("own.model.json");
    fs::write(&file, text).expect("a file");
    let [opb, proof] = ["own.opb", "own.pbp"].map(|name| folder.join(name));
    let _ = (fs::remove_file(&opb), fs::remove_file(&proof));
    let ran = Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(["solve", "--count", "--certify=veripb", "--format", "json", "--engine", engine])
        .arg(&file)
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .output()
        .expect("the program runs");
    let row: serde_json::Value = serde_json::from_slice(&ran.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ran.stderr)));
    let Ok(text) = fs::read_to_string(&proof) else { return (row, String::new()) };
    let plain = Plain::new(&fs::read_to_string(&opb).expect("a text")).accepts(&text);
    assert_eq!(plain, Ok(()), "{engine}\n{text}");
    let verdict = run_veripb(&opb, &proof, &Control::unlimited());
    assert!(!matches!(verdict, VeripbVerdict::Refused(_)), "{engine}: {verdict:?}\n{text}");
    (row, text)
}

const AMO: [&str; 6] = ["ladder", "bitwise", "commander", "bimander", "product", "sequential"];

fn all(engines: &[String], counts: bool, seeds: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut introduced = vec![0; engines.len()];
    for seed in 0..seeds {
        let text = model(&mut ChaCha8Rng::seed_from_u64(4300 + seed), counts);
        let mut count = None;
        for (engine, introduced) in engines.iter().zip(&mut introduced) {
            let (row, proof) = proved(folder.path(), &text, engine);
            assert_eq!(*count.get_or_insert(row["count"].clone()), row["count"], "{row}");
            if proof.contains("\nred ") {
                *introduced += 1;
                assert_eq!(row["standing"], "certified by VeriPB", "{engine} {text}\n{row}");
            } else {
                assert_eq!(row["standing"], "certified (file) and by VeriPB", "{text}\n{row}");
            }
        }
    }
    assert!(introduced.iter().all(|&number| number > 0), "{engines:?} {introduced:?}");
}

#[test]
fn at_most_ones_reach_veripb() {
    let engines: Vec<String> = AMO
        .iter()
        .flat_map(|amo| ["direct", "channelled"].map(|own| format!("sat:varisat+{own},amo={amo}")))
        .collect();
    all(&engines, false, 8);
}

#[test]
fn counts_of_values_reach_veripb() {
    let mut engines = vec!["sat:varisat+order,card=totalizer".to_owned()];
    engines
        .extend(["totalizer", "sequential"].map(|card| format!("sat:varisat+direct,card={card}")));
    all(&engines, true, 16);
}

/// More than eight literals use grids of three dimensions.
#[test]
fn pigeons_reach_veripb() {
    let folder = tempfile::tempdir().expect("a folder");
    let variables: Vec<String> =
        (0..10).map(|i| format!(r#"{{"name": "p{i}", "domain": "1..9"}}"#)).collect();
    let scope: Vec<String> = (0..10).map(|i| format!(r#""p{i}""#)).collect();
    let text = format!(
        r#"{{"format": "parallax-model-1", "variables": [{}], "constraints": [
        {{"kind": "all_different", "scope": [{}]}}]}}"#,
        variables.join(", "),
        scope.join(", ")
    );
    for amo in ["product-3", "ladder"] {
        let engine = format!("sat:varisat+direct,amo={amo}");
        let (row, proof) = proved(folder.path(), &text, &engine);
        assert_eq!(
            (&row["standing"], &row["answer"]),
            (&"certified by VeriPB".into(), &"unsat".into())
        );
        assert!(proof.contains("\nred "), "{proof}");
    }
}

#[test]
fn other_auxiliary_variables_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let sum = r#"{"format": "parallax-model-1", "variables": [
        {"name": "x", "domain": "0..3"}, {"name": "y", "domain": "0..3"}, {"name": "z", "domain": "0..3"},
        {"name": "w", "domain": "0..3"}], "constraints": [{"kind": "linear", "terms": [
        {"variable": "x", "coefficient": 1}, {"variable": "y", "coefficient": 2},
        {"variable": "z", "coefficient": 3}, {"variable": "w", "coefficient": 1}],
        "relation": "=", "constant": 9}]}"#;
    let (row, proof) = proved(folder.path(), sum, "sat:varisat+direct,sum=mdd");
    assert_eq!(proof, "");
    assert_eq!(row["standing"], "claimed", "{row}");
    assert!(row.to_string().contains("only at-most-ones and counts of values"), "{row}");
}
