//! The fault of an experiment is reported in one line, and no result is lost.

use std::fs;

use super::{experiment, fails, folder, records};

/// Returns the line with which a specification is refused.
fn fault(spec: &str) -> String {
    fails(folder(spec).path(), &["run", "e.toml"])
}

#[test]
fn what_is_not_there_is_named() {
    insta::assert_snapshot!(fault("instances = 'no.pls'\nengines = 'native'"), @"parallax: no.pls: there is no such file (did you mean 'two.pls'?)");
    insta::assert_snapshot!(fault("instances = 'boards/*.pls'\nengines = 'native'"), @"parallax: e.toml: 'boards/*.pls' matches no file");
    insta::assert_snapshot!(fault("instances = 'two.pls'\nengines = 'nativ'"), @"parallax: e.toml: unknown engine 'nativ'; did you mean 'native'? ('parallax engines' lists all)");
    insta::assert_snapshot!(fault("instances = 'two.pls'\nengines = 'native'\nmodels = 'slots'"), @"parallax: e.toml: no instance can be read: two.pls: latin has no model 'slots'; it has cells, placed, triples, with +sums, +symmetry");
    insta::assert_snapshot!(fault("instances = 'two.pls'\nengine = 'native'"), @"parallax: e.toml:2:1: unknown field `engine`, expected one of `name`, `instances`, `generate`, `puzzle`, `models`, `engines`, `encodings`, `programs`, `seeds`, `repeats`, `task`, `order`, `in-process`, `certificates`, `parts-of`, `limits`");
    insta::assert_snapshot!(fault("instances = 'two.pls'\nengines = 'mine'\nprograms = { mine = 'dimacs:./none {cnf}' }"), @"parallax: e.toml: cannot run './none': there is no such program");
    insta::assert_snapshot!(fault("instances = 'two.pls'\nengines = 'native'\nprograms = { mine = 'native' }"), @"parallax: e.toml: programs: 'mine' is not among 'engines'");
    insta::assert_snapshot!(fault("instances = 'two.pls'\nengines = 'mine'\nprograms = { mine = 'nativ' }"), @"parallax: e.toml: programs: 'mine': unknown engine 'nativ'; did you mean 'native'? ('parallax engines' lists all)");
    insta::assert_snapshot!(fault("generate = 'sudoku --cluse 3'\nengines = 'native'"), @"parallax: e.toml: generate: 'sudoku --cluse 3': unexpected argument '--cluse' found; tip: a similar argument exists: '--clues'");
    insta::assert_snapshot!(fails(std::path::Path::new("."), &["run", "no.toml"]), @"parallax: no.toml: there is no such file");
}

#[test]
fn an_unreadable_instance_loses_nothing_else() {
    let folder = folder("instances = ['*.pls', 'latin:2']\nengines = 'native'\nin-process = true");
    fs::write(folder.path().join("bad.pls"), "order 2\n1 3\n-1 -1\n").expect("a file");
    let ran = experiment(folder.path(), &["run", "e.toml"]);
    assert_eq!(ran.code, Some(2));
    insta::assert_snapshot!(ran.err.trim_end(), @"parallax: bad.pls:2:3: '3' is not a value or -1 for a hole; expected -1 to 1");
    assert_eq!(records(folder.path(), "e.results.jsonl").len(), 3);
}

#[test]
fn generated_instances_are_the_same_each_time() {
    let folder = folder(
        "generate = 'latin --order 5 --holes 12 --count 3 --seed 4'\nengines = 'native'\nin-process = true",
    );
    let plan = || experiment(folder.path(), &["plan", "e.toml", "--format", "json"]);
    let first = plan();
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert_eq!(first.out, plan().out);
    let manifest: parallax_experiment::ExperimentManifest =
        serde_json::from_str(&first.out).expect("a manifest");
    assert_eq!((manifest.instance_count(), manifest.len()), (3, 3));
}
