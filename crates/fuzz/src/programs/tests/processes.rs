//! Programs made of shell scripts, in the place of solvers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use parallax_model::engine_api::Control;
use serde_json::json;
use tempfile::TempDir;

use crate::programs::campaign::{CampaignReport, ProgramCampaign};
use crate::programs::case::FuzzCase;
use crate::programs::judge::judge_case;
use crate::programs::operator::Operator;
use crate::programs::reply::{ReplyOutcome, TargetReply, WrongAnswer, compare_reply};
use crate::programs::target::{TargetLimits, TargetSpec};

/// A case with the solutions (0, 1), (0, 2) and (1, 2).
fn case() -> FuzzCase {
    let value = json!({
        "id": 3,
        "variables": [{ "name": "x0", "values": [0, 1] }, { "name": "x1", "values": [1, 2] }],
        "constraints": [["lt", "x0", "x1"]],
    });
    FuzzCase::from_json(&value).expect("a well-formed case")
}

pub(super) fn limits() -> TargetLimits {
    TargetLimits { time: Duration::from_secs(2), memory_bytes: 1 << 30, output_bytes: 100_000 }
}

/// Writes a shell script, and returns the command that runs it.
pub(super) fn runs(folder: &Path, name: &str, script: &str) -> String {
    let file = folder.join(format!("{name}.sh"));
    fs::write(&file, script).expect("a script");
    format!("sh {}", file.display())
}

/// Returns the reply of a shell script that gets the file as its second argument, after `-a`.
fn reply(script: &str) -> TargetReply {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("solver.sh");
    fs::write(&file, script).expect("a script");
    let spec: TargetSpec = format!("fzn:sh {}", file.display()).parse().expect("a specification");
    let mut target = spec.start_target(limits()).expect("a shell");
    target.ask_case(&case(), &Control::unlimited())
}

fn outcome(script: &str) -> ReplyOutcome {
    let case = case();
    let truth = judge_case(&case, crate::programs::definition::UndefinedSemantics::Relational)
        .expect("a small case");
    compare_reply(&case, &truth, &reply(script))
}

const FIRST: &str = "x0 = 0;\nx1 = 1;\n----------\n";

#[test]
fn answers_are_compared_with_the_truth() {
    let echo = |text: &str| format!("cat <<'E'\n{text}\nE\n");
    let second = "x0 = 0;\nx1 = 2;\n----------\n";
    let third = "x0 = 1;\nx1 = 2;\n----------\n";
    let all = format!("{FIRST}{second}{third}==========");
    assert_eq!(outcome(&echo(&all)), ReplyOutcome::Right);
    let wrong = |text: String| outcome(&echo(&text)).wrong_answer();
    assert_eq!(wrong(format!("{FIRST}==========")), Some(WrongAnswer::Missing));
    assert_eq!(wrong("=====UNSATISFIABLE=====".into()), Some(WrongAnswer::Unsatisfiable));
    assert_eq!(wrong("x0 = 1;\nx1 = 1;\n----------".into()), Some(WrongAnswer::Solution));
    assert_eq!(wrong(format!("{FIRST}{FIRST}")), Some(WrongAnswer::Repeated));
    assert_eq!(outcome(&echo(FIRST)), ReplyOutcome::Right);
}

#[test]
fn programs_that_fail_are_classes_of_their_own() {
    assert_eq!(outcome("sleep 60"), ReplyOutcome::Timeout);
    assert!(matches!(outcome("kill -SEGV $$"), ReplyOutcome::Crash(_)));
    assert!(matches!(outcome("echo 'not supported' >&2; exit 1"), ReplyOutcome::Refused(_)));
    assert!(matches!(outcome("echo 'internal error' >&2; exit 1"), ReplyOutcome::Crash(_)));
    assert!(matches!(outcome("while :; do echo 'x0 = 1;'; done"), ReplyOutcome::Unreadable(_)));
    assert!(matches!(outcome("echo nonsense"), ReplyOutcome::Unreadable(_)));
    assert!(matches!(outcome("echo ----------"), ReplyOutcome::Unreadable(_)));
    assert_eq!(outcome(":"), ReplyOutcome::Unknown);
}

#[test]
fn adapters_that_fail_are_started_again() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("adapter.sh");
    // It introduces itself, answers one question, and dies at the next.
    let script = r#"
read hello
echo '{"name":"mock","version":"1","operators":["lt"]}'
read question
echo '{"id":3,"status":"sat","solutions":[[0,1]],"complete":false}'
read question
exit 3
"#;
    fs::write(&file, script).expect("a script");
    let spec: TargetSpec = format!("json:sh {}", file.display()).parse().expect("a specification");
    let mut target = spec.start_target(limits()).expect("a shell");
    assert_eq!(target.program_version(), "mock 1");
    assert!(matches!(target.ask_case(&case(), &Control::unlimited()), TargetReply::Answer(_)));
    assert!(matches!(target.ask_case(&case(), &Control::unlimited()), TargetReply::Crash(_)));
    // The new process introduces itself in the place of an answer, which is no answer.
    assert!(matches!(target.ask_case(&case(), &Control::unlimited()), TargetReply::Unreadable(_)));
}

