//! The pages that are generated from the program: they are what it writes, and engines take the
//! tasks that the list states.
//!
//! `PARALLAX_BLESS=1 cargo test --test suite docs::reference` replaces the pages.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::fed;

/// Its tests run here, because those of the program itself do not.
#[path = "../../../src/cli/reference/markdown.rs"]
#[allow(dead_code, reason = "the program uses it")]
mod markdown;

/// The folder of the pages, from the root.
const FOLDER: &str = "docs/reference";

/// Maximum width of a line.
const WIDTH: usize = 100;

#[test]
fn pages_are_what_the_program_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = fed(&folder, &["man", "--markdown", "pages"], b"");
    assert_eq!((ran.code, ran.err.as_str(), ran.out.as_str()), (Some(0), "", ""));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let mut number = 0;
    for entry in fs::read_dir(folder.path().join("pages")).expect("pages") {
        let path = entry.expect("a page").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let text = fs::read_to_string(&path).expect("a page");
        if std::env::var_os("PARALLAX_BLESS").is_some() {
            fs::create_dir_all(&kept).expect("a folder");
            fs::write(kept.join(name), &text).expect("a page that can be written");
        }
        let page = fs::read_to_string(kept.join(name)).unwrap_or_default();
        if let Some(difference) = first_difference(&page, &text) {
            panic!(
                "{FOLDER}/{name}:{difference}\n\
                 PARALLAX_BLESS=1 cargo test --test suite docs::reference replaces the pages"
            );
        }
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH || !line.contains(' '), "{name}: {line}");
        }
        number += 1;
    }
    assert_eq!(number, 4);
}

/// Returns the first line in which a page differs from what the program writes.
fn first_difference(page: &str, written: &str) -> Option<String> {
    let (mut kept, mut new) = (page.lines(), written.lines());
    for line in 1.. {
        match (kept.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                let of = |text: Option<&str>| text.unwrap_or("(the end)").to_owned();
                return Some(format!(
                    "{line}: the page has\n{}\nthe program\n{}",
                    of(old),
                    of(new)
                ));
            }
        }
    }
    (page != written).then(|| "the ends of lines differ".to_owned())
}

#[test]
fn differences_are_found() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    for (page, written) in
        [("a\nb\n", "a\nc\n"), ("a\n", "a\nb\n"), ("a\nb\n", "a\n"), ("a\n", "a")]
    {
        assert!(first_difference(page, written).is_some(), "{page:?}");
    }
    assert!(first_difference("a\nb\n", "a\nc\n").is_some_and(|text| text.starts_with("2:")));
}

/// A task: its name in the list, its options, and an instance for it.
type TaskOfEngine = (&'static str, &'static [&'static str], &'static str);

const TASKS: [TaskOfEngine; 5] = [
    ("first", &["--limit", "1"], "set:9@1"),
    ("all", &["--all"], "set:9@1"),
    ("limit", &["--limit", "2"], "set:9@1"),
    ("count", &["--count"], "set:9@1"),
    ("best", &["--optimise"], "best.opb"),
];

#[test]
fn engines_take_the_tasks_of_the_list_and_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let best = "min: +2 x1 +3 x2 ;\n+1 x1 +1 x2 >= 1 ;\n";
    fs::write(folder.path().join("best.opb"), best).expect("a file");
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join("engine-list.md");
    let list = fs::read_to_string(list).expect("a page");
    let engines = fed(&folder, &["engines", "--format", "json"], b"").out;
    let mut number = 0;
    for line in engines.lines() {
        let engine: Value = serde_json::from_str(line).expect("an object");
        let spec = engine["engine"].as_str().expect("a spec");
        let Some((_, part)) = list.split_once(&format!("\n### {spec}\n")) else { continue };
        if engine["built"] != true || engine["version"] == "not installed" {
            continue;
        }
        let tasks = part.split_once("- tasks: ").and_then(|(_, rest)| rest.lines().next());
        let tasks: Vec<&str> = tasks.expect("tasks").split(", ").collect();
        for (task, options, instance) in TASKS {
            let args =
                [&["solve", instance, "--engine", spec, "--format", "json"], options].concat();
            let out = fed(&folder, &args, b"").out;
            let takes = !out.contains(r#""answer":"unsupported""#);
            assert_eq!(takes, tasks.contains(&task), "{spec}, {task}: {out}");
        }
        number += 1;
    }
    assert!(number >= 15, "{number} engines");
}
