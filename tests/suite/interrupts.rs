//! Long work shows its progress on a terminal, and keeps its results after an interrupt.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{Ran, script, skipped, spawn};

/// A watchdog, no measure of speed.
const WATCHDOG: Duration = Duration::from_secs(60);

/// Sends a signal.
fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits until a file has this number of lines.
fn wait_for(file: &Path, lines: usize) {
    let start = Instant::now();
    while fs::read_to_string(file).map_or(0, |text| text.lines().count()) < lines {
        assert!(start.elapsed() < WATCHDOG, "{} has no {lines} lines", file.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn ended(child: Child) -> Ran {
    let ran = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: ran.status.code(), out: text(ran.stdout), err: text(ran.stderr) }
}

/// A folder with three formulas, and a solver whose third run does not end.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.cnf", "b.cnf", "c.cnf", "d.cnf"] {
        fs::write(folder.path().join(name), "p cnf 2 2\n1 0\n-1 0\n").expect("written");
    }
    let text = "echo x >>runs; [ $(wc -l <runs) -ge 3 ] && sleep 600\n\
                echo s UNSATISFIABLE; exit 20";
    let runs = folder.path().join("runs").display().to_string();
    script(&folder.path().join("slow"), &text.replace("runs", &runs));
    folder
}

const SLOW: &str = "dimacs:./slow {cnf}";

/// Starts a command, and interrupts it in the third run of the solver.
fn interrupted(folder: &tempfile::TempDir, args: &[&str]) -> Ran {
    let child = spawn(folder, args);
    wait_for(&folder.path().join("runs"), 3);
    send("-INT", &child);
    ended(child)
}

#[test]
fn instances_that_are_done_are_reported() {
    let files = ["a.cnf", "b.cnf", "c.cnf", "d.cnf"];
    for format in ["text", "json", "csv"] {
        for command in ["rate", "compare"] {
            let folder = folder();
            let mut args = vec![command];
            args.extend(files);
            args.extend(["--engines", SLOW, "--jobs", "1", "--format", format]);
            let ran = interrupted(&folder, &args);
            let label = format!("{command} {format}: {}{}", ran.out, ran.err);
            assert_eq!(ran.code, Some(130), "{label}");
            // The total is counted if that takes a moment only.
            let ends = ["interrupted: 2 of 4 instances done\n", "interrupted: 2 instances done\n"];
            assert!(ends.iter().any(|end| ran.err.ends_with(end)), "{label}");
            if command == "rate" || format != "text" {
                assert!(ran.out.contains("a.cnf") && ran.out.contains("b.cnf"), "{label}");
            }
            if format == "json" {
                for line in ran.out.lines() {
                    let object: Json = serde_json::from_str(line).expect("an object");
                    assert!(object.is_object(), "{label}");
                }
            }
            if format == "csv" {
                let records = csv::Reader::from_reader(ran.out.as_bytes()).into_records();
                let records: Vec<_> = records.map(|record| record.expect("a record")).collect();
                assert!(records.len() >= 2, "{label}");
            }
        }
    }
}

#[test]
fn cases_that_are_done_are_reported() {
    let folder = folder();
    let mut suite = "engines = ['native', 'dimacs:./slow {cnf}']\n".to_owned();
    for name in ["a", "b", "c", "d"] {
        suite += &format!("[[case]]\ninstance = '{name}.cnf'\nanswer = 'unsat'\n");
    }
    fs::write(folder.path().join("s.toml"), suite).expect("written");
    let ran = interrupted(&folder, &["regress", "s.toml", "--jobs", "1"]);
    assert_eq!(ran.code, Some(130), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("interrupted: 2 of 4 cases done\n"), "{}", ran.err);
    assert!(ran.out.contains("2 not run to the end"), "{}", ran.out);
}

#[test]
fn a_path_ends_with_the_steps_that_are_known() {
    let folder = folder();
    let board = "...............73.9.5.8......3.6.8...6.8.2..7....9..4......8.914.61.....2...4..6.";
    fs::write(folder.path().join("own.sudoku"), board).expect("written");
    let ran = interrupted(&folder, &["path", "own.sudoku", "--confirm", SLOW]);
    assert_eq!(ran.code, Some(130), "{}{}", ran.out, ran.err);
    assert!(ran.out.lines().count() > 10 && ran.out.contains("hidden single"), "{}", ran.out);
}

