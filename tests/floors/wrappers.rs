//! An instance around another one answers every question: what it does not answer by itself, it
//! passes on. A method that it forgets would get the default of the trait.

use std::collections::BTreeSet;

use super::{files, read, report, root};

/// The file of the trait.
const TRAIT: &str = "crates/model/src/instance/mod.rs";

/// Returns the text between the braces that open after the first `head`.
fn block<'t>(text: &'t str, head: &str) -> Option<&'t str> {
    let rest = &text[text.find(head)?..];
    let rest = &rest[rest.find('{')? + 1..];
    Some(&rest[..rest.find("\n}\n")?])
}

/// Returns the names of the methods at the top level of a block.
fn methods(block: &str) -> BTreeSet<&str> {
    let names = block.lines().filter_map(|line| line.strip_prefix("    fn "));
    names.filter_map(|rest| rest.split(['(', '<']).next()).collect()
}

/// Returns the names that a block passes on by `forward_instance!`.
fn forwarded(block: &str) -> BTreeSet<&str> {
    let list = block.split("forward_instance!(").nth(1).and_then(|rest| rest.split(')').next());
    let list = list.and_then(|list| list.split_once(':')).map_or("", |(_, names)| names);
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

#[test]
fn an_instance_around_another_one_forgets_no_question() {
    let text = read(&root().join(TRAIT));
    let questions = methods(block(&text, "pub trait Instance").expect("the trait"));
    assert!(questions.len() > 40, "{questions:?}");
    let mut faults = Vec::new();
    let mut wrappers = 0;
    for path in ["crates", "src"].iter().flat_map(|folder| files(&root().join(folder))) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = read(&path);
        let Some(own) = block(&text, "\nimpl Instance for ") else { continue };
        if !own.contains("fn wrapped(") && !own.contains("forward_instance!") {
            continue;
        }
        wrappers += 1;
        let (answered, passed) = (methods(own), forwarded(own));
        for name in &questions {
            if !answered.contains(name) && !passed.contains(name) {
                faults.push(format!("{}: {name} is not passed on", path.display()));
            }
        }
    }
    assert!(wrappers >= 2, "{wrappers} wrappers");
    report(faults);
}
