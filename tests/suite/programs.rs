//! External programs with short names, in every command, and their proofs.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Ran, fed, script};

fn json(ran: &Ran) -> Vec<serde_json::Value> {
    let lines = ran.out.lines().map(|line| serde_json::from_str(line).expect("an object"));
    lines.collect()
}

/// Makes a folder with the formula of four pigeons in three holes and a proof about it, and scripts
/// in place of solvers.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("instances/pigeons-4.cnf", folder.path().join("pigeons.cnf")).expect("an instance");
    let more = "--engine sat:varisat --proof good.lrat";
    let args: Vec<&str> = ["solve", "pigeons.cnf"].into_iter().chain(more.split(' ')).collect();
    assert_eq!(fed(&folder, &args, b"").code, Some(20));
    let good = fs::read_to_string(folder.path().join("good.lrat")).expect("a proof");
    let (last, before) = good.trim_end().rsplit_once('\n').map_or((&*good, ""), |(a, b)| (b, a));
    assert!(last.contains(" 0 "), "{last}");
    fs::write(folder.path().join("short.lrat"), format!("{before}\n")).expect("written");
    fs::write(folder.path().join("wrong.lrat"), "900 0 1 2 0\n").expect("written");
    let here = folder.path().display();
    for (name, proof) in [("good", "good.lrat"), ("short", "short.lrat"), ("wrong", "wrong.lrat")] {
        let text = format!("cp {here}/{proof} \"$2\"; echo s UNSATISFIABLE; exit 20");
        script(&folder.path().join(name), &text);
    }
    script(&folder.path().join("none"), "echo s UNSATISFIABLE; exit 20");
    script(&folder.path().join("pipe"), "mkfifo \"$2\"; echo s UNSATISFIABLE; exit 20");
    script(&folder.path().join("drat"), "echo 0 >\"$2\"; echo s UNSATISFIABLE; exit 20");
    folder
}

/// Returns the row of a script about the pigeons.
fn asked(folder: &TempDir, engine: &str) -> serde_json::Value {
    let args = ["compare", "pigeons.cnf", "--engines", engine, "--format", "json"];
    let ran = fed(folder, &args, b"");
    assert_eq!(ran.err, "", "{engine}");
    json(&ran).remove(0)
}

#[test]
fn a_proof_that_holds_makes_the_answer_proved() {
    let folder = folder();
    for engine in ["dimacs:./good {cnf} {proof}", "a=dimacs,proof=lrat:./good {cnf} {proof}"] {
        let row = asked(&folder, engine);
        assert_eq!(
            (&row["answer"], &row["standing"]),
            (&"unsat".into(), &"proved".into()),
            "{row}"
        );
        let words = row["proof"].as_str().expect("words");
        assert!(words.starts_with("lrat proof of "), "{words}");
        assert!(words.ends_with(" accepted by parallax (LRAT)"), "{words}");
    }
    let args = ["solve", "pigeons.cnf", "--engine", "mine=dimacs:./good {cnf} {proof}"];
    let ran = fed(&folder, &args, b"");
    assert_eq!(ran.code, Some(20));
    assert!(ran.out.contains("unsatisfiable: no solution (proved)"), "{}", ran.out);
}

#[test]
fn a_proof_that_does_not_hold_makes_the_answer_unknown() {
    let folder = folder();
    for (name, expected) in [
        ("short", "the proof ends without the empty clause"),
        ("wrong", "lrat proof refused: "),
        ("none", "the solver wrote no proof"),
        ("pipe", "the solver wrote no proof"),
    ] {
        let row = asked(&folder, &format!("dimacs,proof=lrat:./{name} {{cnf}} {{proof}}"));
        assert_eq!((&row["answer"], &row["standing"]), (&"unknown".into(), &().into()), "{row}");
        let (proof, reason) = (&row["proof"], &row["reason"]);
        assert!(proof == reason && reason.as_str().expect("a reason").contains(expected), "{row}");
    }
    // Without a checker there is only a claim.
    let row = asked(&folder, "dimacs,proof=drat:./none {cnf}; echo {proof}");
    assert_eq!(row["answer"], "unknown", "{row}");
}

/// A program in place of `drat-trim`, whose verdict the test sets.
#[test]
fn checkers_of_drat_are_asked() {
    let folder = folder();
    let installed = |name: &str| {
        Command::new("sh")
            .args(["-c", &format!("command -v {name}")])
            .output()
            .is_ok_and(|o| o.status.success())
    };
    if ["rate", "drat-trim", "dpr-trim"].into_iter().any(installed) {
        crate::common::skipped("a checker of DRAT is installed");
        return;
    }
    let path = std::env::var("PATH").expect("a path");
    for (checker, code, answer, unsat) in [
        ("[ -s \"$1\" ] && [ $(cat \"$2\") = 0 ] && echo s VERIFIED", 20, "unsat", "proved"),
        ("echo s NOT VERIFIED; exit 1", 0, "unknown", ""),
    ] {
        script(&folder.path().join("drat-trim"), checker);
        let ran = Command::new(env!("CARGO_BIN_EXE_parallax"))
            .args(["solve", "pigeons.cnf", "--format", "json", "--engine"])
            .arg("mine=dimacs:./drat {cnf} {proof}")
            .env("PATH", format!("{}:{path}", folder.path().display()))
            .current_dir(&folder)
            .output()
            .expect("it runs");
        let row: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("an object");
        assert_eq!((ran.status.code(), &row["answer"]), (Some(code), &answer.into()), "{row}");
        assert_eq!(row["standing"].as_str().unwrap_or(""), unsat, "{row}");
    }
    fs::remove_file(folder.path().join("drat-trim")).expect("removed");
    let row = asked(&folder, "dimacs:./drat {cnf} {proof}");
    assert_eq!(row["answer"], "unknown", "{row}");
    let words = row["proof"].as_str().expect("words");
    assert_eq!(words, "drat proof refused: line 1 of the proof, '0', does not follow");
    // One that is too long for the plain check.
    let long = "yes '1 2 3 0' | head -n 100000 >\"$2\"; echo s UNSATISFIABLE; exit 20";
    script(&folder.path().join("long"), long);
    let row = asked(&folder, "dimacs:./long {cnf} {proof}");
    assert_eq!((&row["answer"], &row["standing"]), (&"unsat".into(), &"claimed".into()), "{row}");
    let words = row["proof"].as_str().expect("words");
    let expected = "no checker of DRAT is installed (rate or drat-trim or dpr-trim), and the proof";
    assert!(words.contains(expected), "{words}");
}

