//! `solve --threads` and `--resume` from the command line.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{fed, spawn};

fn solve(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let args: Vec<&str> = ["solve"].iter().chain(args).copied().collect();
    let ran = fed(folder, &args, b"");
    let results: Vec<&str> = ran.out.lines().filter(|line| !line.starts_with("native")).collect();
    (ran.code, results.join("\n"), ran.err)
}

/// The output has the same bytes for any number of threads, and by default.
#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [&[&str]; 6] = [
        &["magic:4", "--all"],
        &["magic:4", "--count", "--engine", "native"],
        &["magic:4", "--limit", "5000"],
        &["latin:5", "--count", "--engine", "native:first+sval,d-way"],
        &["queens:10", "--unique"],
        &["magic:3", "--count", "--timeout", "60", "--engine", "native"],
    ];
    for case in cases {
        let default = solve(folder.path(), case);
        assert_eq!(default.0, Some(if case.contains(&"--unique") { 11 } else { 10 }), "{case:?}");
        for threads in ["1", "3", "8"] {
            let args: Vec<&str> = case.iter().chain(&["--threads", threads]).copied().collect();
            assert_eq!(default, solve(folder.path(), &args), "{args:?}");
        }
    }
    let (_, out, _) = solve(folder.path(), &["magic:4", "--count", "--engine", "native"]);
    assert!(out.ends_with("\nsatisfiable: 7040 solutions, no others"), "{out}");
}

/// Counters and their order are in the JSON, and do not depend on the number of threads either.
#[test]
fn counters_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let counters = |threads: &str| {
        let args = ["magic:4", "--count", "--format", "json", "--threads", threads];
        let (_, out, _) = solve(folder.path(), &args);
        let row: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
        assert_eq!(row["count"], serde_json::json!(7040), "{row}");
        row["counters"].clone()
    };
    let one = counters("1");
    assert!(one["cubes"].as_u64().unwrap() > 5, "{one}");
    assert_eq!(one, counters("2"));
    assert_eq!(one, counters("5"));
}

/// Other engines work on cubes of the model if a number of threads is given.
#[test]
fn other_engines_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("none.pls"), "order 3\n0 1 2\n1 0 -1\n-1 -1 -1\n").unwrap();
    let row = |args: &[&str]| {
        let args = [&["solve", "-q", "--format", "json"][..], args].concat();
        let ran = fed(at, &args, b"");
        let mut lines: Vec<&str> = ran.out.lines().collect();
        let mut row: serde_json::Value =
            serde_json::from_str(lines.pop().unwrap_or("null")).unwrap();
        row["time_s"].take();
        // Solutions that are printed as they are found come before the row.
        row["before"] = lines.join("\n").into();
        (ran.code, row)
    };
    for (case, code) in [
        (&["latin:4", "--count", "--engine", "sat:batsat"][..], 10),
        (&["latin:4", "--all", "--engine", "sat:varisat+order"], 10),
        (&["latin:4", "--limit", "100", "--engine", "sat:batsat"], 10),
        (&["queens:8", "--engine", "sat:varisat"], 10),
        (&["latin:3", "--unique", "--engine", "brute"], 11),
        (&["none.pls", "--engine", "sat:batsat"], 20),
    ] {
        let with = |threads: &str| row(&[case, &["--threads", threads]].concat());
        let one = with("1");
        assert_eq!(one.0, Some(code), "{}", one.1);
        assert!(one.1["counters"]["cubes"].as_u64().is_some(), "{}", one.1);
        for threads in ["2", "3", "8"] {
            assert_eq!(one, with(threads), "{case:?}");
        }
        // The answer is that of one session without cubes.
        let (code, plain) = row(case);
        assert_eq!(code, one.0);
        assert!(plain["counters"]["cubes"].is_null(), "{plain}");
        for member in ["answer", "count", "complete"] {
            assert_eq!(plain[member], one.1[member], "{case:?}");
        }
    }
}