/// A pipe that stays open is not waited for after an interrupt: what is done is reported. An
/// instance is solved when the next one shows that another block begins.
#[test]
fn an_interrupt_ends_the_wait_for_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let squares = "order 3\n0 1 2\n1 2 0\n2 0 -1\norder 2\n0 1\n1 -1\norder 1\n-1\n";
    for (command, text, done) in [
        ("solve - --puzzle latin", squares, "<stdin> sat 1+ 1 2 3 2 3 1 3 1 2"),
        ("count - --puzzle latin", squares, "<stdin> sat 1"),
        ("compare - --puzzle latin --engines native,brute", squares, "overall: agree"),
        ("solve -", "", ""),
        ("compare -", "", ""),
        ("solve -", "p cnf 2 1\n1 0\n", ""),
    ] {
        let mut child = spawn(&folder, &command.split(' ').collect::<Vec<_>>());
        let mut pipe = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut pipe, text.as_bytes()).expect("written");
        std::io::Write::flush(&mut pipe).expect("written");
        // The instances are read and answered long before.
        std::thread::sleep(Duration::from_millis(2500));
        send("-INT", &child);
        let ran = ended(child);
        drop(pipe);
        let label = format!("{command}: {}{}", ran.out, ran.err);
        assert_eq!(ran.code, Some(130), "{label}");
        assert!(ran.err.contains("parallax: interrupted"), "{label}");
        assert!(ran.out.contains(done), "{label}");
    }
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let folder = folder();
    let mut child = spawn(&folder, &["rate", "a.cnf", "c.cnf", "d.cnf", "--engines", SLOW]);
    wait_for(&folder.path().join("runs"), 3);
    send("-INT", &child);
    let mut line = String::new();
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    err.read_line(&mut line).expect("a line");
    assert!(line.starts_with("parallax: interrupted; reporting what is done"), "{line}");
    std::thread::sleep(Duration::from_millis(150));
    // It may have ended meanwhile.
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

/// A folder with a solver that calls everything unsatisfiable, and hangs once a finding is written.
fn liar() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "ls FOLDER/found/fuzz-*.model.json >/dev/null 2>&1 && sleep 600\n\
                echo s UNSATISFIABLE; exit 20";
    let own = folder.path().display().to_string();
    script(&folder.path().join("liar"), &text.replace("FOLDER", &own));
    folder
}

/// Starts a fuzzing run whose first finding cannot be shrunk, and returns it once it has printed
/// that finding; and the line.
fn found(folder: &tempfile::TempDir, more: &[&str]) -> (Child, BufReader<ChildStderr>, String) {
    let engines = "mine=dimacs:./liar {cnf}";
    let mut args = vec!["fuzz", "--engines", engines, "--cases", "30", "--out", "found"];
    args.extend(more);
    let mut child = spawn(folder, &args);
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    err.read_line(&mut line).expect("a line");
    (child, err, line)
}

/// The files of the findings, each with a model.
fn models(folder: &tempfile::TempDir) -> usize {
    let files = fs::read_dir(folder.path().join("found")).expect("a folder");
    let names = files.map(|file| file.expect("a file").path());
    names
        .filter(|path| path.to_string_lossy().ends_with(".model.json"))
        .inspect(|path| {
            let model: Json = serde_json::from_str(&fs::read_to_string(path).expect("a model"))
                .expect("an object");
            assert_eq!(model["format"], "parallax-model-1");
        })
        .count()
}

#[test]
fn a_finding_is_kept_before_it_is_shrunk() {
    for jobs in ["1", "2"] {
        let folder = liar();
        let args = ["--jobs", jobs, "--format", "json"];
        let (child, mut err, line) = found(&folder, &args);
        assert!(line.contains("brute (") && line.contains("mine (unsat"), "{line}");
        assert!(models(&folder) >= 1, "{line}");
        send("-INT", &child);
        let mut rest = String::new();
        err.read_to_string(&mut rest).expect("UTF-8");
        let ran = ended(child);
        // A disagreement outweighs the interrupt.
        assert_eq!(ran.code, Some(5), "{rest}{}", ran.out);
        let tally: Json = serde_json::from_str(&ran.out).expect("an object");
        let number = tally["findings"].as_u64().expect("a number") as usize;
        assert!(number >= 1 && tally["cases"].as_u64() >= tally["findings"].as_u64(), "{tally}");
        assert_eq!(models(&folder), number, "{rest}");
        assert!(rest.contains("the model is not shrunk: interrupted"), "{rest}");
        let cases = &tally["cases"];
        assert!(rest.contains(&format!("interrupted: {cases} of 30 cases done")), "{rest}");
        assert!(rest.contains("to go on: --seed 0 --from "), "{rest}");
    }
}

