//! Limits hold while instances are read and built, and while nothing comes out of a pipe.

mod commands;
mod pipes;

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::memory_mb;
use commands::{ONE, output, started, words};

/// A watchdog far above what the commands need: machines may be busy.
const WATCHDOG: Duration = Duration::from_secs(60);

/// Tables of 500 bytes whose rules stand for 27 million combinations of values.
const MANY: &str = "## Type\n\n| Name | Type | Values |\n|--|--|--|\n| T | Int | [1..300] |\n\n\
    ## Function\n\n| Name | Type |\n|--|--|\n| f of T | T |\n\n\
    ## Rules\n\n| E* | T called x | T called y | T called z | f of x |\n|--|--|--|--|--|\n\
    | 1 | - | - | - | < f of y + z + 5 |\n";

#[test]
fn commands_end_while_they_read() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("many.md"), MANY).expect("written");
    for &(command, code) in ONE {
        let words = words(command, "many.md");
        let (found, out) = output(started(folder.path(), &words), command);
        assert_eq!((found, out.as_str()), (Some(code), "unknown (timeout)\n"), "{command}");
    }
    for command in ["lint F --format json", "why F --format json", "sample F --format json"] {
        let (_, out) = output(started(folder.path(), &words(command, "many.md")), command);
        assert_eq!(out, "{\"answer\":\"unknown\",\"reason\":\"timeout\"}\n", "{command}");
    }
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
            assert!(start.elapsed() < WATCHDOG, "{command}: it goes on");
            most = most.max(memory_mb(child.id(), "RssAnon"));
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
