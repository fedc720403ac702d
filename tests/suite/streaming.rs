//! Solutions are printed as they are found.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{fed, memory_mb, spawn};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// A watchdog, no measure of speed.
const WATCHDOG: Duration = Duration::from_secs(60);

#[test]
fn json_has_a_line_for_each_solution_and_then_the_row() {
    let ran = fed(HOME, &["solve", "latin:3", "latin:2", "--all", "--format", "json"], b"");
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!((ran.code, lines.len()), (Some(10), 12 + 1 + 2 + 1));
    let mut different = std::collections::BTreeSet::new();
    for (number, line) in (1..).zip(&lines[..12]) {
        assert_eq!(line["schema"], "parallax-solution-1");
        assert_eq!((&line["instance"], &line["number"]), (&"latin:3".into(), &Json::from(number)));
        different.insert(line["solution"].as_str().expect("a text").to_owned());
    }
    assert_eq!(different.len(), 12);
    assert_eq!((&lines[12]["count"], &lines[12]["complete"]), (&12.into(), &true.into()));
    assert_eq!(lines[12]["solutions"], Json::Array(Vec::new()));
    assert_eq!((&lines[13]["number"], &lines[13]["instance"]), (&1.into(), &"latin:2".into()));
    assert_eq!(lines[15]["count"], 2);
}

#[test]
fn many_are_lines_and_few_are_a_picture() {
    let few = fed(HOME, &["solve", "latin:2", "--all"], b"").out;
    assert!(few.contains("2 solutions; 4 cells differ (marked *)"), "{few}");
    let many = fed(HOME, &["solve", "latin:3", "--all"], b"").out;
    let lines: Vec<&str> = many.lines().collect();
    assert_eq!(lines[0], "latin:3: latin square 3x3, 9 holes");
    assert!(lines[1..13].iter().all(|line| line.len() == 17), "{many}");
    assert_eq!(lines[13], "satisfiable: 12 solutions, no others");
    assert_eq!(lines[14], "9 of 9 values differ between them");
    // Also from standard input, and with a limit above the number of solutions that are kept.
    let text = fs::read(Path::new(HOME).join("instances/latin-4-none.pls")).expect("a file");
    assert_eq!(fed(HOME, &["solve", "-", "--all", "-q"], &text).out, "unsatisfiable\n");
    let limited = fed(HOME, &["solve", "latin:5", "--limit", "1500", "-q"], b"").out;
    assert_eq!(limited.lines().count(), 1500);
}

#[test]
fn structures_are_numbered_across_pieces() {
    let args = ["solve", "instances/cdmn/map.md", "--all", "--format", "structure"];
    let ran = fed(HOME, &args, b"");
    let numbers: Vec<&str> =
        ran.out.lines().filter_map(|line| line.strip_prefix("Model ")).collect();
    if ran.code == Some(10) {
        let expected: Vec<String> = (1..=numbers.len()).map(|n| n.to_string()).collect();
        assert_eq!(numbers, expected);
    }
    assert!(ran.out.trim_end().ends_with("models."), "{}{}", ran.out, ran.err);
}

#[test]
fn memory_is_bounded_and_an_interrupt_keeps_what_was_found() {
    for format in ["text", "json"] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out");
        let mut child = Command::new(env!("CARGO_BIN_EXE_parallax"))
            .args(["solve", "latin:6", "--all", "--format", format])
            .stdin(Stdio::null())
            .stdout(File::create(&out).expect("a file"))
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        let size = || fs::metadata(&out).expect("a file").len();
        // About 100,000 solutions.
        while size() < 7_200_000 {
            assert!(start.elapsed() < WATCHDOG, "{} bytes", size());
            std::thread::sleep(Duration::from_millis(20));
        }
        let peak = memory_mb(child.id(), "VmHWM");
        assert!((1..150).contains(&peak), "{peak} MB");
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let status = child.wait().expect("it ends");
        // A test that was started in the background of a shell passes on ignored interrupts.
        assert_eq!(status.code(), Some(130));
        let text = fs::read_to_string(&out).expect("UTF-8");
        if format == "json" {
            let last: Json =
                serde_json::from_str(text.lines().last().expect("a line")).expect("a row");
            assert_eq!((&last["complete"], &last["reason"]), (&false.into(), &"cancelled".into()));
            let solutions = text.lines().count() - 1;
            assert_eq!(last["count"], solutions, "each is there");
        } else {
            let rest: Vec<&str> = text.lines().rev().take(3).collect();
            let solutions = text.lines().count() - 4;
            let sentence =
                format!("satisfiable: {solutions} solutions found before it stopped (cancelled)");
            assert_eq!(rest[2], sentence);
        }
    }
}

#[test]
fn a_closed_pipe_ends_the_search() {
    let mut child = spawn(HOME, &["solve", "latin:7", "--all", "-q"]);
    drop(child.stdin.take());
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for _ in 0..3 {
        assert_eq!(lines.next().expect("a line").expect("UTF-8").len(), 97);
    }
    drop(lines);
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < WATCHDOG, "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn help_to_a_full_disk_fails() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for args in
        [&["--help"][..], &["solve", "--help"], &["--version"], &["solve", "latin:3", "--all"]]
    {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let ran = Command::new(env!("CARGO_BIN_EXE_parallax"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("the program runs");
        let err = String::from_utf8(ran.stderr).expect("UTF-8");
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
    }
}

/// A reader that reads nothing fills the pipe, so that the program waits in the middle of a write.
#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_program_that_waits_for_its_reader() {
    let mut child = spawn(HOME, &["solve", "latin:6", "--all", "-q"]);
    drop(child.stdin.take());
    // Once it has written something, the pipe is soon full.
    let mut pipe = child.stdout.take().expect("a pipe");
    std::io::Read::read_exact(&mut pipe, &mut [0]).expect("a byte");
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < WATCHDOG, "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().expect("it has ended").code(), Some(130));
}

/// There are more solutions than time.
#[test]
fn a_limit_ends_a_stream() {
    let args = ["solve", "latin:7", "--all", "--format", "json", "--timeout", "0.5"];
    let mut child = spawn(HOME, &args);
    drop(child.stdin.take());
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let (start, mut last) = (Instant::now(), String::new());
    for line in lines.by_ref() {
        last = line.expect("UTF-8");
        if start.elapsed() > WATCHDOG {
            child.kill().expect("a child");
            panic!("it goes on");
        }
    }
    let row: Json = serde_json::from_str(&last).expect("a row");
    assert_eq!((&row["complete"], &row["reason"]), (&false.into(), &"timeout".into()));
    assert_eq!(child.wait().expect("it has ended").code(), Some(10));
}

#[test]
fn values_that_differ_only_between_others_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    // In the first and the last solution b is 0.
    let tuples: Vec<String> =
        (0..=20).map(|b| format!("[0, {b}, 3]")).chain(["[1, 0, 3]".to_owned()]).collect();
    let model = format!(
        r#"{{"format": "parallax-model-1", "variables": [{{"name": "a", "domain": "0..1"}},
            {{"name": "b", "domain": "0..20"}}, {{"name": "c", "domain": "3..4"}}],
            "constraints": [{{"kind": "table", "scope": ["a", "b", "c"], "tuples": [{}]}}]}}"#,
        tuples.join(", ")
    );
    fs::write(folder.path().join("m.model.json"), model).expect("written");
    let args = ["solve", "m.model.json", "--all", "--engine", "native:first+sval"];
    let out = fed(folder.path(), &args, b"").out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[23..25],
        ["satisfiable: 22 solutions, no others", "2 of 3 values differ between them"],
        "{out}"
    );
}