#[test]
fn a_finding_outlives_a_kill() {
    let folder = liar();
    let (mut child, _, line) = found(&folder, &["--jobs", "1"]);
    assert!(line.contains("mine (unsat"), "{line}");
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert_eq!(models(&folder), 1);
}

/// Runs a command in a terminal, and returns what appears there.
fn in_terminal(folder: &tempfile::TempDir, line: &str) -> Option<String> {
    let script = Command::new("script").arg("--version").output();
    if !script.is_ok_and(|ran| ran.status.success()) {
        skipped("script (util-linux) is not installed");
        return None;
    }
    let line = format!("{} {line}", env!("CARGO_BIN_EXE_parallax"));
    let ran = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder)
        .env("TERM", "xterm")
        .output();
    Some(String::from_utf8_lossy(&ran.expect("script runs").stdout).into_owned())
}

#[test]
fn a_terminal_shows_progress_and_a_pipe_none() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.cnf", "b.cnf", "c.cnf"] {
        fs::write(folder.path().join(name), "p cnf 2 2\n1 0\n-1 0\n").expect("written");
    }
    // Long enough for the line to appear.
    script(&folder.path().join("slow"), "sleep 1.5\necho s UNSATISFIABLE; exit 20");
    let line = "rate a.cnf b.cnf c.cnf --engines 'dimacs:./slow {cnf}' --jobs 1";
    let piped = ended(spawn(
        &folder,
        &shlex::split(line).expect("words").iter().map(String::as_str).collect::<Vec<_>>(),
    ));
    // A solver that counts no failures gives no grade.
    assert_eq!((piped.code, piped.err.as_str()), (Some(3), ""));
    assert!(!piped.out.contains(['\r', '\u{1b}']), "{:?}", piped.out);
    let Some(shown) = in_terminal(&folder, line) else { return };
    assert!(shown.contains("rating: ") && shown.contains("of 3 instances done"), "{shown:?}");
    // The line is gone when the results come.
    let results = shown.rsplit("\u{1b}[2K").next().expect("a rest");
    assert!(results.contains("a.cnf") && !results.contains("rating: "), "{shown:?}");
    let Some(quiet) = in_terminal(&folder, &format!("{line} -q")) else { return };
    assert!(!quiet.contains("rating: "), "{quiet:?}");
}

/// Starts an endless run, interrupts it once `ready` holds, and returns how it ended.
fn fuzzed(folder: &tempfile::TempDir, more: &[&str], ready: &dyn Fn() -> bool) -> Ran {
    let args = ["fuzz", "--target", "mine=fzn:./solver", "--seed", "7", "--jobs", "1"];
    let endless = ["--cases", "1000000000", "--out", "found", "--operators", "add,le,eq"];
    let child = spawn(folder, &[&args[..], &endless, more].concat());
    let start = Instant::now();
    while !ready() {
        assert!(start.elapsed() < WATCHDOG, "it is not ready");
        std::thread::sleep(Duration::from_millis(10));
    }
    send("-INT", &child);
    ended(child)
}

#[test]
fn a_hunt_keeps_its_findings_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    script(&folder.path().join("solver"), "echo x >>runs; echo '=====UNSATISFIABLE====='");
    let found = folder.path().join("found");
    let models = || {
        let names = fs::read_dir(&found).into_iter().flatten().flatten().map(|file| file.path());
        names.filter(|path| path.extension().is_some_and(|end| end == "fzn")).count()
    };
    let ran = fuzzed(&folder, &[], &|| models() > 0);
    // A finding outweighs the interrupt.
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
    assert!(ran.err.ends_with("parallax: to go on: --resume\n"), "{}", ran.err);
    let kept = models();
    assert!(ran.out.contains("mine") && kept > 0, "{}", ran.out);
    let report = |name: &str| -> Json {
        let text = fs::read_to_string(found.join(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let causes = report("report.json")["findings"].as_array().map(Vec::len);
    assert_eq!(causes, Some(kept));
    let place = report("campaign.json")["reached"]["mine"].as_u64().expect("a place");

    // The second run begins there. The program hangs even when it is asked for its version; without
    // a new finding, the interrupt decides.
    script(&folder.path().join("solver"), "echo x >>again; while sleep 0.01; do :; done");
    let asked = || folder.path().join("again").exists();
    let ran = fuzzed(&folder, &["--resume"], &asked);
    assert_eq!(ran.code, Some(130), "{}{}", ran.out, ran.err);
    assert!(ran.err.ends_with("parallax: to go on: --resume\n"), "{}", ran.err);
    assert_eq!(report("campaign.json")["reached"]["mine"], place, "no case was answered");
    assert_eq!(models(), kept);
}
