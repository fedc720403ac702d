//! The program on the command line: its output and its exit codes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value as Json;

use crate::common::{Ran, fed, spawn};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Runs the program in the folder of the package; single spaces separate the words.
fn parallax(line: &str) -> Ran {
    fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"")
}

/// Returns the standard output of a run that ends with this code and prints no error.
fn prints(code: i32, line: &str) -> String {
    let ran = parallax(line);
    assert_eq!((ran.code, ran.errors().as_str()), (Some(code), ""), "{line}");
    ran.out
}

fn head(text: &str, lines: usize) -> String {
    text.lines().take(lines).collect::<Vec<_>>().join("\n")
}

/// Replaces every number of seconds in a text by `_`.
fn timeless(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_time = |i: usize| {
        let unit =
            words.get(i + 1).is_some_and(|next| ["s", "s,", "s;"].contains(&next.trim_end()));
        unit && words[i].parse::<f64>().is_ok()
    };
    let message: Vec<&str> =
        (0..words.len()).map(|i| if is_time(i) { "_" } else { words[i] }).collect();
    message.join(" ")
}

fn json_lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn solve_draws_one_instance() {
    assert_snapshot!(timeless(&prints(10, "solve instances/latin-5.pls")), @r#"
    instances/latin-5.pls: latin square 5x5, 17 holes
    ┌───────────┐
    │ 5 3 2 4 1 │
    │ 4 1 5 3 2 │
    │ 2 4 3 1 5 │
    │ 1 5 4 2 3 │
    │ 3 2 1 5 4 │
    └───────────┘
    satisfiable: exactly one solution
    native, model cells: encode _ s, solve _ s, check _ s
    "#);
    assert_snapshot!(timeless(&prints(20, "solve instances/latin-4-none.pls")), @r#"
    instances/latin-4-none.pls: latin square 4x4, 10 holes
    ┌─────────┐
    │ . . . 4 │
    │ . 4 3 . │
    │ 3 . 2 . │
    │ 4 . . . │
    └─────────┘
    unsatisfiable: no solution (claimed)
    native, model cells: encode _ s, solve _ s, check _ s
    "#);
}

#[test]
fn solve_prints_a_line_for_each_of_many() {
    assert_snapshot!(prints(20, "solve instances/sudoku-4.sudoku --limit 2"), @r#"
    instances/sudoku-4.sudoku sat 1 3412124321344321
    instances/sudoku-4.sudoku#1 sat 1 2314413232411423
    instances/sudoku-4.sudoku#2 sat 1 4213314224311324
    instances/sudoku-4.sudoku#3 sat 2+ 1423324121344312
    instances/sudoku-4.sudoku#4 unsat 0
    "#);
}

#[test]
fn solve_marks_where_two_solutions_differ() {
    let ran = fed(HOME, &["solve", "-", "--limit", "2"], b"14.......1.4....\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(10), ""));
    assert_snapshot!(timeless(&ran.out), @r#"
    <stdin>: sudoku 4x4, 4 clues
    2 solutions; 8 cells differ (marked *)

    solution 1
    ┌───────┬───────┐
    │ 1  4  │ 2* 3* │
    │ 3* 2* │ 4  1  │
    ├───────┼───────┤
    │ 2* 1  │ 3* 4  │
    │ 4  3* │ 1  2* │
    └───────┴───────┘

    solution 2
    ┌───────┬───────┐
    │ 1  4  │ 3* 2* │
    │ 2* 3* │ 4  1  │
    ├───────┼───────┤
    │ 3* 1  │ 2* 4  │
    │ 4  2* │ 1  3* │
    └───────┴───────┘
    satisfiable: 2 solutions found; there may be others
    native, model cells: encode _ s, solve _ s, check _ s
    "#);
    let ran = fed(HOME, &["compare", "-", "--engines", "native"], b"14.......1.4....\n");
    assert_eq!(ran.code, Some(3), "one engine only");
    assert!(ran.out.contains("not unique:\n2 solutions; 8 cells differ (marked *)"));
}

#[test]
fn check_and_show() {
    let check = |solution: &str| {
        let ran = fed(HOME, &["check", "instances/set-12.set", solution], b"");
        format!("{} {}{}", ran.code.expect("a code"), ran.out, ran.err)
    };
    assert_snapshot!(check("1 2 10"), @"0 valid");
    assert_snapshot!(check("1 2 3"), @"1 invalid: cards 1, 2, 3: fill: open, solid, open is neither all the same nor all different");
    assert_snapshot!(check("1 4 99"), @"2 parallax: <argument>:1:5: '99' is not a card number; expected 1 to 12");
    let ran = fed(
        HOME,
        &["check", "instances/magic-3.dat", "-"],
        b"2 7 6 9 5 1 4 3 8\n2 7 6 9 5 1 4 8 3\n",
    );
    assert_eq!(ran.code, Some(1));
    assert_snapshot!(ran.out, @r#"
    2 7 6 9 5 1 4 3 8: valid
    2 7 6 9 5 1 4 8 3: invalid: column 2: the sum is 20, expected 15
    "#);
    assert_snapshot!(prints(0, "show instances/magic-4.dat"), @r#"
    magic square 4x4, 6 clues
    ┌─────────────┐
    │  .  . 11  1 │
    │  9  .  .  . │
    │  .  .  .  7 │
    │ 15  5  .  . │
    └─────────────┘
    "#);
}

#[test]
fn encode_begins_with_what_it_is() {
    let cnf = prints(0, "encode instances/latin-5.pls --to dimacs");
    assert_snapshot!(head(&cnf, 4), @r#"
    c instances/latin-5.pls: latin square 5x5, 17 holes
    c model latin 5x5
    c encoding direct
    c int shown r1c1 in 1..5
    "#);
    let clauses: Vec<&str> = cnf.lines().filter(|line| !line.starts_with('c')).collect();
    assert_snapshot!(clauses[..3].join("\n"), @r#"
    p cnf 125 833
    1 2 3 4 5 0
    -1 -2 0
    "#);
    assert_eq!(clauses[0].split(' ').nth(3), Some(&*(clauses.len() - 1).to_string()));
    let script = prints(0, "encode instances/latin-5.pls --to smtlib");
    assert_snapshot!(head(&script, 6), @r#"
    ; instances/latin-5.pls: latin square 5x5, 17 holes
    ; model latin 5x5
    (set-option :produce-models true)
    (set-logic QF_LIA)
    ; r1c1 in 1..5
    (declare-const r1c1 Int)
    "#);
    assert_eq!(script.matches('(').count(), script.matches(')').count());
}

#[test]
fn engines_list_native_search() {
    let lines = json_lines(&prints(0, "engines --format json"));
    let native = lines.iter().find(|line| line["engine"] == "native").expect("native");
    assert_eq!(native["built"], true);
    // Lines are broken if the longest version leaves no room for the text.
    let listed = prints(0, "engines").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(listed.contains("backtracking with propagation"), "{listed}");
    let minisat = lines.iter().find(|line| line["engine"] == "dimacs:minisat {cnf} {out}");
    let minisat = minisat.expect("known solvers are listed, installed or not");
    assert_eq!(minisat["built"] == false, minisat["version"] == "not installed");
}

#[test]
fn json_lines_have_every_field() {
    let fields = "schema instance index puzzle model engine seed answer reason count complete solutions \
                  checked time_s counters";
    let keys =
        |object: &Json| object.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let sorted = |text: &str| {
        let mut names: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        names.sort();
        names
    };
    for (line, more) in [("solve", "answered_by"), ("compare", "verdict")] {
        let text = prints(
            if line == "solve" { 20 } else { 0 },
            &format!("{line} instances/sudoku-6.sudoku --format json --seed 3"),
        );
        let lines = json_lines(&text);
        assert!(lines.len() >= 4);
        for object in lines {
            let mut found = keys(&object);
            found.sort();
            let claims = object["answer"] == "unsat" || object["complete"] == true;
            let unsat = if claims { "claim standing" } else { "" };
            assert_eq!(found, sorted(&format!("{fields} {more} {unsat}")));
            let mut times = keys(&object["time_s"]);
            times.sort();
            assert_eq!(times, sorted("encode solve check total"));
            assert_eq!((&object["puzzle"], &object["seed"]), (&"sudoku".into(), &3.into()));
        }
    }
}

#[test]
fn symmetry_is_reported() {
    let line = |task: &str| format!("solve magic:3 --model cells+symmetry {task}");
    let said = |task: &str| {
        let out = prints(10, &line(task));
        out.lines().find(|line| line.starts_with("satisfiable")).unwrap_or_default().to_owned()
    };
    assert_snapshot!(said("--all"), @"satisfiable: 1 solution up to symmetry, which stands for 8, no others");
    assert_snapshot!(said("--limit 1"), @"satisfiable: 1 solution found up to symmetry, which stands for 8; there may be others");
    let many = prints(10, "solve latin:4 --model cells+symmetry --count");
    assert!(many.contains("4 solutions up to symmetry, which stand for 576, no others"), "{many}");
    let lines = json_lines(&prints(10, &line("--all --format json")));
    let object = lines.last().expect("a row");
    assert_eq!((&object["count"], &object["weighted"]), (&1.into(), &8.into()));
    assert_eq!(object["model"], "cells+symmetry");
    let compare = "compare magic:3 --count --engines native --models cells,cells+symmetry";
    let csv = prints(0, &format!("{compare} --format csv"));
    assert!(
        csv.contains(",8,,enumeration,,true,") && csv.contains(",1,8,enumeration,,true,"),
        "{csv}"
    );
    assert!(prints(0, compare).contains("1 (8)"));
    let clued = prints(0, "solve instances/magic-4.dat --model cells+symmetry");
    assert!(clued.contains("not applicable (no symmetry to break: the square has clues)"));
    let part = prints(10, "solve magic:3 --model cells+corners --all");
    assert!(part.contains(" under +corners, no others"), "{part}");
}

#[test]
fn csv_and_markdown_have_headers() {
    let of = |format: &str| {
        let line = format!("compare instances/latin-5.pls --engines native --format {format}");
        prints(3, &line)
    };
    assert_snapshot!(head(&of("csv"), 1), @"instance,index,puzzle,model,engine,seed,answer,claim,standing,proof,reason,count,weighted,counting,value,complete,checked,encode_s,solve_s,check_s,total_s,counters,solutions,verdict");
    assert_snapshot!(head(&of("markdown"), 2), @r#"
    | instance | model | engine | answer | count | encode s | solve s | check s | counters | verdict |
    |---|---|---|---|---|---|---|---|---|---|
    "#);
    assert_eq!(of("csv").lines().count(), 2);
}

#[test]
fn exit_codes_follow_the_answer() {
    for (code, line) in [
        (10, "solve instances/magic-4.dat"),
        (20, "solve instances/set-none.set"),
        (0, "solve magic:12 --timeout 0.05"),
        (0, "compare instances/sudoku-9.sudoku --engines native,sat:*"),
        (3, "compare magic:12 --timeout 0.05 --engines native,sat:batsat"),
    ] {
        let out = prints(code, line);
        assert_eq!(
            code == 0 && line.starts_with("solve"),
            out.contains("unknown (timeout)"),
            "{line}"
        );
    }
    let given = fed(HOME, &["solve", "-", "--format", "json"], b"11..............\n");
    assert_eq!((given.code, &json_lines(&given.out)[0]["answer"]), (Some(20), &"unsat".into()));
    let given = fed(HOME, &["solve", "-"], b"order 3\n0 0 -1\n-1 -1 -1\n-1 -1 -1\n");
    assert_eq!(given.code, Some(20));
}

/// Bad files, by name and content.
#[test]
fn clues_say_why_there_are_no_fewest() {
    let folder = tempfile::tempdir().expect("a folder");
    for (board, code, expected, solutions) in
        [("11..............", 20, "no solution", 0), ("1...............", 0, "not unique", 2)]
    {
        let run =
            |format: &str| fed(&folder, &["clues", board, "--fewest", "--format", format], b"");
        let ran = run("text");
        assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{board}");
        assert!(ran.out.contains(expected), "{}", ran.out);
        let object: Json = serde_json::from_str(&run("json").out).expect("an object");
        assert_eq!(object["solutions"], solutions);
    }
}

const BAD: &[(&str, &[u8])] = &[
    ("truncated.sudoku", b"53..7....\n6..195...\n"),
    ("truncated.pls", b"order 3\n0 1 -1\n-1 -1\n"),
    ("truncated.set", b"4 3 3\n0012\n1012\n"),
    ("length.sudoku", b"53..7....6..195....98....6.8...6...34..8.3..17\n"),
    ("symbol.sudoku", b"...2...32...4..y\n"),
    ("symbol.dat", b"3 1\n1 1 ten\n"),
    ("twice.set", b"# two cards\n4 3 2\n0012\n0012\n"),
    ("word.set", b"two red open squiggles\nthree red opne ovals\n"),
    ("hello.txt", b"Dear reader,\nhow are you?\n"),
    ("binary.txt", b"ab\0cd\n"),
    ("latin1.txt", b"caf\xe9\n"),
    ("empty.txt", b""),
    ("blank.txt", b"\n\n"),
    ("early.model.json", b"{\"format\": \"parallax-model-1\",\n \"variables\": [\n"),
    ("comma.model.json", b"{\"format\": \"parallax-model-1\",\n \"variables\": [{\"name\" \"x\"}]}\n"),
    ("name.model.json", b"{\"format\": \"parallax-model-1\",\n \"variables\": [{\"name\": \"x\", \"domain\": \"1..3\"}],\n \"constraints\": [{\"kind\": \"all_different\", \"scope\": [\"x\", \"y\"]}]}\n"),
];

/// Returns the error for wrong input: one line, exit code 2, no output.
fn complaint(folder: &Path, args: &[&str], input: &[u8]) -> String {
    let ran = fed(folder, args, input);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
    let message = ran.err.strip_suffix('\n').expect("a line");
    assert!(!message.contains('\n') && !message.contains("panicked"), "{args:?}: {message}");
    message.strip_prefix("parallax: ").unwrap_or_else(|| panic!("{args:?}: {message}")).to_owned()
}

#[test]
fn bad_files_are_reported_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut message = String::new();
    for (name, content) in BAD {
        fs::write(folder.path().join(name), content).expect("written");
        message += &complaint(folder.path(), &["solve", name], b"");
        message += "\n";
        // Every command that reads it reports the same.
        let compared = complaint(folder.path(), &["compare", name], b"");
        assert_eq!(message.lines().last(), Some(&*compared));
        assert_eq!(complaint(folder.path(), &["show", name], b""), compared);
    }
    assert_snapshot!(message, @r#"
    truncated.sudoku:2: the board ends after 2 of 9 rows
    truncated.pls:3: row 2 has 2 cells, expected 3
    truncated.set:1: the header announces 3 cards, but the board has 2
    length.sudoku:1: 46 symbols; a Sudoku on a line has n*n, the nearest here would be 36 (order 6) or 64 (order 8)
    symbol.sudoku:1:16: 'y' in a Sudoku of order 4; expected 1-4, or a blank (. 0 _ - * ? x)
    symbol.dat:2:5: 'ten' is not a value; expected 1 to 9
    twice.set:4: the same card as on line 3; expected different cards
    word.set:2:11: unknown word 'opne'; expected number (one, two, three), color (red, green, purple), fill (solid, striped, open), shape (diamond, oval, squiggle)
    hello.txt:1: no known form; expected one of set, sudoku, latin, magic, keisuke, grid, model, cnf, opb, smt2, xcsp3, fzn, cdmn (name it with --puzzle)
    binary.txt:1:3: a NUL byte; expected text, this looks like a binary file
    latin1.txt:1:4: not UTF-8; expected text in this encoding
    empty.txt: empty; expected an instance of set, sudoku, latin, magic, keisuke
    blank.txt:1: empty; expected one of set, sudoku, latin, magic, keisuke, grid, model, cnf, opb, smt2, xcsp3, fzn, cdmn (name it with --puzzle)
    early.model.json:2:15: variables[0]: the text ends within a list
    comma.model.json:2:24: variables[0].name: expected `:`
    name.model.json:3:59: constraints[0].scope[1]: there is no variable 'y'
    "#);
}

#[test]
fn other_bad_input_is_reported_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bare")).expect("made");
    fs::write(folder.path().join("bare/notes.md"), "hello").expect("written");
    let message = |args: &str| complaint(folder.path(), &args.split(' ').collect::<Vec<_>>(), b"");
    assert_snapshot!(message("solve bare"), @"bare: a folder without instances; expected a file of instances; skipped 1 file that is no instance: 1 .md");
    assert!(message("solve none.txt").starts_with("none.txt: there is no such file"));
    let lines = [
        "solve latin:x",
        "solve latin:0",
        "solve sudoku:7",
        "solve set:12@x",
        "solve latin:3 --engine foo",
        "solve latin:3 --engine sat:lingeling",
        "compare latin:3 --engines native,sat:batsat+unary",
        "solve latin:3 --model foo",
        "compare latin:3 --models foo,bar",
        "solve latin:3 --model cells+corners",
        "solve magic:3 --model cells+corners+symmetry",
        "solve latin:3 --puzzle chess",
        "solve latin:3 --timeout 0",
        "solve latin:3 --index 4",
        "show latin:3 --index 4",
        "solve",
    ];
    assert_snapshot!(lines.map(message).join("\n"), @r#"
    latin:x: 'x' is not an order; expected a text like latin:4
    latin:0: a Latin square of order 0; expected 1 to 200
    sudoku:7: there is no Sudoku of order 7: 7 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    set:12@x: the seed after @ is not a whole number; expected a text like set:12@7
    invalid value 'foo' for '--engine <SPEC>': unknown engine 'foo'; expected for example auto, native, sat:batsat, 'dimacs:COMMAND' ('parallax engines' lists all)
    invalid value 'sat:lingeling' for '--engine <SPEC>': unknown SAT solver 'lingeling'; known: varisat, batsat, cadical, minisat, glucose
    invalid value 'native,sat:batsat+unary' for '--engines <LIST>': unknown integer encoding 'unary'; known: direct, order, log, channelled
    latin:3: latin has no model 'foo'; it has cells, placed, triples, with +sums, +symmetry
    latin:3: latin has no model 'bar'; it has cells, placed, triples, with +sums, +symmetry
    latin:3: latin has no option '+corners' of its models; it has cells, placed, triples, with +sums, +symmetry
    magic:3: '+corners' and '+symmetry' do not go together: one drops solutions that the other keeps
    invalid value 'chess' for '--puzzle <NAME>': there is no puzzle 'chess'; expected one of set, sudoku, latin, magic, keisuke, grid, model, cnf, opb, smt2, xcsp3, fzn, cdmn
    invalid value '0' for '--timeout <S>': expected seconds above 0, for example 10 or 0.5
    unexpected argument '--index' found
    latin:3: there is no instance number 4
    the following required arguments were not provided: <FILE>...
    "#);
}

#[test]
fn endless_lines_are_refused() {
    let input = vec![b'1'; 5 << 20];
    assert_snapshot!(complaint(Path::new(HOME), &["solve", "-"], &input), @"<stdin>:1: a line longer than 1048576 bytes; expected lines of text");
}

#[test]
fn what_comes_before_and_after_a_bad_line_is_answered() {
    let input = b"...2...32...4...\n.3.....2...1.4..\n...3.....4..1.\n...3.....4..1.2.\n";
    let ran = fed(HOME, &["solve", "-"], input);
    assert_eq!(ran.code, Some(2));
    assert_snapshot!(ran.out, @r#"
    <stdin> sat 1+ 3412124321344321
    <stdin>#1 sat 1+ 2314413232411423
    <stdin> error (<stdin>:3: nearly a Sudoku: 14 cells on a line, 16 expected)
    <stdin>#3 sat 1+ 4213314224311324
    "#);
    assert_snapshot!(ran.err, @"parallax: <stdin>:3: nearly a Sudoku: 14 cells on a line, 16 expected");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("many.sudoku"), "14.......1.4....\n".repeat(20_000))
        .expect("written");
    let mut child = spawn(folder.path(), &["solve", "many.sudoku"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("many.sudoku sat 1+ "), "{line}");
    let ran = child.wait_with_output().expect("the program ends");
    assert_eq!((ran.status.code(), ran.stderr), (Some(0), Vec::new()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_reports_what_is_done() {
    use std::io::Read;
    use std::process::Command;
    use std::time::{Duration, Instant};
    let args = ["compare", "latin:8", "--count", "--engines", "native,sat:batsat"];
    let mut child = spawn(HOME, &args);
    std::thread::sleep(Duration::from_secs(1));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None if start.elapsed() > Duration::from_secs(10) => {
                child.kill().expect("killed");
                panic!("it goes on after an interrupt");
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("UTF-8");
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
    assert_eq!(status.code(), Some(130), "{err}");
    assert_snapshot!(err, @"parallax: interrupted; reporting what is done (again: quit at once)");
    assert!(
        out.contains("latin:8: ") && out.contains("cancelled") && out.contains("overall: "),
        "{out}"
    );
}

#[test]
fn a_model_with_an_objective_is_optimised() {
    let model = br#"{"format": "parallax-model-1", "name": "two", "variables": [
        {"name": "x", "domain": "0..5"}, {"name": "y", "domain": "0..5"}],
        "constraints": [{"kind": "compare", "left": "x", "relation": "!=", "right": "y"}],
        "maximize": [{"variable": "x"}, {"coefficient": 2, "variable": "y"}]}"#;
    for engine in ["native", "brute", "sat:batsat", "sat:varisat+order"] {
        let args = ["solve", "-", "--engine", engine, "--format", "json"];
        let ran = fed(HOME, &args, model);
        assert_eq!((ran.code, ran.err.as_str()), (Some(30), ""), "{engine}");
        let row = &json_lines(&ran.out)[0];
        assert_eq!((&row["answer"], &row["value"]), (&"optimal".into(), &14.into()), "{engine}");
        assert_eq!(row["solutions"][0], "x = 4, y = 5");
    }
    let ran = fed(HOME, &["solve", "-"], model);
    assert!(ran.out.contains("optimal: 14, no solution is better"), "{}", ran.out);
    assert_eq!(fed(HOME, &["solve", "-", "--limit", "1"], model).code, Some(10));
    let ran = fed(HOME, &["compare", "-", "--engines", "native,sat:batsat"], model);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("optimal 14"), "{}", ran.out);
    let ran = parallax("solve latin:3 --optimise");
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("the model has no objective"), "{}", ran.out);
}

#[test]
fn a_core_says_why_there_is_no_solution() {
    let line = "solve instances/latin-4-none.pls --engine sat:batsat --minimize-core";
    let text = prints(20, line);
    assert!(text.contains("these cannot hold together, and none can be left out:\n"), "{text}");
    assert!(text.contains("  given r1c4 = 4\n"), "{text}");
    let row = &json_lines(&prints(20, &format!("{line} --format json")))[0];
    assert_eq!(row["core"]["minimal"], true);
    assert!(row["core"]["constraints"].as_array().is_some_and(|all| !all.is_empty()), "{row}");
    let plain = prints(20, "solve instances/latin-4-none.pls --engine sat:batsat --core");
    assert!(plain.contains("these cannot hold together:\n"), "{plain}");
    let native = prints(20, "solve instances/latin-4-none.pls --core --engine native");
    assert!(native.contains("(no core: unsupported (this engine gives no cores"), "{native}");
    assert!(!prints(10, "solve instances/latin-5.pls --engine sat:batsat --core").contains("hold"));
}
