//! An instance around another one answers every question: what it does not answer by itself, it
//! passes on. Tests hold each wrapper against the instance inside; here, that they ask everything.

use std::collections::BTreeSet;

use super::{files, read, report, root};

/// The folder of the traits.
const FOLDER: &str = "crates/instance/src";

/// The questions that tests ask.
const ASKED: &str = "crates/instance/src/instance_questions.rs";

/// The wrappers, each with the file of the test that holds it against the instance inside.
const HELD: [(&str, &str); 3] = [
    ("MinizincInstance", "crates/minizinc/src/reasons/instance.rs"),
    ("MinizincExplanationForm", "crates/minizinc/src/reasons/instance.rs"),
    ("GivensWrapper", "crates/instance/src/tests.rs"),
];

/// Maximum number of methods of a trait.
const MOST: usize = 15;

/// Returns the traits of an instance, with the names of their methods.
fn traits() -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for path in files(&root().join(FOLDER)) {
        let text = read(&path);
        for part in text.split("\npub trait ").skip(1) {
            let (head, body) = part.split_once('{').expect("a body");
            let body = body.split("\n}\n").next().unwrap_or_default();
            let names = body.lines().filter_map(|line| line.strip_prefix("    fn "));
            let names = names.filter_map(|rest| Some(rest.split(['(', '<']).next()?.to_owned()));
            let name = head.split([':', '<', ' ']).next().unwrap_or_default();
            found.push((name.to_owned(), names.collect()));
        }
    }
    found
}

#[test]
fn the_traits_of_an_instance_are_small_and_tests_ask_every_question() {
    let (all, asked) = (traits(), read(&root().join(ASKED)));
    assert_eq!(all.len(), 6, "{all:?}");
    let mut faults = Vec::new();
    for (name, methods) in &all {
        if methods.len() > MOST {
            faults.push(format!("{name} has {} methods; at most {MOST}", methods.len()));
        }
        let is_missing = |method: &&String| !asked.contains(&format!("\"{method}\","));
        // The instance inside is no answer.
        let missing =
            methods.iter().filter(|method| *method != "wrapped_instance").filter(is_missing);
        faults.extend(missing.map(|method| format!("{ASKED}: {name}::{method} is not asked")));
    }
    report(faults);
}

#[test]
fn each_wrapper_is_held_against_the_instance_inside() {
    let mut wrappers = BTreeSet::new();
    for path in ["crates", "src"].iter().flat_map(|folder| files(&root().join(folder))) {
        if path.extension().is_none_or(|extension| extension != "rs")
            || path.ends_with("tests.rs")
            || path.components().any(|part| part.as_os_str() == "tests")
        {
            continue;
        }
        for part in read(&path).split("\nimpl ModelSource for ").skip(1) {
            let body = part.split("\n}\n").next().unwrap_or_default();
            if body.contains("fn wrapped_instance(") {
                wrappers.extend(part.split_whitespace().next().map(str::to_owned));
            }
        }
    }
    let held: BTreeSet<String> = HELD.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(wrappers, held, "each wrapper has a test");
    for (name, path) in HELD {
        let text = read(&root().join(path));
        assert!(text.contains("list_answers(") && text.contains(name), "{path}: {name}");
    }
}
