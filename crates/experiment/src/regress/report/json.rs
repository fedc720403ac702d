//! JSON lines: one object for each case.

use serde::Serialize;

use crate::regress::outcome::{CaseOutcome, SuiteOutcome};

/// One case.
#[derive(Serialize)]
struct CaseLine<'a> {
    suite: &'a str,
    case: &'a str,
    line: usize,
    outcome: &'static str,
    instances: usize,
    seconds: f64,
    differences: Vec<DifferenceObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a [String]>,
}

/// One difference.
#[derive(Serialize)]
struct DifferenceObject<'a> {
    subject: &'static str,
    line: usize,
    instance: Option<&'a str>,
    engine: Option<&'a str>,
    message: &'a str,
}

/// Returns one line of JSON for each case.
#[must_use]
pub fn json_lines(outcome: &SuiteOutcome<'_>) -> String {
    let mut text = String::new();
    for case in &outcome.cases {
        // Writing plain texts and numbers cannot fail.
        text += &serde_json::to_string(&case_line(outcome, case)).unwrap_or_default();
        text.push('\n');
    }
    text
}

fn case_line<'a>(outcome: &'a SuiteOutcome<'_>, case: &'a CaseOutcome<'_>) -> CaseLine<'a> {
    let differences = case.differences().iter().map(|difference| DifferenceObject {
        subject: difference.subject.name(),
        line: difference.line,
        instance: difference.instance.as_deref(),
        engine: difference.engine.as_deref(),
        message: &difference.message,
    });
    CaseLine {
        suite: &outcome.suite.file,
        case: &case.case.name,
        line: case.case.line,
        outcome: case.name(),
        instances: case.instances,
        seconds: case.seconds,
        differences: differences.collect(),
        changed: case.blessed.as_ref().map(|blessed| blessed.changed.as_slice()),
        refused: case.blessed.as_ref().map(|blessed| blessed.refused.as_slice()),
    }
}
