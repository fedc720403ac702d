//! Engines in child processes: the same results as in this process, limits that hold, and
//! children that misbehave.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_compare::{ComparisonPlan, InstanceComparison, Row, RowTimes, Verdict};
use parallax_engines::jobs::IsolatedEngine;
use parallax_engines::{Spec, parse_list};
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{Domain, Model};
use serde_json::Value as Json;

use crate::common::{fed, plan, results, script, spawn, stream};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn isolated(engine: Spec, program: &Path) -> Arc<dyn Engine> {
    Arc::new(IsolatedEngine::new(engine, program.to_owned()))
}

/// Returns the engines of a list, each in this process and in a child.
fn both(list: &str) -> [Vec<Arc<dyn Engine>>; 2] {
    let specs = parse_list(list).expect("a list of engines").every_spec();
    let program = Path::new(env!("CARGO_BIN_EXE_parallax"));
    let here = specs.iter().map(|spec| Arc::new(spec.clone()) as Arc<dyn Engine>).collect();
    [here, specs.into_iter().map(|spec| isolated(spec, program)).collect()]
}

fn rows(engines: Vec<Arc<dyn Engine>>, task: Task, name: &str) -> Vec<Row> {
    let found = stream(name).map(|found| found.expect("a good file"));
    let timeless = |compared: InstanceComparison| {
        compared.rows.into_iter().map(|row| Row { time_s: RowTimes::default(), ..row })
    };
    results(&plan(engines, task), found).into_iter().flat_map(timeless).collect()
}

#[test]
fn children_give_the_same_rows() {
    let list = "all,sat:batsat+order,native:mid+aval,gac,@row=ac,lc";
    for (name, task) in [
        // A block of instances in one child, several children, one large model.
        ("instances/sudoku-4.sudoku", Task::Limit(2)),
        ("instances/set-12.set", Task::All),
        ("instances/latin-4-none.pls", Task::First),
        ("instances/latin-5.pls", Task::Count),
        ("instances/talks.model.json", Task::Limit(20)),
        ("instances/pigeons-4.cnf", Task::First),
        ("magic:12", Task::Limit(0)),
    ] {
        let [here, there] = both(list).map(|engines| rows(engines, task, name));
        assert!(here.len() >= 4 && here.iter().all(|row| row.checked));
        for (here, there) in here.iter().zip(&there) {
            assert_eq!(here, there, "{name}");
        }
        assert_eq!(here.len(), there.len());
    }
}

/// Returns the row of a child that runs a script, next to that of native search. The instance has
/// one variable, `x` in 1..3, which is not 2.
fn against(text: &str, task: Task, timeout: Duration) -> (Row, Verdict) {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, model) = (folder.path().join("child"), folder.path().join("x.model.json"));
    script(&program, text);
    let text = r#"{"format": "parallax-model-1",
        "variables": [{"name": "x", "domain": "1..3"}],
        "constraints": [{"kind": "clause", "atoms": [{"variable": "x", "relation": "!=", "value": 2}]}]}"#;
    fs::write(&model, text).expect("written");
    let engines =
        vec![Arc::new(Spec::native()) as Arc<dyn Engine>, isolated(Spec::brute(), &program)];
    let plan = ComparisonPlan { timeout: Some(timeout), ..plan(engines, task) };
    let found = stream(&model).map(|found| found.expect("a good file"));
    let mut compared = results(&plan, found).remove(0);
    (compared.rows.remove(1), compared.verdict)
}

const MINUTE: Duration = Duration::from_secs(60);

const READY: &str = r#"read job; echo '{"prepared":0.1}'; read question;"#;

/// Returns a command that reports the end of a question.
fn done(answer: &str, complete: bool) -> String {
    format!(
        r#"echo '{{"done":{{"answer":"{answer}","complete":{complete},"stopped":null,"wrong":null,"counters":{{}},"solve":{{"secs":0,"nanos":1}}}}}}';"#
    )
}

