//! Campaigns over programs that answer cores, rightly and wrongly.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parallax_model::engine_api::Control;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::programs::campaign::{CampaignReport, ProgramCampaign};
use crate::programs::finding::TargetFinding;
use crate::programs::operator::Operator;
use crate::programs::target::TargetLimits;

fn limits() -> TargetLimits {
    TargetLimits {
        time: std::time::Duration::from_millis(1500),
        memory_bytes: 2_000_000_000,
        output_bytes: 100_000,
    }
}

/// Runs a campaign over a shell script that gets `FILE.smt2`.
fn campaign(script: &str, cases: u64) -> CampaignReport {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("solver.sh");
    fs::write(&file, script).expect("a script");
    run(&format!("smt2:sh {}", file.display()), cases)
}

fn run(target: &str, cases: u64) -> CampaignReport {
    let operators = ["lt", "le", "add", "or"].map(|name| Operator::from_name(name).expect("one"));
    let campaign = ProgramCampaign {
        seed: 3,
        from: 0,
        places: BTreeMap::new(),
        cases,
        jobs: 1,
        targets: vec![target.parse().expect("a specification")],
        operators: Some(operators.to_vec()),
        limits: limits(),
        attempts: 400,
        known: Vec::new(),
    };
    campaign.run_campaign(&Control::unlimited(), &|_| ()).expect("a shell")
}

/// A solver that claims nothing about plain questions, and that no solution exists of others, with
/// a core that a shell function prints; `$n` is the number of constraints.
fn liar(core: &str) -> String {
    format!(
        "grep -q unsat-core $1 || {{ echo unknown; exit; }}\n\
         n=$(grep -c :named $1)\necho unsat\n{core}\n"
    )
}

fn of_class<'r>(report: &'r CampaignReport, class: &str) -> Option<&'r TargetFinding> {
    let findings = report.causes.iter().map(|cause| &cause.finding);
    findings.into_iter().find(|finding| finding.outcome.class_word() == class)
}

#[test]
fn a_wrong_core_is_found_and_made_small() {
    let report = campaign(&liar("echo '(c0)'"), 60);
    let finding = of_class(&report, "wrong-core").expect("a finding");
    assert!(finding.confirmed && finding.case.assume, "{}", finding.text);
    assert_eq!(finding.case.constraints.len(), 2, "{}", finding.text);
    assert_eq!(finding.size_change().1.nodes, 2, "{}", finding.text);
    assert!(finding.cause_key().contains("wrong-core"), "{}", finding.cause_key());
    let value: Value = finding.to_json();
    assert_eq!(value["answer"]["core"], json!([0]));
    assert!(value["core_solution"].is_array() && value["case"]["assume"] == json!(true));
    assert!(crate::programs::report::markdown_report(&report).contains("solved by"));
    let cores = report.tally.cores.values().next().expect("counts");
    assert!(cores.given > 5 && cores.wrong > 0 && cores.given == cores.asked, "{cores:?}");
    let again = campaign(&liar("echo '(c0)'"), 60);
    let texts = |report: &CampaignReport| {
        report.causes.iter().map(|cause| cause.finding.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&report), texts(&again));
}

#[test]
fn an_empty_core_shrinks_to_one_constraint() {
    let report = campaign(&liar("echo '()'"), 20);
    let finding = of_class(&report, "wrong-core").expect("a finding");
    assert_eq!((finding.case.constraints.len(), finding.size_change().1.nodes), (1, 1));
}

#[test]
fn other_cores_are_no_wrong_ones() {
    // All constraints: right where no solution exists, and seldom minimal.
    let all = liar("echo \"($(seq -s ' ' -f 'c%g' 0 $((n - 1))))\"");
    let report = campaign(&all, 160);
    assert!(of_class(&report, "wrong-core").is_none());
    let cores = report.tally.cores.values().next().expect("counts");
    assert!(cores.given > 4 && cores.minimal < cores.given && cores.wrong == 0, "{cores:?}");
    assert!(crate::programs::report::text_report(&report).contains("Cores: "));
    // It claims so as well where there are solutions.
    assert!(of_class(&report, "wrong").is_some());
    for garbage in ["echo '(c0 c0)'", "echo \"(c$n)\"", "echo garbage"] {
        let report = campaign(&liar(garbage), 20);
        let finding = of_class(&report, "unreadable").expect("a finding");
        assert!(finding.case.assume && finding.confirmed, "{}", finding.text);
    }
    let report = campaign(&liar("while :; do echo '(c0 c1 c2'; done"), 4);
    assert!(of_class(&report, "wrong-core").is_none());
}

#[test]
fn a_program_without_cores_is_not_asked_for_more() {
    let folder = TempDir::new().expect("a folder");
    let log = folder.path().join("asked");
    let script =
        |answer: &str| format!("grep -q unsat-core $1 && echo x >> {}\n{answer}", log.display());
    let asked = |log: &Path| fs::read_to_string(log).unwrap_or_default().lines().count();
    for answer in ["echo unsupported; echo unknown", "echo unknown; exit 1"] {
        let _ = fs::remove_file(&log);
        let report = campaign(&script(answer), 120);
        assert!(report.causes.is_empty());
        assert!(asked(&log) <= 30, "{answer}: {}", asked(&log));
    }
}

#[test]
fn a_core_that_follows_from_a_wrong_answer_is_no_cause() {
    // It takes every case for one without solutions, so its cores are as wrong as its answers.
    let report = campaign(
        "n=$(grep -c :named $1)\necho unsat\n[ $n = 0 ] || echo '(c0)'\n\
         [ $n = 0 ] && echo '(error \"no model\")'\n",
        60,
    );
    assert!(of_class(&report, "wrong-core").is_none());
    let cores = report.tally.cores.values().next().expect("counts");
    assert!(cores.wrong > 0, "{cores:?}");
    let finding = of_class(&report, "wrong").expect("a finding");
    assert!(!finding.case.assume, "{}", finding.text);
}