/// Returns the replies of a process that stays to one question asked several times.
fn stays(form: &str, script: &str, times: usize) -> Vec<TargetReply> {
    let folder = TempDir::new().expect("a folder");
    let command = runs(folder.path(), "stays", script);
    let spec: TargetSpec = format!("{form}:{command}").parse().expect("a specification");
    let mut target = spec.start_target(limits()).expect("a shell");
    (0..times).map(|_| target.ask_case(&case(), &Control::unlimited())).collect()
}

const HELLO: &str =
    "read hello\necho '{\"name\":\"mock\",\"version\":\"1\",\"operators\":[\"lt\"]}'\n";

#[test]
fn processes_that_stay_may_hang_flood_or_die_within_a_line() {
    let adapter = |rest: &str| stays("json", &format!("{HELLO}read question\n{rest}"), 1).remove(0);
    assert_eq!(adapter("sleep 60"), TargetReply::Timeout);
    assert!(matches!(adapter("printf '{\"id\":3,\"sta'; exit 0"), TargetReply::Crash(_)));
    assert!(matches!(
        adapter("while :; do printf 'xxxxxxxxxxxxxxxxxxxx'; done"),
        TargetReply::Unreadable(_)
    ));
    assert!(matches!(adapter("while :; do echo x; done"), TargetReply::Unreadable(_)));
    assert!(matches!(
        adapter("echo '{\"id\":4,\"status\":\"unsat\"}'"),
        TargetReply::Unreadable(_)
    ));
    let files = |rest: &str| stays("xcsp3-stay", &format!("read file\n{rest}"), 1).remove(0);
    assert_eq!(files("sleep 60"), TargetReply::Timeout);
    assert!(matches!(files("while :; do echo line; done"), TargetReply::Unreadable(_)));
    assert!(matches!(files("exit 3"), TargetReply::Crash(_)));
    assert!(matches!(files("echo 's UNSATISFIABLE'; echo '%%%end'"), TargetReply::Answer(_)));
    // It ends without the last line.
    assert!(matches!(files("echo 's UNSATISFIABLE'"), TargetReply::Answer(_)));
}

#[test]
fn minizinc_stays() {
    let script = "read version\necho '{\"id\":0,\"code\":0,\"out\":\"mock 1.0\"}'\n\
        while read -r question; do case $question in *--solver*-a*) \
        printf '%s\\n' \
        '{\"id\":3,\"code\":0,\"out\":\"=====UNSATISFIABLE=====\\n\",\"err\":\"\"}';; \
        esac; done\n";
    let folder = TempDir::new().expect("a folder");
    let command = runs(folder.path(), "stays", script);
    let spec: TargetSpec =
        format!("mzn-stay:{command} -- --solver mock").parse().expect("a target");
    let mut target = spec.start_target(limits()).expect("a shell");
    assert_eq!(target.program_version(), "mock 1.0, --solver mock");
    let shown = target.command_line(Path::new("found.mzn"));
    assert!(shown.ends_with("stays.sh --solver mock -a found.mzn"), "{shown}");
    for _ in 0..2 {
        let reply = target.ask_case(&case(), &Control::unlimited());
        assert!(matches!(reply, TargetReply::Answer(_)), "{reply:?}");
    }
    let trap = "read version\necho '{\"id\":0,\"code\":0,\"out\":\"mock 1.0\"}'\nread question\n\
        echo '{\"id\":3,\"code\":null,\"trap\":\"unreachable\",\"out\":\"\"}'\n";
    assert_eq!(stays("mzn-stay", trap, 1), [TargetReply::Crash("unreachable".into())]);
}

#[test]
fn proofs_of_programs_are_checked() {
    let folder = TempDir::new().expect("a folder");
    let value = json!({
        "id": 3,
        "variables": [{ "name": "b0", "bool": true }],
        "constraints": [["or", ["list", "b0"]], ["not", "b0"]],
    });
    let case = FuzzCase::from_json(&value).expect("a well-formed case");
    let truth = judge_case(&case, crate::programs::definition::UndefinedSemantics::Relational)
        .expect("a small case");
    let outcome = |script: &str| {
        let command = runs(folder.path(), "prover", script);
        let spec: TargetSpec =
            format!("dimacs:{command} {{cnf}} {{proof}}").parse().expect("a target");
        let mut target = spec.start_target(limits()).expect("a shell");
        compare_reply(&case, &truth, &target.ask_case(&case, &Control::unlimited()))
    };
    assert_eq!(outcome("echo 0 > $2; echo 's UNSATISFIABLE'; exit 20"), ReplyOutcome::Right);
    let wrong = outcome("echo '1 2' > $2; echo 's UNSATISFIABLE'; exit 20");
    assert_eq!(wrong.wrong_answer(), Some(WrongAnswer::Proof));
    assert_eq!(outcome("echo 's UNSATISFIABLE'").wrong_answer(), Some(WrongAnswer::Proof));
}

