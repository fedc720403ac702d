//! `parallax fuzz --target`: programs that are wrong are found out, and those that are right are
//! not.

use std::fs;

use crate::common::{Ran, fed, script};

/// Its tests run here, because those of the program itself do not.
#[path = "../../src/cli/fuzz/prover/mod.rs"]
mod prover;

/// Fuzzes a target, over a few cases about some constraints.
fn fuzz(folder: &tempfile::TempDir, target: &str, more: &[&str]) -> Ran {
    let args = ["fuzz", "--target", target, "--cases", "40", "--seed", "7", "--jobs", "1"];
    let own = ["--operators", "add,le,eq,all_different", "--out", "found"];
    fed(folder, &[&args[..], &own, more].concat(), b"")
}

#[test]
fn a_solver_that_lies_is_found_out_with_a_small_model() {
    let folder = tempfile::tempdir().expect("a folder");
    script(&folder.path().join("liar"), "echo '=====UNSATISFIABLE====='");
    let ran = fuzz(&folder, "mine=fzn:./liar", &["--junit", "junit.xml"]);
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
    let junit = fs::read_to_string(folder.path().join("junit.xml")).expect("a report");
    assert!(junit.contains("<failure") && junit.contains("mine"), "{junit}");
    let found = folder.path().join("found");
    let report = fs::read_to_string(found.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert!(report.to_string().contains("mine"), "{report}");
    let models: Vec<String> = fs::read_dir(&found)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "fzn"))
        .map(|path| fs::read_to_string(path).expect("a model"))
        .collect();
    assert!(!models.is_empty() && models.iter().all(|text| text.len() < 200), "{models:?}");
    // Causes that are known are not reported again.
    let again = fuzz(&folder, "mine=fzn:./liar", &["--resume", "--format", "json"]);
    assert!(matches!(again.code, Some(0 | 3 | 5)), "{}{}", again.out, again.err);
}

#[test]
fn larger_cases_are_judged_by_a_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_parallax");
    // A solver that is right, and one that leaves out the first of more than ten solutions.
    let right = format!("parallax=fzn:{program} flatzinc");
    let lies = format!(
        "{program} flatzinc \"$@\" >out\n\
         [ $(grep -c -e ---------- out) -gt 10 ] || exec cat out\n\
         sed '1,/^----------/d' out\n"
    );
    script(&folder.path().join("liar"), &lies);
    let run = |target: &str| {
        let args = ["fuzz", "--target", target, "--cases", "6", "--seed", "7", "--jobs", "1"];
        let own = ["--larger", "50", "--out", "found", "--format", "json"];
        let ran = fed(&folder, &[&args[..], &own].concat(), b"");
        let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        (ran.code, report)
    };
    let (code, report) = run(&right);
    assert_eq!((code, &report["disputes"]), (Some(0), &serde_json::json!([])), "{report}");
    let larger = &report["targets"][0]["larger"];
    assert!(larger["judged"].as_u64() > Some(2), "{larger}");
    assert!(larger["certificate_lines"].as_u64() > larger["judged"].as_u64(), "{larger}");
    let (code, report) = run("parallax-liar=fzn:./liar");
    assert_eq!((code, &report["disputes"]), (Some(5), &serde_json::json!([])), "{report}");
    let finding = &report["findings"][0];
    assert_eq!((&finding["larger"], &finding["confirmed"]), (&true.into(), &true.into()));
    assert_eq!(finding["judged_by"]["judge"], "enumeration", "{finding}");
    assert!(finding["right"]["solutions"].as_u64() > Some(10), "{finding}");
}

#[test]
fn this_program_answers_as_the_definitions_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = format!("parallax=fzn:{} flatzinc", env!("CARGO_BIN_EXE_parallax"));
    let ran = fuzz(&folder, &target, &[]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

#[test]
fn an_engine_answers_in_every_format_as_the_definitions_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["fuzz", "--target", "self:native", "--cases", "12", "--seed", "3", "--jobs", "1"];
    let ran = fed(&folder, &[&args[..], &["--out", "found", "--format", "json"]].concat(), b"");
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    for format in ["fzn", "xcsp3", "smt2", "smt2-core", "opb", "dimacs"] {
        let name = format!("native-{format}");
        let targets = report["targets"].as_array().expect("targets");
        let target = targets.iter().find(|one| one["target"] == *name).expect("a target");
        assert!(target["cases"].as_u64() > Some(0), "{target}");
    }
    let findings = report["findings"].as_array().expect("findings");
    let own = |finding: &&serde_json::Value| finding["target"] != "native-mzn";
    let found: Vec<_> = findings.iter().filter(own).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_target_that_is_none_is_named_with_those_that_are() {
    let folder = tempfile::tempdir().expect("a folder");
    for (target, words) in [
        ("nonsense", "adapters: ortools, pychoco"),
        ("abc:./solver", "known: fzn, mzn, mzn-stay, xcsp3"),
        ("fzn:./not-there", "not-there"),
    ] {
        let ran = fuzz(&folder, target, &[]);
        assert_eq!(ran.code, Some(2), "{target}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(words), "{target}: {}", ran.err);
    }
}

#[test]
fn a_core_that_has_a_solution_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    // It is right about solutions, and names the first assumption alone.
    let own = env!("CARGO_BIN_EXE_parallax");
    let liar = format!("{own} flatzinc -a \"$2\" | sed 's/^%%%mzn-core: .*/%%%mzn-core: [a0]/'");
    script(&folder.path().join("liar"), &liar);
    let args = ["fuzz", "--target", "mine=fzn-core:./liar", "--cases", "60", "--seed", "7"];
    let more = ["--jobs", "1", "--operators", "eq,le,lt", "--out", "found", "--format", "json"];
    let ran = fed(&folder, &[&args[..], &more].concat(), b"");
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    let classes: Vec<&str> = findings.iter().filter_map(|one| one["class"].as_str()).collect();
    assert!(classes.contains(&"wrong-core") && !classes.contains(&"wrong"), "{classes:?}");
    let cores = &report["targets"][0]["cores"];
    assert!(cores["given"].as_u64() > Some(0) && cores["asked"] == cores["given"], "{cores}");
}
