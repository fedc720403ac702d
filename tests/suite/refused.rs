//! A certificate that a checker refuses contradicts the answer, in every command that checks one.

use std::path::Path;
use std::process::Command;

use crate::common::script;

/// Runs the program in a folder with a stub in place of VeriPB, and returns the exit code and what
/// it prints.
fn ran(folder: &Path, args: &str) -> (Option<i32>, String) {
    let path = std::env::var("PATH").expect("a path");
    let out = Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(args.split(' '))
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = [out.stdout, out.stderr].map(|own| String::from_utf8_lossy(&own).into_owned());
    (out.status.code(), text.concat())
}

#[test]
fn an_answer_whose_certificate_is_refused_is_a_contradiction() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let basket = r#"{"format": "parallax-model-1", "name": "two", "variables": [
        {"name": "a", "domain": "0..3"}, {"name": "b", "domain": "0..3"}], "constraints": [
        {"kind": "compare", "left": "a", "relation": "<", "right": "b"}],
        "minimize": [{"variable": "b"}]}"#;
    std::fs::write(at.join("best.model.json"), basket).expect("written");
    std::fs::write(at.join("none.cnf"), "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n").expect("written");
    for (verdict, code) in [("echo s VERIFIED UNSATISFIABLE", None), ("echo no; exit 1", Some(5))] {
        script(&at.join("veripb"), verdict);
        for (args, usual) in [
            ("count latin:3 --engine native", 10),
            ("solve latin:3 --all --engine native", 10),
            ("solve none.cnf --engine native", 20),
            ("solve none.cnf --unique --engine native", 20),
            ("solve best.model.json --optimise", 30),
            ("solve latin:1 --unique", 10),
        ] {
            let all = format!("{args} --certify=veripb");
            let (found, text) = ran(at, &all);
            assert_eq!(found, Some(code.unwrap_or(usual)), "{all}\n{text}");
            assert_eq!(text.contains("contradiction: VeriPB refuses"), code.is_some(), "{text}");
            let (found, text) = ran(at, &format!("{all} --format json"));
            assert_eq!(found, Some(code.unwrap_or(usual)), "{all}\n{text}");
            let row = text.lines().find(|line| line.contains("parallax-row-")).expect("a row");
            let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
            assert_eq!(row["checked"], code.is_none(), "{row}");
            if code.is_some() {
                let standing = row.get("standing").and_then(|own| own.as_str());
                assert!(standing.is_none() && row["complete"] == false, "{row}");
                let wrong = row["wrong"].as_str().expect("why");
                assert!(wrong.starts_with("contradiction: VeriPB refuses"), "{row}");
            }
        }
    }
}

/// Nothing can be read again from a device, so nothing would be checked.
#[test]
fn a_certificate_is_kept_in_a_regular_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for device in ["/dev/null", "/dev/stdout"] {
        let (code, text) = ran(folder.path(), &format!("count latin:3 --certificate {device}"));
        assert!(code == Some(2) && text.contains("this is no regular file"), "{text}");
    }
}
