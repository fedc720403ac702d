//! Causes, continued campaigns, and campaigns that are stopped.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parallax_model::engine_api::Control;
use serde_json::json;

use super::processes::{limits, runs};
use crate::programs::campaign::{CampaignEvent, ProgramCampaign, ResumePoint};
use crate::programs::case::FuzzCase;
use crate::programs::cause::innermost_operators;
use crate::programs::operator::Operator;

/// Returns a campaign against a program that denies everything, about a few operators.
fn against_a_liar(folder: &Path) -> ProgramCampaign {
    let script = runs(folder, "liar", "echo =====UNSATISFIABLE=====");
    ProgramCampaign {
        seed: 2,
        from: 0,
        places: BTreeMap::new(),
        cases: 100,
        jobs: 1,
        targets: vec![format!("liar=fzn:{script}").parse().expect("a specification")],
        operators: Some(vec![Operator::Le, Operator::Add, Operator::Or]),
        limits: limits(),
        attempts: 100,
        known: Vec::new(),
    }
}

#[test]
fn a_cause_counts_once_with_its_variants() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut campaign = against_a_liar(folder.path());
    let report = campaign.run_campaign(&Control::unlimited(), &|_| ()).expect("a shell");
    let keys: Vec<String> = report.causes.iter().map(|cause| cause.finding.cause_key()).collect();
    let mut different = keys.clone();
    different.sort_unstable();
    different.dedup();
    assert!(!keys.is_empty() && different.len() == keys.len(), "{keys:?}");
    let first = &report.causes[0].finding;
    assert!(first.command.contains("liar") && first.command.contains(&first.model_file()));
    let text = crate::programs::report::markdown_report(&report);
    assert!(text.contains("command: `") && text.contains("found after"), "{text}");
    // Causes that are known are not reported, and their files are found again.
    for cause in &report.causes {
        crate::programs::report::write_finding(folder.path(), &cause.finding).expect("a folder");
    }
    crate::programs::report::write_report(folder.path(), &report).expect("a folder");
    campaign.known = crate::programs::report::known_causes(folder.path()).expect("a folder");
    assert_eq!(campaign.known, different);
    let again = campaign.run_campaign(&Control::unlimited(), &|_| ()).expect("a shell");
    assert!(again.causes.is_empty() && again.known == different.len());
}

#[test]
fn a_campaign_that_is_stopped_keeps_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut campaign = against_a_liar(folder.path());
    campaign.cases = 1_000_000;
    let control = Control::unlimited();
    let report = campaign.run_campaign(&control, &|event| {
        if matches!(event, CampaignEvent::Kept(_)) {
            control.cancel_work();
        }
    });
    let report = report.expect("a shell");
    assert_eq!(report.causes.len(), 1);
    assert!(report.reached.values().all(|&number| number < 1000), "{:?}", report.reached);
    let place = ResumePoint { seed: 2, reached: report.reached };
    place.write_folder(folder.path()).expect("a folder");
    assert_eq!(ResumePoint::read_folder(folder.path()).expect("a file"), Some(place));
    fs::write(folder.path().join("campaign.json"), "{").expect("a file");
    assert!(ResumePoint::read_folder(folder.path()).is_err());
}

#[test]
fn the_innermost_operators_are_at_fault() {
    let of = |constraint: serde_json::Value| {
        let variables = json!([{ "name": "x0", "values": [0, 1] }, { "name": "b1", "bool": true }]);
        let case = json!({ "variables": variables, "constraints": [constraint] });
        innermost_operators(&FuzzCase::from_json(&case).expect("a well-formed case"))
    };
    let power = json!(["pow", 1, -1]);
    for around in [
        json!(["eq", power, "x0"]),
        json!(["iff", "b1", ["le", ["add", power, 1], "x0"]]),
        json!(["all_different", ["list", power, "x0"]]),
    ] {
        assert_eq!(of(around), [Operator::Pow]);
    }
    assert_eq!(of(json!(["not", ["le", "x0", 1]])), [Operator::Le]);
    assert!(of(json!("b1")).is_empty());
}
