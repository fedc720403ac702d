//! Limits hold while instances are read and built, and while a pipe is silent.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{fed, spawn};

/// A watchdog far above the limits of the commands: machines may be busy.
const WATCHDOG: Duration = Duration::from_secs(20);

/// Tables of 500 bytes whose rules have 27 million combinations of values.
const MANY: &str = "## Type\n\n| Name | Type | Values |\n|--|--|--|\n| T | Int | [1..300] |\n\n\
    ## Function\n\n| Name | Type |\n|--|--|\n| f of T | T |\n\n\
    ## Rules\n\n| E* | T called x | T called y | T called z | f of x |\n|--|--|--|--|--|\n\
    | 1 | - | - | - | < f of y + z + 5 |\n";

/// Every command with a limit for its whole run, `F` in place of the file, and its exit code if it
/// does not finish.
const COMMANDS: &[(&str, i32)] = &[
    ("lint F", 3),
    ("why F", 0),
    ("hint F", 3),
    ("path F", 3),
    ("sample F -n 2", 0),
    ("explain F", 3),
    ("encode F --check", 3),
    ("shrink F --engines native,sat:batsat --within 1", 3),
];

fn args(command: &str, file: &str) -> Vec<String> {
    let mut words: Vec<String> =
        command.split(' ').map(|word| if word == "F" { file } else { word }.to_owned()).collect();
    if !command.contains("--within") {
        words.extend(["--timeout".to_owned(), "1".to_owned()]);
    }
    words
}

fn started(folder: &Path, words: &[String]) -> Child {
    spawn(folder, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Waits for the end; fails the test after the watchdog's time.
fn output(mut child: Child, label: &str) -> (Option<i32>, String) {
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > WATCHDOG {
            let _ = child.kill();
            panic!("{label}: it goes on");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // Standard input may still be open here.
    let _stdin = child.stdin.take();
    let out = child.wait_with_output().expect("it has ended");
    (out.status.code(), String::from_utf8(out.stdout).expect("UTF-8"))
}

#[test]
fn commands_end_while_they_read() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("many.md"), MANY).expect("written");
    for &(command, code) in COMMANDS {
        let words = args(command, "many.md");
        let (found, out) = output(started(folder.path(), &words), command);
        assert_eq!((found, out.as_str()), (Some(code), "unknown (timeout)\n"), "{command}");
    }
    for command in ["lint F --format json", "why F --format json", "sample F --format json"] {
        let (_, out) = output(started(folder.path(), &args(command, "many.md")), command);
        assert_eq!(out, "{\"answer\":\"unknown\",\"reason\":\"timeout\"}\n", "{command}");
    }
}

#[test]
fn commands_end_while_a_pipe_is_silent() {
    let folder = tempfile::tempdir().expect("a folder");
    for &(command, code) in COMMANDS {
        let child = started(folder.path(), &args(command, "-"));
        let (found, out) = output(child, command);
        assert_eq!((found, out.as_str()), (Some(code), "unknown (timeout)\n"), "{command}");
    }
    // For `solve` and `compare` the clock starts with the instance: a formula that is not
    // continued.
    for command in ["solve - --timeout 1", "compare - --timeout 1 --engines native,sat:batsat"] {
        let words: Vec<&str> = command.split(' ').collect();
        let mut child = spawn(folder.path(), &words);
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"p cnf 3 2\n1 2 0\n").expect("it reads");
        let (_, out) = output(child, command);
        assert!(out.contains("unknown"), "{command}: {out}");
        drop(stdin);
    }
}

/// Returns the maximum memory of a process so far, in MB.
fn peak_mb(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kb = line.and_then(|line| line.trim().strip_suffix(" kB")).map_or("0", str::trim);
    kb.parse::<u64>().expect("a number") / 1024
}

#[test]
fn memory_is_limited_while_instances_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("many.md"), MANY).expect("written");
    let experiment = "instances = [\"many.md\"]\nengines = [\"native\"]\n[limits]\nmemory = 200\n";
    fs::write(folder.path().join("e.toml"), experiment).expect("written");
    for command in ["solve many.md --memory 200", "experiment run e.toml --out runs"] {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let mut child = started(folder.path(), &words);
        let (start, mut most) = (Instant::now(), 0);
        while child.try_wait().expect("a child").is_none() {
            assert!(start.elapsed() < 3 * WATCHDOG, "{command}: it goes on");
            most = most.max(peak_mb(child.id()));
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(most < 220, "{command}: {most} MB");
        let out = child.wait_with_output().expect("it has ended");
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        if command.starts_with("solve") {
            assert!(text.contains("unknown (out of memory)"), "{text}");
        }
    }
    let results = fs::read_to_string(folder.path().join("runs")).expect("results");
    let rows = results.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let reasons: Vec<String> =
        rows.filter_map(|row| row["reason"].as_str().map(str::to_owned)).collect();
    assert!(reasons.iter().any(|reason| reason == "out of memory"), "{reasons:?}");
}

#[test]
fn limits_that_are_kept_change_nothing() {
    let home = env!("CARGO_MANIFEST_DIR");
    for command in ["why instances/latin-4-none.pls", "lint instances/cdmn/map.md"] {
        let words: Vec<&str> = command.split(' ').collect();
        let plain = fed(home, &words, b"");
        let limited = fed(home, &[&words[..], &["--timeout", "60"]].concat(), b"");
        assert_eq!((plain.code, plain.out), (limited.code, limited.out), "{command}");
    }
}
