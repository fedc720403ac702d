//! The program as people run it: what it prints, where, and its exit codes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use insta::assert_snapshot;
use serde_json::Value as Json;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// What a run left.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn spawn(folder: impl AsRef<Path>, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs in a folder with a standard input.
fn fed(folder: impl AsRef<Path>, args: &[&str], input: &[u8]) -> Ran {
    let mut child = spawn(folder, args);
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // The program may end before it has read everything.
        scope.spawn(move || stdin.write_all(input).is_ok());
        let ran = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran { code: ran.status.code(), out: text(ran.stdout), err: text(ran.stderr) }
    })
}

/// Runs in the folder of the package; words are separated by one space.
fn parallax(line: &str) -> Ran {
    fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"")
}

/// The standard output of a run that ends with this code and no complaint.
fn prints(code: i32, line: &str) -> String {
    let ran = parallax(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{line}");
    ran.out
}

fn head(text: &str, lines: usize) -> String {
    text.lines().take(lines).collect::<Vec<_>>().join("\n")
}

/// The text with `_` for every number of seconds.
fn timeless(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_time = |i: usize| {
        let unit = words.get(i + 1).is_some_and(|next| ["s", "s,", "s;"].contains(next));
        unit && words[i].parse::<f64>().is_ok()
    };
    let told: Vec<&str> = (0..words.len()).map(|i| if is_time(i) { "_" } else { words[i] }).collect();
    told.join(" ")
}

fn json_lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn solve_draws_one_instance() {
    assert_snapshot!(timeless(&prints(10, "solve instances/latin-5.pls")), @"");
    assert_snapshot!(timeless(&prints(20, "solve instances/latin-4-none.pls")), @"");
}

#[test]
fn solve_prints_a_line_for_each_of_many() {
    assert_snapshot!(prints(20, "solve instances/sudoku-4.sudoku --limit 2"), @"");
}

#[test]
fn solve_marks_where_two_solutions_differ() {
    let ran = fed(HOME, &["solve", "-", "--limit", "2"], b"14.......1.4....\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(10), ""));
    assert_snapshot!(timeless(&ran.out), @"");
    let ran = fed(HOME, &["compare", "-", "--engines", "native"], b"14.......1.4....\n");
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("<stdin>: not unique\n2 solutions; 8 cells differ (marked *)"));
}

#[test]
fn check_and_show() {
    let check = |solution: &str| {
        let ran = fed(HOME, &["check", "instances/set-12.set", solution], b"");
        format!("{} {}{}", ran.code.expect("a code"), ran.out, ran.err)
    };
    assert_snapshot!(check("1 2 10"), @"");
    assert_snapshot!(check("1 2 3"), @"");
    assert_snapshot!(check("1 4 99"), @"");
    let ran = fed(HOME, &["check", "instances/magic-3.dat", "-"], b"2 7 6 9 5 1 4 3 8\n2 7 6 9 5 1 4 8 3\n");
    assert_eq!(ran.code, Some(1));
    assert_snapshot!(ran.out, @"");
    assert_snapshot!(prints(0, "show instances/magic-4.dat"), @"");
}

#[test]
fn encode_begins_with_what_it_is() {
    let cnf = prints(0, "encode instances/latin-5.pls --to dimacs");
    assert_snapshot!(head(&cnf, 4), @"");
    let clauses: Vec<&str> = cnf.lines().filter(|line| !line.starts_with('c')).collect();
    assert_snapshot!(clauses[..3].join("\n"), @"");
    assert_eq!(clauses[0].split(' ').nth(3), Some(&*(clauses.len() - 1).to_string()));
    let script = prints(0, "encode instances/latin-5.pls --to smtlib");
    assert_snapshot!(head(&script, 6), @"");
    assert_eq!(script.matches('(').count(), script.matches(')').count());
}

#[test]
fn engines_list_native_search() {
    let lines = json_lines(&prints(0, "engines --format json"));
    let native = lines.iter().find(|line| line["engine"] == "native").expect("native");
    assert_eq!(native["built"], true);
    assert!(prints(0, "engines").contains("backtracking with propagation"));
}

#[test]
fn json_lines_have_every_field() {
    let fields = "instance index puzzle model engine seed answer reason count complete solutions \
                  checked time_s counters";
    let keys = |object: &Json| object.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let sorted = |text: &str| {
        let mut names: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        names.sort();
        names
    };
    for (line, more) in [("solve", ""), ("compare", "verdict")] {
        let text = prints(if more.is_empty() { 20 } else { 0 }, &format!("{line} instances/sudoku-6.sudoku --format json --seed 3"));
        let lines = json_lines(&text);
        assert!(lines.len() >= 4);
        for object in lines {
            let mut found = keys(&object);
            found.sort();
            assert_eq!(found, sorted(&format!("{fields} {more}")));
            let mut times = keys(&object["time_s"]);
            times.sort();
            assert_eq!(times, sorted("encode solve check total"));
            assert_eq!((&object["puzzle"], &object["seed"]), (&"sudoku".into(), &3.into()));
        }
    }
}

#[test]
fn csv_and_markdown_have_headers() {
    let of = |format: &str| {
        let line = format!("compare instances/latin-5.pls --engines native --format {format}");
        prints(0, &line)
    };
    assert_snapshot!(head(&of("csv"), 1), @"");
    assert_snapshot!(head(&of("markdown"), 2), @"");
    assert_eq!(of("csv").lines().count(), 2);
}

#[test]
fn exit_codes_tell_the_answer() {
    for (code, line) in [
        (10, "solve instances/magic-4.dat"),
        (20, "solve instances/set-none.set"),
        (0, "solve magic:12 --timeout 0.05"),
        (0, "compare instances/sudoku-9.sudoku --engines native,sat:*"),
        (3, "compare magic:12 --timeout 0.05 --engines native,sat:batsat"),
    ] {
        let out = prints(code, line);
        assert_eq!(code == 0 && line.starts_with("solve"), out.contains("unknown (timeout)"), "{line}");
    }
    let given = fed(HOME, &["solve", "-", "--format", "json"], b"11..............\n");
    assert_eq!((given.code, &json_lines(&given.out)[0]["answer"]), (Some(20), &"unsat".into()));
    let given = fed(HOME, &["solve", "-"], b"order 3\n0 0 -1\n-1 -1 -1\n-1 -1 -1\n");
    assert_eq!(given.code, Some(20));
}

/// Bad files by name and content.
const BAD: &[(&str, &[u8])] = &[
    ("truncated.sudoku", b"53..7....\n6..195...\n"),
    ("truncated.pls", b"order 3\n0 1 -1\n-1 -1\n"),
    ("truncated.set", b"4 3 3\n0012\n1012\n"),
    ("length.sudoku", b"53..7....6..195....98....6.8...6...34..8.3..17\n"),
    ("symbol.sudoku", b"...2...32...4..x\n"),
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

/// The complaint about wrong input: one line, exit code 2, nothing printed.
fn complaint(folder: &Path, args: &[&str], input: &[u8]) -> String {
    let ran = fed(folder, args, input);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
    let told = ran.err.strip_suffix('\n').expect("a line");
    assert!(!told.contains('\n') && !told.contains("panicked"), "{args:?}: {told}");
    told.strip_prefix("parallax: ").unwrap_or_else(|| panic!("{args:?}: {told}")).to_owned()
}

#[test]
fn bad_files_are_told_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut told = String::new();
    for (name, content) in BAD {
        fs::write(folder.path().join(name), content).expect("written");
        told += &complaint(folder.path(), &["solve", name], b"");
        told += "\n";
        // Every command that reads it says the same.
        let compared = complaint(folder.path(), &["compare", name], b"");
        assert_eq!(told.lines().last(), Some(&*compared));
        assert_eq!(complaint(folder.path(), &["show", name], b""), compared);
    }
    assert_snapshot!(told, @"");
}

#[test]
fn other_bad_input_is_told_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bare")).expect("made");
    fs::write(folder.path().join("bare/notes.md"), "hello").expect("written");
    let told = |args: &str| complaint(folder.path(), &args.split(' ').collect::<Vec<_>>(), b"");
    assert_snapshot!(told("solve bare"), @"");
    assert!(told("solve none.txt").starts_with("none.txt: cannot open: "));
    let lines = [
        "solve latin:x",
        "solve latin:0",
        "solve sudoku:7",
        "solve set:12@x",
        "solve latin:3 --engine foo",
        "solve latin:3 --engine sat:minisat",
        "compare latin:3 --engines native,sat:batsat+log",
        "solve latin:3 --model foo",
        "compare latin:3 --models foo,bar",
        "solve latin:3 --puzzle chess",
        "solve latin:3 --timeout 0",
        "solve latin:3 --index 4",
        "show latin:3 --index 4",
        "solve",
    ];
    assert_snapshot!(lines.map(told).join("\n"), @"");
}

#[test]
fn endless_lines_are_refused() {
    let input = vec![b'1'; 5 << 20];
    assert_snapshot!(complaint(Path::new(HOME), &["solve", "-"], &input), @"");
}

#[test]
fn what_comes_before_a_bad_line_is_answered() {
    let input = b"...2...32...4...\n.3.....2...1.4..\n...3.....4..1.\n...3.....4..1.2.\n";
    let ran = fed(HOME, &["solve", "-"], input);
    assert_eq!(ran.code, Some(2));
    assert_snapshot!(ran.out, @"");
    assert_snapshot!(ran.err, @"");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("many.sudoku"), "14.......1.4....\n".repeat(20_000)).expect("written");
    let mut child = spawn(folder.path(), &["solve", "many.sudoku"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("many.sudoku sat 1+ "), "{line}");
    let ran = child.wait_with_output().expect("the program ends");
    assert_eq!((ran.status.code(), ran.stderr), (Some(0), Vec::new()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_is_done() {
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
    assert_snapshot!(err, @"");
    assert!(out.contains("latin:8 ") && out.contains("cancelled") && out.contains("overall: "), "{out}");
}
