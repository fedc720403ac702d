//! Portfolios from the command line: races of real engines and of programs that hang or lie.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use parallax_compare::{ClaimEvidence, Verdict};
use parallax_engines::jobs::EnginePlacement;
use parallax_engines::{Portfolio, Spec};
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use serde_json::Value as Json;

use crate::common::{engines, fed, plan, results, script, stream};

/// Returns a portfolio that runs as in `solve`.
fn raced(text: &str, cores: usize) -> Arc<dyn Engine> {
    let portfolio: Portfolio = text.parse().expect("a portfolio");
    let racers =
        EnginePlacement { cores, ..EnginePlacement::new(env!("CARGO_BIN_EXE_parallax").into()) };
    Arc::new(racers.racing_engine(&portfolio))
}

#[test]
fn a_race_gives_what_its_engines_give() {
    let race = "portfolio[native; sat:batsat; sat:varisat+order; reform]";
    for (name, task) in [
        ("instances/sudoku-4.sudoku", Task::Limit(2)),
        ("instances/sudoku-6.sudoku", Task::All),
        ("instances/magic-3.dat", Task::All),
        ("instances/latin-4-none.pls", Task::First),
        ("instances/latin-5.pls", Task::Count),
        ("instances/set-12.set", Task::All),
        ("instances/job-shop-5.model.json", Task::Optimise),
        ("instances/petersen.cnf", Task::Limit(5)),
        ("instances/pigeons-4.cnf", Task::First),
    ] {
        for cores in [1, 2, 4] {
            let both = [engines("sat:batsat+order"), vec![raced(race, cores)]].concat();
            let found = stream(name).map(|found| found.expect("a good file"));
            for compared in results(&plan(both, task), found) {
                assert!(!compared.verdict.is_disagreement(), "{name}: {:?}", compared.rows);
                let row = &compared.rows[1];
                assert!(row.checked && row.answered_by.is_some(), "{name}: {row:?}");
                assert!(!matches!(row.answer, Answer::Unknown(_)), "{name}: {row:?}");
                assert!(compared.verdict != Verdict::WrongSolution);
            }
        }
    }
}

/// Native search alone answers easy instances, with the same solution and counters in each run.
#[test]
fn what_is_easy_is_the_same_in_each_run() {
    let rows = || {
        let found = stream("instances/sudoku-4.sudoku").map(|found| found.expect("a good file"));
        let engines = vec![raced("portfolio[native; sat:batsat]", 2)];
        let rows = results(&plan(engines, Task::First), found).into_iter().flat_map(|c| c.rows);
        rows.map(|row| (row.counters, row.solutions, row.answered_by)).collect::<Vec<_>>()
    };
    let first = rows();
    assert!(!first.is_empty());
    for (_, _, by) in &first {
        let by = by.as_ref().expect("an engine");
        assert!(by.why.contains("a first short run"), "{by:?}");
        assert_eq!(Ok(&by.engine), "native".parse::<Spec>().map(|s| s.to_string()).as_ref());
    }
    assert_eq!(first, rows());
}

fn solve(folder: &Path, args: &[&str]) -> (Option<i32>, Json, String) {
    let args = [&["solve", "--format", "json"], args].concat();
    let ran = fed(folder, &args, b"");
    let row = ran.out.lines().last().and_then(|line| serde_json::from_str(line).ok());
    (ran.code, row.unwrap_or_default(), ran.err)
}

/// Makes a folder with programs that hang and record their process and its limit of memory, lie,
/// and print garbage.
fn programs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let program = |name: &str, text: &str| script(&folder.path().join(name), text);
    program("hangs", "echo $$ >> pids; ulimit -d >> limits; sleep 1000 & echo $! >> pids; wait");
    let waits = "while [ $(cat pids 2>/dev/null | wc -l) -lt 2 ]; do sleep 0.02; done";
    program("waits", &format!("{waits}; echo s UNSATISFIABLE; exit 20"));
    program("denies", "echo s UNSATISFIABLE; exit 20");
    program("raves", "echo s SATISFIABLE; echo v 1 2 3 4 0; exit 10");
    program("dies", "kill -9 $$");
    folder
}

/// Writes an instance without a solution; returns a program that hangs and one that answers once
/// the other has started.
fn without_solution(folder: &Path) -> String {
    let none = "order 3\n0 1 2\n1 0 -1\n-1 -1 -1\n";
    fs::write(folder.join("none.pls"), none).expect("a file");
    let path = |name: &str| folder.join(name).display().to_string();
    format!("portfolio[dimacs:{} {{cnf}}; late=dimacs:{} {{cnf}}]", path("hangs"), path("waits"))
}

/// Returns the number of processes recorded in a file, and those that are still running.
fn alive(folder: &Path) -> (usize, Vec<String>) {
    let text = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    let there = |pid: &&str| {
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A zombie has ended; its parent waits for it.
        !state.is_empty() && !state.contains(") Z ")
    };
    (text.lines().count(), text.lines().filter(there).map(str::to_owned).collect())
}

