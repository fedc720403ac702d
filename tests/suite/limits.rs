//! Limits and interrupts hold for any input and any solver.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::common::{Ran, spawn};

/// Maximum time of a run here; it ends a hang.
const WATCHDOG: Duration = Duration::from_secs(100);

/// Waits for a run to end, and reads its output meanwhile.
fn ended(mut child: Child) -> Ran {
    drop(child.stdin.take());
    let out = read(child.stdout.take().expect("a pipe"));
    let err = read(child.stderr.take().expect("a pipe"));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > WATCHDOG {
            child.kill().expect("killed");
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let text = |reader: JoinHandle<String>| reader.join().expect("UTF-8");
    Ran { code: status.code(), out: text(out), err: text(err) }
}

/// Reads a pipe to its end; a run whose pipe is full would wait forever.
fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("UTF-8");
        text
    })
}

/// Writes a model: variables with their domains, and the rest as JSON.
fn model(folder: &Path, variables: &[(String, &str)], rest: &str) -> PathBuf {
    let mut text = "{\"format\":\"parallax-model-1\",\"variables\":[".to_owned();
    for (i, (name, domain)) in variables.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(text, "{comma}\n{{\"name\":\"{name}\",\"domain\":\"{domain}\"}}").unwrap();
    }
    write!(text, "],\n{rest}}}").unwrap();
    let file = folder.join("hostile.model.json");
    fs::write(&file, text).expect("written");
    file
}

fn named(count: usize, domain: &str) -> Vec<(String, &str)> {
    (0..count).map(|i| (format!("x{i}"), domain)).collect()
}

fn names(count: usize) -> String {
    (0..count).map(|i| format!("\"x{i}\"")).collect::<Vec<_>>().join(",")
}

/// Returns the dimension of odd and even numbers up to `most`, and a relation in it.
fn parity(most: i32, scope: &str, relation: &str) -> (String, String) {
    let class = |rest: i32| {
        let values = (1..=most).filter(|value| value % 2 == rest).map(|value| value.to_string());
        values.collect::<Vec<_>>().join(",")
    };
    let dimension = format!(
        "\"dimensions\":[{{\"name\":\"parity\",\"classes\":[\
         {{\"name\":\"even\",\"values\":[{}]}},{{\"name\":\"odd\",\"values\":[{}]}}]}}]",
        class(0),
        class(1)
    );
    let relation = format!(
        "{{\"kind\":\"dimension\",\"dimension\":\"parity\",\"relation\":\"{relation}\",\"scope\":[{scope}]}}"
    );
    (dimension, relation)
}

fn less(a: &str, b: &str) -> String {
    format!("{{\"kind\":\"compare\",\"left\":\"{a}\",\"relation\":\"<\",\"right\":\"{b}\"}}")
}

#[test]
fn orders_that_run_into_cycles_are_reformulated() {
    let folder = tempfile::tempdir().expect("a folder");
    for (pairs, answer) in [
        (vec![("x0", "x1"), ("x1", "x2"), ("x2", "x1")], "unsat"),
        (vec![("x0", "x1"), ("x1", "x0")], "unsat"),
        (vec![("x0", "x0")], "unsat"),
        (vec![("x0", "x1"), ("x1", "x1")], "unsat"),
        (vec![("x0", "x1"), ("x0", "x1")], "sat"),
        (vec![("x0", "x1"), ("x1", "x2"), ("x0", "x2")], "sat"),
    ] {
        let (dimension, relation) = parity(5, &names(3), "all_same");
        let orders: Vec<String> = pairs.iter().map(|(a, b)| less(a, b)).collect();
        let rest = format!("{dimension},\"constraints\":[{relation},{}]", orders.join(","));
        let file = model(folder.path(), &named(3, "1..5"), &rest);
        let file = file.to_str().expect("a name");
        let line = ["compare", file, "--all", "--engines", "brute,native,reform", "--format=json"];
        let ran = ended(spawn(folder.path(), &line));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{pairs:?}: {}", ran.out);
        let rows = ran.out.matches(&format!("\"answer\":\"{answer}\"")).count();
        assert_eq!(rows, 3, "{pairs:?}: {}", ran.out);
    }
}