#[test]
fn a_program_that_claims_that_nothing_has_a_solution_is_found() {
    let folder = TempDir::new().expect("a folder");
    let report = campaign(folder.path(), "echo =====UNSATISFIABLE=====", vec![Operator::Le]);
    let finding = &report.causes[0].finding;
    assert_eq!(finding.outcome.wrong_answer(), Some(WrongAnswer::Unsatisfiable));
    assert!(finding.confirmed);
    let (before, after) = finding.size_change();
    assert!(after <= before && after.nodes <= 3, "{}", finding.text);
    let mut bare = finding.clone();
    (bare.case.constraints, bare.text) = (Vec::new(), "solve satisfy;\n".into());
    assert_eq!(bare.blamed_constraints(), ["constants"]);
    assert_eq!(report.exit_code(), 5);
    let junit = crate::programs::report::junit_report(&report).expect("a document");
    assert!(junit.contains("<failure"));
    assert!(crate::programs::report::markdown_report(&report).contains("le"));
}

#[test]
fn a_program_that_prints_no_version_has_none() {
    let folder = TempDir::new().expect("a folder");
    let program = |name: &str, text: &str| {
        let file = folder.path().join(name);
        // A file that this process writes could not be executed while another test starts one.
        let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod +x \"$0\"";
        let mut shell = std::process::Command::new("sh");
        let made = shell.args(["-c", write]).arg(&file).arg(text).status().expect("sh runs");
        assert!(made.success());
        let spec: TargetSpec = format!("fzn:{}", file.display()).parse().expect("a specification");
        spec.start_target(limits()).expect("a program").program_version().to_owned()
    };
    // It takes the option for a file, as a script in Python does.
    let trace = "echo 'Traceback (most recent call last):\n  File \"m.py\", line 3' >&2; exit 1";
    assert_eq!(program("traceback", trace), "");
    assert_eq!(program("silent", "exit 0"), "");
    assert_eq!(program("solves", "echo 'c read 0 clauses'; echo 's UNKNOWN'"), "");
    assert_eq!(program("states", "echo 'states 4.0.1'"), "states 4.0.1");
}

#[test]
fn the_first_timeout_is_a_finding() {
    let folder = TempDir::new().expect("a folder");
    let script = "case $1 in --version) exit;; esac\nsleep 5\n";
    let target = format!("fzn:{}", runs(folder.path(), "hangs", script));
    let campaign = ProgramCampaign {
        seed: 1,
        from: 0,
        places: BTreeMap::new(),
        cases: 2,
        jobs: 1,
        targets: vec![target.parse().expect("a specification")],
        operators: Some(vec![Operator::Le]),
        limits: TargetLimits { time: Duration::from_millis(100), ..limits() },
        attempts: 100,
        known: Vec::new(),
    };
    let report = campaign.run_campaign(&Control::unlimited(), &|_| ()).expect("a shell");
    let found: Vec<&ReplyOutcome> =
        report.causes.iter().map(|cause| &cause.finding.outcome).collect();
    assert_eq!(found, [&ReplyOutcome::Timeout]);
}

#[test]
fn a_campaign_depends_on_its_seed_alone() {
    let folder = TempDir::new().expect("a folder");
    let run = || {
        let report = campaign(folder.path(), "echo =====UNSATISFIABLE=====", vec![Operator::Le]);
        report.causes.into_iter().map(|cause| cause.finding.text).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn two_targets_of_one_name_are_refused() {
    let named = |texts: [&str; 2]| ProgramCampaign {
        seed: 1,
        from: 0,
        places: BTreeMap::new(),
        cases: 1,
        jobs: 1,
        targets: texts.map(|text| text.parse().expect("a specification")).to_vec(),
        operators: None,
        limits: limits(),
        attempts: 1,
        known: Vec::new(),
    };
    let run = |texts| named(texts).run_campaign(&Control::unlimited(), &|_| ());
    let refused = run(["a=fzn:true", "a=opb:true"]).expect_err("one label").to_string();
    assert!(refused.contains("two targets are named 'a'"), "{refused}");
    assert!(run(["a=fzn:true", "fzn:true"]).is_ok());
}

pub(super) fn campaign(folder: &Path, script: &str, operators: Vec<Operator>) -> CampaignReport {
    let file = folder.join("solver.sh");
    fs::write(&file, script).expect("a script");
    let campaign = ProgramCampaign {
        seed: 1,
        from: 0,
        places: BTreeMap::new(),
        cases: 20,
        jobs: 1,
        targets: vec![format!("fzn:sh {}", file.display()).parse().expect("a specification")],
        operators: Some(operators),
        limits: limits(),
        attempts: 100,
        known: Vec::new(),
    };
    let report = campaign.run_campaign(&Control::unlimited(), &|_| ()).expect("a shell");
    assert_eq!(report.reached.values().copied().collect::<Vec<_>>(), [20]);
    report
}