/// A count that is killed many times gives the right result.
#[test]
fn a_killed_count_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let args = ["solve", "magic:4", "--count", "--threads", "2", "--resume", "notes.jsonl"];
    let file = folder.path().join("notes.jsonl");
    let length = || fs::metadata(&file).map_or(0, |about| about.len());
    for _ in 0..10 {
        let mut child = spawn(folder.path(), &args);
        std::thread::sleep(Duration::from_millis(rng.random_range(50..600)));
        // The first one is killed when it has written something, on a busy machine as well.
        while length() == 0 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(length() > 0);
    // Two more runs, when everything is counted.
    for _ in 0..2 {
        let (code, out, _) = solve(folder.path(), &args[1..]);
        assert!(out.ends_with("\nsatisfiable: 7040 solutions, no others"), "{code:?} {out}");
    }
    // The counters are those of one run.
    let counters = |more: &[&str]| {
        let args = ["solve", "-q", "magic:4", "--count", "--format", "json", "--engine", "native"];
        let ran = fed(folder.path(), &[&args[..], more].concat(), b"");
        let row: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
        row["counters"].clone()
    };
    assert_eq!(counters(&[]), counters(&["--resume", "notes.jsonl"]));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |args: &[&str], why: &str| {
        let (code, out, err) = solve(folder.path(), args);
        assert_eq!(code, Some(2), "{args:?}: {out}{err}");
        assert!(err.contains(why), "{args:?}: {err}");
    };
    let notes = ["--count", "--resume", "notes.jsonl"];
    let with = |name: &'static str| [&[name][..], &notes].concat();
    refused(&["magic:3", "--threads", "2", "--engine", "local"], "cannot show that a cube has no");
    let other = ["magic:3", "--count", "--resume", "notes.jsonl", "--engine", "brute"];
    refused(&other, "--resume is for native search");
    refused(&["magic:3", "--threads", "0"], "invalid value '0'");
    refused(&["magic:3", "--threads", "2", "--certify"], "one thread");
    refused(&["magic:3", "--threads", "2", "--isolate"], "does not go with --isolate");
    refused(&["magic:3", "--resume", "notes.jsonl"], "--count");
    refused(&[&["magic:3"][..], &with("latin:3")].concat(), "--resume is for one instance");
    assert!(!folder.path().join("notes.jsonl").exists());
    assert_eq!(solve(folder.path(), &with("magic:4")).0, Some(10));
    refused(&with("latin:4"), "these notes belong to another count: the model differs");
    refused(&[&with("magic:4")[..], &["--seed", "5"]].concat(), "the seed differs");
    fs::write(folder.path().join("notes.jsonl"), "my diary\n").unwrap();
    refused(&with("magic:4"), "these are not the notes of a count");
    assert_eq!(fs::read_to_string(folder.path().join("notes.jsonl")).unwrap(), "my diary\n");
    fs::create_dir(folder.path().join("folder")).unwrap();
    refused(&["magic:4", "--count", "--resume", "folder"], "folder");
}

/// A count in cubes, each counted by a run of its own; lost or changed parts are found.
#[test]
fn cubes_add_up_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = |args: &[&str]| {
        let ran = fed(at, args, b"");
        (ran.code, ran.out, ran.err)
    };
    let (code, out, err) = run(&["cubes", "latin:4", "--count", "25", "--out", "parts"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let number = fs::read_dir(at.join("parts/cubes")).unwrap().count();
    assert!(number >= 25, "{number}");
    let spec = "parts/cubes.toml";
    let engines = "engines = [\"native\"]";
    let text = fs::read_to_string(at.join(spec)).unwrap();
    assert!(text.contains(engines), "{text}");
    fs::write(at.join(spec), format!("in-process = true\n{text}")).unwrap();
    let (code, out, err) = run(&["experiment", "run", spec]);
    assert_eq!(code, Some(0), "{out}{err}");
    let join = || run(&["cubes", "parts", "--join", "parts/cubes.results.jsonl"]);
    let (code, out, err) = join();
    let sum = format!("satisfiable: 576 solutions in {number} cubes, which partition the model\n");
    assert_eq!((code, out), (Some(10), sum), "{err}");
    // A cube that is not in the list, one that occurs twice, one that was changed.
    let list = fs::read_to_string(at.join("parts/cubes.json")).unwrap();
    let whole: serde_json::Value = serde_json::from_str(&list).unwrap();
    let mut lost = whole.clone();
    lost["cubes"].as_array_mut().unwrap().pop();
    let mut twice = whole.clone();
    let again = whole["cubes"][0].clone();
    twice["cubes"].as_array_mut().unwrap().push(again);
    for (list, why) in [(lost, "are in no cube"), (twice, "overlaps another one")] {
        fs::write(at.join("parts/cubes.json"), list.to_string()).unwrap();
        let (code, _, err) = join();
        assert!(code == Some(2) && err.contains(why), "{why}: {err}");
    }
    fs::write(at.join("parts/cubes.json"), list).unwrap();
    let file = whole["cubes"][1]["file"].as_str().unwrap();
    let path = at.join("parts/cubes").join(file);
    let cube = fs::read_to_string(&path).unwrap();
    fs::write(&path, cube.replacen("1..4", "1..3", 1)).unwrap();
    let (code, _, err) = join();
    assert!(code == Some(2) && err.contains("this is no part of"), "{err}");
    let (code, _, err) = run(&["cubes", "latin:4", "--count", "5", "--out", "parts"]);
    assert!(code == Some(2) && err.contains("parts"), "{err}");
}

/// A file that cannot grow stands for a full disk: a count that cannot be noted is no answer.
#[test]
#[cfg(unix)]
fn a_count_whose_notes_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for blocks in [0, 2] {
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" solve magic:4 --count --engine native --threads 2 --resume notes"
        );
        let ran = std::process::Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_parallax")])
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let (out, err) =
            (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(2), "{blocks} blocks: {out}{err}");
        assert!(err.contains("--resume notes"), "{blocks} blocks: {err}");
    }
    // With room, it goes on from what was noted.
    let args = ["magic:4", "--count", "--engine", "native", "--threads", "2", "--resume", "notes"];
    assert_eq!(solve(folder.path(), &args).0, Some(10));
}