#[test]
#[cfg(target_os = "linux")]
fn losers_leave_no_process_behind() {
    let folder = programs();
    let engine = without_solution(folder.path());
    for threads in ["1", "3"] {
        let args = ["none.pls", "--engine", &engine, "--threads", threads];
        let (code, row, err) = solve(folder.path(), &args);
        assert_eq!((code, &row["answer"]), (Some(20), &"unsat".into()), "{row} {err}");
        let (started, left) = alive(folder.path());
        assert!(started >= 2 && left.is_empty(), "{started} started, left: {left:?}");
        fs::remove_file(folder.path().join("pids")).expect("written by the program");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_shared_out() {
    let folder = programs();
    let engine = without_solution(folder.path());
    let args = ["none.pls", "--engine", &engine, "--memory", "600"];
    let (code, row, err) = solve(folder.path(), &args);
    assert_eq!(code, Some(20), "{row} {err}");
    let limits = fs::read_to_string(folder.path().join("limits")).expect("noted");
    // Equal shares of two engines and of the waiting solutions, in units of 1,024 bytes.
    assert!(limits.lines().all(|limit| limit == (200_000_000 / 1024).to_string()), "{limits}");
    assert_eq!(alive(folder.path()).1, Vec::<String>::new());
}

#[test]
fn programs_that_rave_die_or_lie_do_not_win() {
    let folder = programs();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let engine = format!(
        "portfolio[dimacs:{} {{cnf}}; a=dimacs:{} {{cnf}}; sat:batsat]",
        path("raves"),
        path("dies")
    );
    let (code, row, err) = solve(folder.path(), &["latin:4", "--engine", &engine]);
    assert_eq!((code, &row["checked"]), (Some(10), &true.into()), "{row} {err}");
    let by = row["answered_by"]["engine"].as_str().expect("an engine");
    assert!(by.starts_with("sat:batsat"), "{row}");
    // An unconfirmed claim is only claimed; engines that must agree refute it.
    let engine = format!("portfolio[dimacs:{} {{cnf}}]", path("denies"));
    let (code, row, _) = solve(folder.path(), &["latin:4", "--engine", &engine]);
    assert_eq!((code, &row["standing"]), (Some(20), &"claimed".into()), "{row}");
}

#[test]
fn families_agree_on_claims() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let none = home.join("instances/latin-4-none.pls").display().to_string();
    let engine = "portfolio[native; sat:batsat]";
    for (args, code) in [
        (vec![none.as_str()], 20),
        (vec!["latin:3", "--count"], 10),
        (vec!["latin:3", "--all"], 10),
        (vec!["queens:3"], 20),
    ] {
        for (agree, standing) in [("2", ClaimEvidence::CrossAgreed), ("1", ClaimEvidence::Claimed)]
        {
            let args = [&args[..], &["--engine", engine, "--agree", agree]].concat();
            let (got, row, err) = solve(folder.path(), &args);
            assert_eq!(got, Some(code), "{args:?}: {row} {err}");
            assert_eq!(row["standing"], standing.name(), "{args:?}: {row}");
        }
    }
    for (args, expected) in [
        (vec!["latin:3", "--agree", "2"], "--agree is for portfolios, not for 'auto'"),
        (vec!["latin:3", "--agree", "0", "--engine", engine], "invalid value '0'"),
        (vec!["latin:3", "--engine", engine, "--resume", "x", "--count"], "--resume is for native"),
        (vec!["latin:3", "--engine", engine, "--certify"], "portfolio"),
        (vec!["latin:3", "--engine", "portfolio[local; native]"], "never shows"),
        (vec!["latin:3", "--engine", "portfolio[]"], "a portfolio needs engines"),
    ] {
        let (code, _, err) = solve(folder.path(), &args);
        assert!(code == Some(2) && err.contains(expected), "{args:?}: {err}");
    }
}

/// The bound of one engine reaches another, in this process and in a child.
#[test]
fn optima_are_the_same_in_children() {
    let found = || stream("instances/job-shop-5.model.json").map(|found| found.expect("good"));
    let value = |engine: Arc<dyn Engine>| {
        let rows = results(&plan(vec![engine], Task::Optimise), found());
        rows[0].rows[0].answer.clone()
    };
    let best = value(Arc::new(Spec::native()));
    assert!(matches!(best, Answer::Optimal(_)));
    let Ok(list) = "portfolio[sat:batsat+order; native,limit=100000]".parse::<Portfolio>() else {
        panic!("a portfolio");
    };
    let program = env!("CARGO_BIN_EXE_parallax");
    for isolated in [false, true] {
        for cores in [1, 2] {
            let racers =
                EnginePlacement { cores, isolated, ..EnginePlacement::new(program.into()) };
            assert_eq!(value(Arc::new(racers.racing_engine(&list))), best, "{isolated} {cores}");
        }
    }
}

/// A portfolio in a child runs its engines in children of its own.
#[test]
fn a_portfolio_works_in_a_child() {
    let spec: Spec = "portfolio[sat:batsat; native]".parse().expect("a portfolio");
    let child =
        parallax_engines::jobs::IsolatedEngine::new(spec, env!("CARGO_BIN_EXE_parallax").into());
    let found = stream("latin:4").map(|found| found.expect("good"));
    let rows = results(&plan(vec![Arc::new(child)], Task::Count), found);
    let row = &rows[0].rows[0];
    assert!(row.count == 576 && row.complete && row.checked, "{row:?}");
    assert!(!row.family.is_unknown(), "{row:?}");
    let control = Control::unlimited();
    control.cancel_work();
    let refused = "portfolio".parse::<Spec>().expect("a portfolio").prepare(
        &Arc::new(parallax_model::Model::new("empty")),
        0,
        &control,
    );
    assert!(refused.is_err());
}