#[test]
fn a_set_of_all_values_is_one_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let orders: Vec<String> =
        (1..60).map(|i| less(&format!("x{}", i - 1), &format!("x{i}"))).collect();
    let (dimension, relation) = parity(119, &names(60), "all_same");
    let rest = format!("{dimension},\"constraints\":[{relation},{}]", orders.join(","));
    let file = model(folder.path(), &named(60, "1..119"), &rest);
    let line = ["compare", file.to_str().expect("a name"), "--all", "--engines", "native,reform"];
    let ran = ended(spawn(folder.path(), &line));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
}

#[test]
fn reformulation_of_very_many_variables_ends_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    for relation in ["all_same", "all_different", "all_same_or_all_different"] {
        let count = 20_000;
        let (dimension, relation) = parity(4, &names(count), relation);
        let rest = format!("{dimension},\"constraints\":[{relation}]");
        let file = model(folder.path(), &named(count, "1..4"), &rest);
        let file = file.to_str().expect("a name");
        let line = ["solve", file, "--engine", "reform", "--timeout", "2", "--format=json"];
        let ran = ended(spawn(folder.path(), &line));
        assert_eq!(ran.err, "", "{relation}");
        assert!(ran.out.contains("\"answer\":"), "{}", ran.out);
    }
}

/// Writes a sum with enough terms that a single call of a solver takes long.
fn long_sum(folder: &Path) -> PathBuf {
    let count = 30_000;
    let terms: Vec<String> = (0..count)
        .map(|i| format!("{{\"coefficient\":{},\"variable\":\"x{i}\"}}", i % 97 + 1))
        .collect();
    let rest = format!(
        "\"constraints\":[{{\"kind\":\"linear\",\"terms\":[{}],\"relation\":\"=\",\"constant\":1234567}}]",
        terms.join(",")
    );
    model(folder, &named(count, "0..3"), &rest)
}

#[test]
fn foreign_solvers_keep_their_time_on_a_long_sum() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = long_sum(folder.path());
    let file = file.to_str().expect("a name");
    for engine in ["smt:z3", "smt:z3+lia", "sat:cadical", "sat:varisat", "sat:minisat+order"] {
        let line = ["solve", file, "--engine", engine, "--timeout", "1", "--format=json"];
        let ran = ended(spawn(folder.path(), &line));
        assert!(ran.out.contains("\"answer\":"), "{engine}: {} {}", ran.out, ran.err);
    }
}

#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// A run whose solver ignores interrupts ends with its results.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_for_any_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = long_sum(folder.path());
    let file = file.to_str().expect("a name");
    for signal in ["-INT", "-TERM"] {
        let line = ["compare", file, "--engines", "brute,smt:z3", "-j2", "--format=json"];
        let child = spawn(folder.path(), &line);
        std::thread::sleep(Duration::from_secs(3));
        send(signal, &child);
        let ran = ended(child);
        assert_eq!(ran.code, Some(130), "{signal}: {} {}", ran.out, ran.err);
        // Brute force refuses at once; its row is not lost.
        assert!(ran.out.contains("\"engine\":\"brute\""), "{signal}: {}", ran.out);
    }
}

/// A reader that waits for its input does not keep a run from ending.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_that_waits_for_its_input() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in ["compare", "solve", "show"] {
        let mut child = spawn(folder.path(), &[command, "-"]);
        let stdin = child.stdin.take();
        std::thread::sleep(Duration::from_millis(500));
        send("-TERM", &child);
        let ran = ended(child);
        // The signal itself ends the process if there is nothing to print.
        assert!(matches!(ran.code, None | Some(130)), "{command}: {:?} {}", ran.code, ran.err);
        drop(stdin);
    }
}