#[test]
fn a_child_that_speaks_as_it_should_is_believed_after_a_check() {
    let good = format!(
        "{READY} echo '{{\"solution\":[1]}}'; echo '{{\"solution\":[3]}}'; {} read more",
        done("satisfiable", true)
    );
    let (row, verdict) = against(&good, Task::All, MINUTE);
    assert_eq!(
        (&row.count, row.complete, verdict),
        (&2u64.into(), true, Verdict::Agree),
        "{row:?}"
    );
    for (solution, message) in [("[2]", "does not hold"), ("[7]", "outside its domain")] {
        let wrong = format!("{READY} echo '{{\"solution\":{solution}}}'; read more");
        let (row, verdict) = against(&wrong, Task::All, MINUTE);
        assert_eq!(
            (row.checked, row.count.is_zero(), verdict),
            (false, true, Verdict::WrongSolution)
        );
        let why = row.reason_words().expect("a reason");
        assert!(why.starts_with("wrong solution: ") && why.contains(message), "{why}");
    }
    let twice =
        format!("{READY} echo '{{\"solution\":[1]}}'; echo '{{\"solution\":[1]}}'; read more");
    assert_eq!(against(&twice, Task::All, MINUTE).1, Verdict::WrongSolution);
    let denies = format!("{READY} {} read more", done("unsatisfiable", true));
    assert_eq!(against(&denies, Task::All, MINUTE).1, Verdict::Contradiction);
}

