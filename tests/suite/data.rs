//! `--data`: the values of a model's parameters in a second file.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::common::{Ran, fed};

/// A knapsack that leaves its data open.
const OPEN: &str = r#"{
  "format": "parallax-model-2",
  "name": "knapsack",
  "parameters": {"weight": null, "room": 5},
  "variables": [{"name": "take", "size": "length(weight)", "domain": "0..1"}],
  "constraints": [
    {"expr": "sum(i in 0..length(weight)-1: weight[i] * take[i]) <= room", "label": "room"}
  ]
}
"#;

/// Its data.
const DATA: &str = "{\"weight\": [3, 4, 5, 2], \"room\": 6}\n";

/// The same model with its data inside.
fn closed() -> String {
    OPEN.replace("\"weight\": null, \"room\": 5", "\"weight\": [3, 4, 5, 2], \"room\": 6")
}

/// Returns a folder with both models and the data.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("open.model.json", OPEN), ("closed.model.json", &closed()), ("data.json", DATA)]
    {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn ran(folder: &Path, words: &str, input: &str) -> Ran {
    let args: Vec<&str> = words.split_whitespace().collect();
    fed(folder, &args, input.as_bytes())
}

#[test]
fn every_command_takes_data() {
    let folder = folder();
    let own = folder.path();
    for (command, code) in [
        ("solve -q FILE", 10),
        ("solve -q FILE --isolate --engine native", 10),
        ("solve -q FILE --memory 4000 --engine sat:batsat --all", 10),
        ("count -q FILE", 10),
        ("count -q FILE --threads 2", 10),
        ("solve FILE --all -q --engine portfolio[native;sat:batsat]", 10),
        ("encode FILE", 0),
        ("show FILE --format form", 0),
        ("why FILE --given take[0]=1 --given take[1]=1", 20),
        ("sample -q FILE", 10),
        ("check FILE take[0]=1,take[1]=0,take[2]=0,take[3]=1", 0),
        ("check FILE take[0]=1,take[1]=1,take[2]=0,take[3]=0", 1),
    ] {
        let expected = ran(own, &command.replace("FILE", "closed.model.json"), "");
        assert_eq!(expected.code, Some(code), "{command}: {}", expected.err);
        let data = format!("{} --data data.json", command.replace("FILE", "open.model.json"));
        let found = ran(own, &data, "");
        let same = |text: &str| text.replace("closed.model.json", "open.model.json");
        assert_eq!((found.code, found.out), (expected.code, same(&expected.out)), "{command}");
    }
    let compared = ran(own, "compare open.model.json --all --data data.json", "");
    assert!(
        compared.code == Some(0) && compared.out.contains("overall: agree"),
        "{}",
        compared.out
    );
}

#[test]
fn data_come_from_standard_input_and_compressed_files() {
    let folder = folder();
    let own = folder.path();
    let count = |words: &str, input: &str| {
        let ran = ran(own, &format!("count -q {words}"), input);
        assert_eq!(ran.code, Some(10), "{words}: {}", ran.err);
        ran.out
    };
    let expected = count("closed.model.json", "");
    assert_eq!(count("open.model.json --data -", DATA), expected);
    assert_eq!(count("- --data data.json", OPEN), expected);
    // Every model takes the same data, and standard input is read once.
    let twice = format!("{expected}{expected}");
    assert_eq!(count("open.model.json closed.model.json --data -", DATA), twice);
    let both = ran(own, "count - --data -", OPEN);
    assert_snapshot!(both.err, @"parallax: <stdin>: '-' is standard input, which is read only once");
    assert_eq!(both.code, Some(2));
    let text = format!("{OPEN}\0take[0]=1,take[1]=0,take[2]=0,take[3]=1");
    let checked = ran(own, "check - - --data data.json", &text);
    assert_eq!((checked.code, checked.out.trim()), (Some(0), "valid"), "{}", checked.err);
}

#[test]
fn faults_of_data_end_with_2() {
    let folder = folder();
    let own = folder.path();
    fs::write(own.join("wrong.json"), "{\"weight\": [3, 4],\n \"rom\": 6}").expect("a file");
    fs::write(own.join("shape.json"), "{\"weight\": [3, 4],\n \"room\": [6]}").expect("a file");
    fs::write(own.join("less.json"), "{\"room\": 6}").expect("a file");
    fs::write(own.join("latin1.json"), b"{\"room\": 6, \"\xe9\": 1}").expect("a file");
    fs::write(own.join("none.json"), "").expect("a file");
    let first = "{\"format\": \"parallax-model-1\", \"variables\": []}";
    fs::write(own.join("first.model.json"), first).expect("a file");
    let commands = [
        "solve open.model.json",
        "solve open.model.json --data absent.json",
        "solve open.model.json --data .",
        "solve open.model.json --data wrong.json",
        "solve open.model.json --data shape.json",
        "solve open.model.json --data less.json",
        "solve open.model.json --data latin1.json",
        "solve open.model.json --data none.json",
        "why open.model.json --data wrong.json",
        "compare open.model.json --data wrong.json",
        "solve first.model.json --data less.json",
        "solve latin:4 --data data.json",
        "solve ..3..41....32... --data data.json",
        "encodings --data data.json",
    ];
    let mut messages = String::new();
    for command in commands {
        let ran = ran(own, command, "");
        assert_eq!(ran.code, Some(2), "{command}: {}", ran.out);
        messages += &ran.err;
    }
    assert_snapshot!(messages, @r#"
    parallax: open.model.json:4:28: parameters.weight: a parameter without a value; expected --data FILE, where FILE is for example {"weight": 8}
    parallax: absent.json: there is no such file
    parallax: .: cannot read: Is a directory (os error 21)
    parallax: wrong.json:2:9: rom: there is no parameter 'rom' (did you mean 'room'?); the model has room, weight
    parallax: shape.json:2:10: room: a list of integers; expected an integer, as in the model
    parallax: less.json:1:1: no value of 'weight', a parameter of open.model.json without one
    parallax: latin1.json:1:14: not UTF-8; expected text in this encoding
    parallax: none.json:1:1: expected an object of parameters, for example {"n": 8}
    parallax: wrong.json:2:9: rom: there is no parameter 'rom' (did you mean 'room'?); the model has room, weight
    parallax: wrong.json:2:9: rom: there is no parameter 'rom' (did you mean 'room'?); the model has room, weight
    parallax: less.json:1:1: data for a model of "parallax-model-1", which has no parameters; expected one of "parallax-model-2"
    parallax: latin:4: --data has values for a model's parameters; this is a generator
    parallax: <argument>: --data has values for a model's parameters; this is sudoku
    parallax: the following required arguments were not provided: <FILE>
    "#);
}

/// The checker has no reader of models by hand: a certificate is about the flat model.
#[test]
fn a_certificate_is_about_the_flat_model() {
    let folder = folder();
    let own = folder.path();
    let certified = ran(own, "count open.model.json --data data.json --certify", "");
    assert!(certified.out.contains("certified (flattened model)"), "{}", certified.out);
    assert_eq!(certified.code, Some(10));
}

#[test]
fn a_wrong_format_names_both_versions() {
    let folder = folder();
    let text = OPEN.replace("parallax-model-2", "parallax-model-3");
    let ran = ran(folder.path(), "solve -", &text);
    assert_snapshot!(ran.err, @r#"parallax: <stdin>:2:13: format: "parallax-model-3"; expected "parallax-model-1" or "parallax-model-2""#);
    assert_eq!(ran.code, Some(2));
}