#[test]
fn an_answer_with_solutions_needs_no_proof() {
    let folder = folder();
    let text = "grep -q '^2 0' \"$1\" && echo s UNSATISFIABLE && exit 20\n\
                echo s SATISFIABLE; echo v -1 -2 0; exit 10";
    script(&folder.path().join("solver"), text);
    fs::write(folder.path().join("two.cnf"), "p cnf 2 1\n-1 -2 0\n").expect("written");
    let engines = "native,mine=dimacs:./solver {cnf} {proof}";
    let args = ["compare", "two.cnf", "--engines", engines, "--limit", "1", "--format", "json"];
    let ran = fed(&folder, &args, b"");
    let row = &json(&ran)[1];
    assert_eq!((&row["answer"], &row["proof"]), (&"sat".into(), &().into()), "{row}");
}

#[test]
fn rows_show_the_short_name_and_json_the_spec_too() {
    let folder = folder();
    let engines = "native,mine=dimacs:./none {cnf}";
    let ran = fed(&folder, &["compare", "pigeons.cnf", "--engines", engines], b"");
    let names: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| ["native", "mine"].contains(word))
        .collect();
    assert!(names.contains(&"native") && names.contains(&"mine"), "{}", ran.out);
    assert!(!ran.out.contains("./none"), "{}", ran.out);
    let ran =
        fed(&folder, &["compare", "pigeons.cnf", "--engines", engines, "--format", "json"], b"");
    let rows = json(&ran);
    assert_eq!((&rows[0]["engine"], &rows[0]["spec"]), (&"native".into(), &().into()));
    let spec = "mine=dimacs+direct:./none {cnf}";
    assert_eq!((&rows[1]["engine"], &rows[1]["spec"]), (&"mine".into(), &spec.into()));
    let again = ["compare", "pigeons.cnf", "--engines", spec, "--format", "json"];
    assert_eq!(json(&fed(&folder, &again, b""))[0]["spec"], spec);
}

#[test]
fn a_folder_of_formulas_is_compared() {
    let folder = folder();
    let own = folder.path().join("own");
    fs::create_dir(&own).expect("a folder");
    fs::copy("instances/petersen.cnf", own.join("petersen.cnf")).expect("an instance");
    fs::copy("instances/pigeons-4.cnf", own.join("pigeons.cnf")).expect("an instance");
    let engines = "native,sat:batsat,mine=dimacs:./none {cnf}";
    let ran = fed(&folder, &["compare", "own", "--engines", engines, "--format", "json"], b"");
    assert_eq!(ran.code, Some(5), "{}", ran.err);
    let rows = json(&ran);
    assert_eq!(rows.len(), 6);
    let wrong: Vec<&serde_json::Value> =
        rows.iter().filter(|row| !row["wrong"].is_null()).collect();
    assert_eq!(wrong.len(), 1);
    assert_eq!((&wrong[0]["engine"], &wrong[0]["puzzle"]), (&"mine".into(), &"cnf".into()));
}

#[test]
fn fuzzing_names_the_program() {
    let folder = folder();
    let engines = "mine=dimacs:./none {cnf}";
    let ran = fed(&folder, &["fuzz", "--cases", "3", "--seed", "2", "--engines", engines], b"");
    assert_eq!(ran.code, Some(5), "{}", ran.err);
    assert!(ran.err.contains("brute (sat") && ran.err.contains(", mine (unsat"), "{}", ran.err);
    let written = fs::read_dir(&folder).expect("a folder").filter_map(Result::ok);
    let models = written.filter(|entry| entry.file_name().to_string_lossy().starts_with("fuzz-2-"));
    for entry in models {
        let text = fs::read_to_string(entry.path()).expect("a model");
        assert!(text.contains("\"constraints\": []"), "{text}");
    }
}

/// Real solvers, if they are installed.
#[test]
fn installed_solvers_take_names() {
    let folder = folder();
    let installed = |name: &str| {
        ["/usr/bin", "/usr/local/bin"].iter().any(|path| Path::new(path).join(name).exists())
    };
    for (program, spec) in [
        ("minisat", "mine=dimacs:minisat {cnf} {out}"),
        ("cadical", "mine=dimacs:cadical -q {cnf} {proof}"),
        ("kissat", "mine=dimacs:kissat -q {cnf} {proof}"),
    ] {
        if !installed(program) {
            crate::common::skipped(&format!("{program} is not installed"));
            continue;
        }
        let engines = format!("native,{spec}");
        let args = ["compare", "pigeons.cnf", "latin:4", "sudoku:4", "--engines", &engines];
        let ran = fed(&folder, &args, b"");
        assert_eq!(ran.code, Some(0), "{program}: {}{}", ran.out, ran.err);
    }
}