#[test]
fn anything_a_child_does_is_an_answer() {
    let unsat =
        format!(r#"{READY} echo '{{"solution":[1]}}'; {} read more"#, done("unsatisfiable", true));
    let sat = format!("{READY} {} read more", done("satisfiable", false));
    let half = format!("{READY} {} read more", done("unsatisfiable", false));
    for (text, message) in [
        ("exit 0", "the child ended without an answer"),
        ("exit 3", "crash: exit code 3"),
        ("echo oh dear >&2; exit 3", "crash: exit code 3: oh dear"),
        ("kill -SEGV $$", "crash: signal 11"),
        ("echo memory allocation of 7 bytes failed >&2; kill -ABRT $$", "out of memory"),
        ("read job; echo hello; read more", "garbage from the child: hello"),
        ("read job; echo '{\"prepared\":[1]}'; read more", "garbage from the child: "),
        ("read job; echo '\"prepared\"'; read more", "garbage from the child: "),
        ("read job; echo '{\"solution\":[1]}'; read more", "garbage from the child: "),
        ("head -c 3000000 /dev/zero; read more", "garbage from the child: "),
        ("yes '{\"prepared\":-1}'", "garbage from the child: {\"prepared\""),
        (&format!("{READY} exec yes 'more and more'"), "garbage from the child: more and more"),
        (&format!("{READY} exec cat /dev/zero"), "garbage from the child: "),
        (&format!("{READY} kill -KILL $$"), "crash: signal 9"),
        (&format!("{READY} exec >&-; sleep 600"), "crash: signal 9"),
        // Its own children keep its output open and never answer.
        (&format!("{READY} sleep 600 & exit 0"), "the child ended without an answer"),
        (&format!("{READY} sleep 600 & exit 3"), "crash: exit code 3"),
        (&format!("{READY} yes garbage >&2 & exec yes 'to no end'"), "garbage from the child: to"),
        (&format!("{READY} exec <&- >&- 2>&-; exit 7"), "crash: exit code 7"),
        (&format!("{READY} echo '{{\"solution\":[1,1]}}'; read more"), "garbage from the child: "),
        (&format!("{READY} echo '{{\"solution\":[1]'; read more"), "garbage from the child: "),
        (&format!("{READY} echo '{{\"refused\":{{\"failed\":\"x\"}}}}'; read more"), "garbage"),
        (&sat, "garbage from the child: {\"done\""),
        (&half, "garbage from the child: {\"done\""),
    ] {
        let (row, verdict) = against(text, Task::All, MINUTE);
        let Answer::Unknown(why) = &row.answer else { panic!("{text}: {row:?}") };
        let why = why.as_str();
        assert!(why.starts_with(message) && why.len() < 200, "{text}: {why}");
        assert_eq!((verdict, row.count.is_zero()), (Verdict::OneSidedUnknown, true), "{text}");
    }
    // Solutions found before the failure count.
    for (text, message) in [
        (format!("{READY} echo '{{\"solution\":[1]}}'; kill -SEGV $$"), "crash: signal 11"),
        (unsat, "garbage from the child: {\"done\""),
    ] {
        let (row, verdict) = against(&text, Task::All, MINUTE);
        assert_eq!((&row.answer, row.complete), (&Answer::Satisfiable, false));
        assert_eq!(row.count, 1);
        assert!(row.reason_words().is_some_and(|why| why.starts_with(message)));
        assert_eq!(verdict, Verdict::OneSidedUnknown);
    }
}

#[test]
fn a_child_that_does_not_keep_its_time_is_killed() {
    let deaf = format!("{READY} trap '' TERM INT HUP; while :; do sleep 1; done");
    let parents = format!("{READY} (trap '' TERM; sleep 600) & (sleep 600 & wait) & wait");
    for text in ["sleep 600", "read job; sleep 600", &format!("{READY} sleep 600"), &deaf, &parents]
    {
        let start = Instant::now();
        let (row, _) = against(text, Task::All, Duration::from_millis(200));
        assert_eq!(
            row.answer,
            Answer::from(parallax_model::engine_api::StopReason::Timeout),
            "{text}"
        );
        assert!(start.elapsed() < MINUTE, "{text}");
    }
    // The time limit also ends a child that never stops sending solutions.
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("child");
    script(&program, &format!("{READY} exec yes '{{\"solution\":[1]}}'"));
    let mut model = Model::new("one variable");
    model.add_shown("x", Domain::from_range(1, 3)).expect("a variable");
    let control = Control::unlimited().with_timeout(Some(Duration::from_millis(200)));
    let engine = isolated(Spec::brute(), &program);
    let mut session = engine.prepare(&Arc::new(model), 0, &control).expect("prepared");
    let outcome = session.ask(&[], Task::All, &control, &mut |_| ControlFlow::Continue(()));
    assert_eq!(
        (outcome.answer, outcome.stopped),
        (Answer::Satisfiable, Some(parallax_model::engine_api::StopReason::Timeout.into()))
    );
}

#[test]
fn a_program_that_cannot_be_started_is_unknown() {
    let engines = vec![isolated(Spec::brute(), Path::new("/nowhere/parallax"))];
    let row = rows(engines, Task::First, "instances/magic-3.dat").remove(0);
    let Answer::Unknown(why) = row.answer else { panic!("{row:?}") };
    assert!(why.as_str().starts_with("cannot start '/nowhere/parallax': "), "{why}");
}

#[test]
fn a_job_without_a_parent_answers_what_it_is_asked() {
    let model = r#"{"format":"parallax-model-1","variables":[{"name":"x","domain":"1..3"}]}"#;
    let job = format!(r#"{{"model":{model},"engine":"native"}}"#);
    let ran = fed(
        HOME,
        &["job"],
        format!("{job}\n{{\"task\":\"all\"}}\n{{\"givens\":[[0,2]],\"task\":{{\"limit\":5}}}}\n")
            .as_bytes(),
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let solutions: Vec<&Json> = lines.iter().filter_map(|line| line.get("solution")).collect();
    assert!(lines[0]["prepared"].as_f64().is_some_and(|time| time >= 0.0), "{}", lines[0]);
    assert_eq!(solutions.iter().map(|s| s[0].as_i64().unwrap()).max(), Some(3));
    assert_eq!(solutions.len(), 4);
    assert_eq!(lines.last().unwrap()["done"]["complete"], true);
    let aim = job.replace(
        "\"variables\"",
        "\"minimize\":[{\"variable\":\"x\",\"coefficient\":1}],\"variables\"",
    );
    let best = fed(HOME, &["job"], format!("{aim}\n{{\"task\":\"optimise\"}}\n").as_bytes());
    let last: Json = serde_json::from_str(best.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["done"]["answer"]["optimal"], 1, "{}", best.out);
    let refused = fed(HOME, &["job"], job.replace("native", "dimacs:no-such-solver").as_bytes());
    let message = "{\"refused\":{\"unsupported\":\"cannot run 'no-such-solver': there is no such program on the PATH\"}}\n";
    assert_eq!((refused.code, &*refused.out), (Some(0), message));
    for (input, message) in [
        (String::new(), "no job"),
        ("hello\n".into(), "job: expected value"),
        (job.replace("native", "foo"), "unknown engine 'foo'"),
        (job.replace("1..3", "1..x"), "job:1:"),
        (job.replace("\"engine\"", "\"colour\":1,\"engine\""), "unknown field `colour`"),
        (format!("{job}\nhello\n"), "question: expected value"),
        (job.replace("\"engine\"", "\"timeout_s\":-1,\"engine\""), "expected seconds, 0 or more"),
        (format!("{job}\n{{\"timeout_s\":-0.5}}\n"), "expected seconds, 0 or more"),
        (format!("{job}\n{{\"givens\":[[1,2]]}}\n"), "a given for a variable that does not exist"),
    ] {
        let ran = fed(HOME, &["job"], input.as_bytes());
        assert_eq!(ran.code, Some(2), "{input}: {}", ran.err);
        assert!(ran.err.contains(message) && ran.err.lines().count() == 1, "{input}: {}", ran.err);
    }
}

#[test]
fn a_job_removes_nothing_that_it_did_not_make() {
    let home = tempfile::tempdir().expect("a folder");
    let precious = home.path().join("precious");
    fs::create_dir(&precious).expect("made");
    fs::write(precious.join("letter"), "dear").expect("written");
    let link = home.path().join("link");
    std::os::unix::fs::symlink(&precious, &link).expect("linked");
    let model = r#"{"format":"parallax-model-1","variables":[{"name":"x","domain":"1..3"}]}"#;
    let job = |folder: &Path, more: &str| {
        let folder = folder.display();
        format!(r#"{{"model":{model},"engine":"dimacs:true","folder":"{folder}"{more}}}"#)
    };
    let question = "{\"task\":\"all\"}\n";
    let (file, deep) = (precious.join("letter"), home.path().join("no/such"));
    for folder in [&precious, &link, &file, &deep, Path::new("/"), Path::new("."), Path::new("")] {
        for more in ["", r#","tethered":true"#] {
            let ran =
                fed(home.path(), &["job"], format!("{}\n{question}", job(folder, more)).as_bytes());
            assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{folder:?}: {}", ran.err);
            assert!(ran.err.contains("cannot make it"), "{}", ran.err);
        }
    }
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "dear");
    // It removes every folder that it makes, for any way to end.
    let own = home.path().join("own");
    for more in ["", r#","tethered":true"#, r#","timeout_s":-1"#] {
        fed(home.path(), &["job"], format!("{}\n{question}", job(&own, more)).as_bytes());
        assert!(!own.exists(), "{more}");
    }
    let mut names: Vec<_> = fs::read_dir(home.path())
        .expect("a folder")
        .map(|e| e.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["link", "precious"]);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_limits_hold_and_the_others_go_on() {
    let line =
        "compare latin:60 --engines native,sat:batsat,sat:varisat+order --memory 60 --format json";
    let ran = fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""), "{}", ran.out);
    let rows: Vec<Json> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let message: Vec<(&str, Option<&str>)> =
        rows.iter().map(|row| (row["answer"].as_str().unwrap(), row["reason"].as_str())).collect();
    let out = ("unknown", Some("out of memory"));
    assert_eq!(message, [("sat", None), out, out]);
    // A limit below the needs of any process also gives an answer.
    let ran = fed(HOME, &["solve", "latin:60", "--memory", "1", "--format", "json"], b"");
    assert_eq!((ran.code, ran.out.contains("out of memory")), (Some(0), true), "{}", ran.out);
    let ran = fed(HOME, &["solve", "magic:3", "--memory", "0"], b"");
    assert_eq!(ran.code, Some(2));
}

/// Returns the children of a process.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let of = |task: std::io::Result<fs::DirEntry>| {
        fs::read_to_string(task.ok()?.path().join("children")).ok()
    };
    let text: String = tasks.filter_map(of).collect();
    text.split_whitespace().map(|id| id.parse().expect("a number")).collect()
}

