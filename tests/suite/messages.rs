//! Wrong command lines, as a stranger types them: the message states what happened and what is
//! expected.

use std::fs;

use insta::assert_snapshot;

use crate::common::fed;

/// Returns a folder with files that are no instances.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
    write("empty.txt", b"");
    write("brace.json", b"{");
    write("comma.json", b"{\"a\": 1,\n \"b\" 2}\n");
    write("other.json", b"{\"a\": [1, 2]}\n");
    write("variables.json", b"{\"variables\": [}\n");
    write("list.json", b"[1, 2\n");
    write("table.txt", b"[[case]]\nname = 1\n");
    write("latin1.cnf", b"c caf\xe9\np cnf 1 1\n1 0\n");
    write("a.cnf", b"p cnf 1 1\n1 0\n");
    fs::create_dir(folder.path().join("bare")).expect("a folder");
    folder
}

/// Returns the message of a wrong command line: one line, exit code 2, nothing on standard output.
fn message(folder: &tempfile::TempDir, words: &[&str]) -> String {
    let ran = fed(folder, words, b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{words:?}: {}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{words:?}: {}", ran.err);
    assert!(!ran.err.contains("os error"), "{words:?}: {}", ran.err);
    ran.err.trim_end().strip_prefix("parallax: ").expect("the program's name").to_owned()
}

/// Returns the messages of command lines without blanks in their words.
fn messages(lines: &[&str]) -> String {
    let folder = folder();
    let split = |line: &&str| message(&folder, &line.split(' ').collect::<Vec<_>>());
    lines.iter().map(split).collect::<Vec<_>>().join("\n")
}

#[test]
fn numbers() {
    let text = messages(&[
        "solve latin:4 --limit 0",
        "solve latin:4 --seed 1.5",
        "solve latin:4 --timeout -1",
        "solve latin:4 --timeout 10s",
        "solve latin:4 --timeout 99999999999999999999999",
        "solve latin:4 --jobs 99999999999999999999999",
        "serve --port 70000",
        "rate latin:4 --steps -1",
        "generate keisuke --density 2",
        "reproduce set-free --attributes 5",
    ]);
    assert_snapshot!(text, @r"
    invalid value '0' for '--limit <N>': expected a whole number, 1 or more
    invalid value '1.5' for '--seed <SEED>': expected a whole number, 0 or more
    invalid value '-1' for '--timeout <S>': expected seconds above 0, for example 10 or 0.5
    invalid value '10s' for '--timeout <S>': expected seconds above 0, for example 10 or 0.5
    invalid value '99999999999999999999999' for '--timeout <S>': expected at most 1e19 seconds
    invalid value '99999999999999999999999' for '--jobs <N>': expected a whole number from 1 to 18446744073709551615
    invalid value '70000' for '--port <N>': expected a whole number from 0 to 65535
    invalid value '-1' for '--steps <N>': expected a whole number, 0 or more
    invalid value '2' for '--density <P>': expected a number from 0 to 1, for example 0.25
    invalid value '5' for '--attributes <N>': expected a whole number from 1 to 4
    ");
}

#[test]
fn engines() {
    let text = messages(&[
        "solve latin:4 --engine native,sat:batsat",
        "solve latin:4 --engine foo",
        "solve latin:4 --engine native+x",
        "compare latin:4 --engines ,",
        "solve latin:4 --engine dimacs:_",
        "solve latin:4 --engine dimacs:./_",
        "solve latin:4 --certify foo",
        "solve --certify foo latin:4",
        "count --certify VeriPB",
    ]);
    assert_snapshot!(text, @r"
    invalid value 'native,sat:batsat' for '--engine <SPEC>': a list of engines, but this option takes one; 'parallax compare FILE --engines' takes several
    invalid value 'foo' for '--engine <SPEC>': unknown engine 'foo'; expected for example auto, native, sat:batsat, 'dimacs:COMMAND' ('parallax engines' lists all)
    invalid value 'native+x' for '--engine <SPEC>': engine 'native' has no choice '+x'
    invalid value ',' for '--engines <LIST>': no engine named; expected for example auto, native, sat:batsat, 'dimacs:COMMAND' ('parallax engines' lists all)
    cannot run '_': there is no such program on the PATH
    cannot run './_': there is no such program
    invalid value 'foo' for '--certify[=<veripb>]': expected veripb; a file of this name is written ./foo
    invalid value 'foo' for '--certify[=<veripb>]': expected veripb; a file of this name is written ./foo
    invalid value 'VeriPB' for '--certify[=<veripb>]': expected veripb; a file of this name is written ./VeriPB
    ");
}

#[test]
fn names() {
    let text = messages(&[
        "solve latin",
        "solve sodoku",
        "solve killer:9",
        "solve sodoku:9",
        "solve empty.tx",
        "solve no/such/file",
        "solve bare",
        "check a.cnf bare",
        "check a.cnf none",
        "check a.cnf latin1.cnf",
        "report a.cnf",
        "report bare",
        "experiment run bare",
        "cubes bare --join a.cnf",
        "regress bare",
    ]);
    assert_snapshot!(text, @r"
    latin: there is no such file; 'latin:' and a size make an instance, as in latin:4
    sodoku: there is no such file (did you mean 'sudoku:9'?)
    killer:9: there is no such file, and no generator has this name; there are sudoku:9, latin:4, magic:3, set:12, keisuke:5, queens:8, zebra:4
    sodoku:9: there is no such file (did you mean 'sudoku:9'?)
    empty.tx: there is no such file (did you mean 'empty.txt'?)
    no/such/file: there is no such file
    bare: a folder without instances; expected a file of instances
    bare: a folder; expected a file
    none: there is no such file
    latin1.cnf:1:6: not UTF-8; expected a text
    a.cnf:1:1: a line without a checksum; expected results that 'parallax experiment run' wrote, not edited
    bare: a folder; expected a file
    bare: a folder; expected a file
    bare/whole.model.json: there is no such file
    bare: a folder; expected a file
    ");
    assert_snapshot!(message(&folder(), &["solve", ""]), @r"'': an empty name; expected the name of a file");
    assert_snapshot!(message(&folder(), &["check", "a.cnf", ""]), @r"'': an empty name; expected the name of a file");
}

#[test]
fn texts() {
    let text = messages(&[
        "solve empty.txt",
        "solve brace.json",
        "solve comma.json",
        "solve other.json",
        "solve variables.json",
        "solve list.json",
        "solve table.txt",
        "solve latin1.cnf",
    ]);
    assert_snapshot!(text, @r#"
    empty.txt: empty; expected an instance of set, sudoku, latin, magic, keisuke
    brace.json:1:2: damaged JSON: the text ends too early
    comma.json:2:6: damaged JSON: expected `:`
    other.json: JSON of no known form; expected a model, an object with "format": "parallax-model-1" or "parallax-model-2"
    variables.json:1:16: damaged JSON: expected value
    list.json:1:6: damaged JSON: the text ends too early
    table.txt:1:3: not valid JSON at [0][0]: expected value
    latin1.cnf:1:6: not UTF-8; expected text in this encoding
    "#);
}

#[test]
fn standard_input_is_read_once() {
    let folder = folder();
    let ran = fed(&folder, &["solve", "-", "-", "-q"], b"1.3.......1.4...\n");
    assert_eq!(ran.code, Some(2));
    assert_snapshot!(ran.err, @r"parallax: <stdin>: '-' is standard input, which is read only once");
}

#[test]
fn warnings_are_in_rows() {
    let text = r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "8..1"}],
        "constraints": []}"#;
    let folder = folder();
    let ran = fed(&folder, &["solve", "-", "--format", "json"], text.as_bytes());
    let row: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert_snapshot!(row["warnings"], @r#"["<stdin>:1:68: variables[0].domain: the range \"8..1\" is empty: its first value is the larger one"]"#);
    let ran = fed(&folder, &["solve", "latin:2", "--format", "json"], b"");
    let row: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert!(row.get("warnings").is_none(), "{row}");
}
