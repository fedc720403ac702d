//! The gallery: its pages show lines of the files in `instances/gallery/`, and the program that
//! writes a model runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the models, without their extension.
fn models() -> Vec<String> {
    let entries = fs::read_dir(root().join("instances/gallery")).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .map(|name| name.strip_suffix(".model.json").expect("a model").to_owned())
        .collect();
    names.sort();
    names
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(format!("docs/gallery/{name}.md"))).expect("a page")
}

#[test]
fn pages_show_lines_of_their_models() {
    let names = models();
    assert!(names.len() >= 11, "{names:?}");
    for name in names {
        let file = root().join(format!("instances/gallery/{name}.model.json"));
        let model = fs::read_to_string(file).expect("a model");
        let page = page(&name);
        let blocks = page.split("```json\n").skip(1);
        let shown: Vec<&str> =
            blocks.map(|rest| rest.split_once("```").expect("the end of a block").0).collect();
        assert!(!shown.is_empty(), "{name} shows nothing of its model");
        for lines in shown {
            let is_part = model.contains(lines.trim_end());
            assert!(is_part, "{name}: the model has no lines\n{lines}");
        }
    }
}

#[test]
fn the_index_and_the_suite_have_every_model() {
    let index = page("README");
    let suite = fs::read_to_string(root().join("instances/suite.toml")).expect("a suite");
    for name in models() {
        assert!(index.contains(&format!("({name}.md)")), "{name}");
        assert!(suite.contains(&format!("\"gallery/{name}.model.json\"")), "{name}");
    }
}

#[test]
fn a_program_in_python_writes_a_model() {
    let python = ["python3", "python"]
        .into_iter()
        .find(|name| parallax_solvers::process::find_program(name).is_some());
    let Some(python) = python else {
        crate::common::skipped("no Python");
        return;
    };
    let script = root().join("examples/plan_exams.py");
    let run = |program: PathBuf| {
        let ran = Command::new(python).arg(&script).arg(program).output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (ran.status.code(), text(ran.stdout), text(ran.stderr))
    };
    let (code, out, err) = run(PathBuf::from(env!("CARGO_BIN_EXE_parallax")));
    assert_eq!(code, Some(0), "{err}");
    // Three exams clash pairwise, so that three periods are best.
    let periods: Vec<&str> = out.lines().collect();
    assert_eq!(periods.len(), 3, "{out}");
    for exam in ["algebra", "biology", "chemistry", "drawing", "ethics"] {
        assert_eq!(periods.iter().filter(|line| line.contains(exam)).count(), 1, "{out}");
    }
    let together = |a: &str, b: &str| periods.iter().any(|p| p.contains(a) && p.contains(b));
    for (a, b) in [
        ("algebra", "biology"),
        ("algebra", "chemistry"),
        ("algebra", "drawing"),
        ("algebra", "ethics"),
        ("biology", "chemistry"),
        ("biology", "ethics"),
        ("chemistry", "drawing"),
    ] {
        assert!(!together(a, b), "{a} and {b}: {out}");
    }
    let (code, _, err) = run(PathBuf::from("false"));
    assert!(code == Some(1) && err.contains("no plan"), "{err}");
}