/// Returns a process with its descendants, once there are `wanted` of them.
#[cfg(target_os = "linux")]
fn family(child: &Child, wanted: usize) -> Vec<u32> {
    for _ in 0..500 {
        let mut all = vec![child.id()];
        let mut next = 0;
        while next < all.len() {
            all.extend(children(all[next]));
            next += 1;
        }
        if all.len() == wanted {
            return all;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("not {wanted} processes: {:?}", children(child.id()))
}

#[cfg(target_os = "linux")]
fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Whether the processes end within ten seconds.
#[cfg(target_os = "linux")]
fn are_gone(processes: &[u32]) -> bool {
    let is_alive = |id: &u32| {
        let about = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let state = about.rsplit(')').next().unwrap_or_default().trim().to_owned();
        !state.is_empty() && !state.starts_with(['Z', 'X'])
    };
    (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        !processes.iter().any(is_alive)
    })
}

/// Starts two engines that run for long: a child, and a child with a program that has started
/// another.
#[cfg(target_os = "linux")]
fn long_run(folder: &Path) -> Child {
    let engines = "native,\"dimacs:sh -c 'sleep 600 & wait'\"";
    let mut command = Command::new(env!("CARGO_BIN_EXE_parallax"));
    command.args(["compare", "latin:8", "--count", "--isolate", "-j2", "--engines", engines]);
    command.env("TMPDIR", folder).stdout(std::process::Stdio::piped());
    command.stderr(std::process::Stdio::piped()).spawn().expect("the program starts")
}

#[cfg(target_os = "linux")]
fn is_empty(folder: &Path) -> bool {
    (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        fs::read_dir(folder).expect("a folder").next().is_none()
    })
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_process_and_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = long_run(folder.path());
    // The program, two children, the shell and its sleep.
    let all = family(&child, 5);
    send("-INT", child.id());
    let ran = child.wait_with_output().expect("the program ends");
    assert_eq!(ran.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&ran.stdout).contains("cancelled"));
    assert!(are_gone(&all), "{all:?}");
    assert!(is_empty(folder.path()));
}

#[cfg(target_os = "linux")]
#[test]
fn children_end_with_a_parent_that_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = long_run(folder.path());
    let all = family(&child, 5);
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert!(are_gone(&all), "{all:?}");
    assert!(is_empty(folder.path()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_is_killed_from_outside_is_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = long_run(folder.path());
    let all = family(&child, 5);
    let jobs = children(child.id());
    assert_eq!(jobs.len(), 2);
    jobs.iter().for_each(|&job| send("-KILL", job));
    let ran = child.wait_with_output().expect("the program ends");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!((ran.status.code(), out.matches("wait': crash: signal 9").count()), (Some(3), 1));
    assert!(out.contains("native, dimacs"), "both of them: {out}");
    assert!(are_gone(&all), "{all:?}");
    assert!(is_empty(folder.path()));
}

#[test]
fn external_solvers_run_from_the_command_line() {
    let child = spawn(
        HOME,
        &["solve", "instances/latin-5.pls", "--engine", "dimacs:sh -c 'kill -SEGV $$'"],
    );
    let ran = child.wait_with_output().expect("the program ends");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.code() == Some(0) && out.contains("unknown (crash: signal 11)"), "{out}");
}
