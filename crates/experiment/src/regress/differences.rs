//! Compares the runs of a case with its expectations.

use std::fmt::Display;

use parallax_compare::ClaimEvidence;
use parallax_model::engine_api::Task;

use super::case_difference::{CaseDifference, DifferenceSubject};
use super::observed::{CaseResults, EngineOutcome, InstanceResults, RunFinding, SeenRow};
use super::per_case::of_case;
use super::per_instance::InstanceExpectations;
use super::plural_noun::plural_noun;
use super::suite::{PinnedExpectation, RegressionCase};

/// Returns all differences of a case; differences of the whole case come last.
#[must_use]
pub fn case_differences(case: &RegressionCase, seen: &CaseResults) -> Vec<CaseDifference> {
    let mut all: Vec<CaseDifference> = seen
        .unread
        .iter()
        .map(|error| CaseDifference {
            subject: DifferenceSubject::Unread,
            line: case.line,
            instance: Some(error.source().to_owned()),
            engine: None,
            message: error.to_string(),
        })
        .collect();
    for instance in &seen.instances {
        all.extend(of_instance(case, instance));
    }
    all.extend(of_case(case, seen));
    all
}

fn of_instance(case: &RegressionCase, instance: &InstanceResults) -> Vec<CaseDifference> {
    let mut all = Vec::new();
    let mut add = |subject, line, row: Option<&SeenRow>, message: String| {
        let engine = row.map(|row| row.engine.clone());
        let instance = Some(instance.name.clone());
        all.push(CaseDifference { subject, line, instance, engine, message });
    };
    let wrong = instance.rows.iter().any(|row| row.wrong.is_some());
    // If a row is known to be wrong, it is reported below with its reason, which says more than the
    // verdict.
    if instance.verdict.is_disagreement() && !wrong {
        let found = instance.rows.iter().filter_map(|row| {
            Some(format!("{}: {}", row.engine, describe_finding(row.finding()?)))
        });
        let found: Vec<String> = found.collect();
        let message = format!("{}: {}", instance.verdict, found.join("; "));
        add(DifferenceSubject::Disagreement, case.line, None, message);
    }
    if instance.rows.iter().all(|row| matches!(row.state, EngineOutcome::Unsupported(_))) {
        let why = instance.rows.iter().find_map(|row| match &row.state {
            EngineOutcome::Unsupported(why) => Some(why.as_str()),
            _ => None,
        });
        let message = format!("no engine can take it ({})", why.unwrap_or("no engine ran"));
        add(DifferenceSubject::Unsupported, case.line, None, message);
        return all;
    }
    if let Some(pinned) = &case.expected.standing {
        let best = instance.rows.iter().filter_map(|row| row.standing).max();
        let mut all = instance.rows.iter().filter_map(|row| row.standing);
        // The standings are ordered only in part, so each is compared; the strongest one serves the
        // message.
        if !all.any(|own| own.includes_evidence(pinned.value)) {
            let found = best.map_or("no claim", ClaimEvidence::name);
            let message = format!("expected {}, found {found}", pinned.value);
            add(DifferenceSubject::Standing, pinned.line, None, message);
        }
    }
    for row in &instance.rows {
        if let Some(how) = &row.wrong {
            add(DifferenceSubject::Wrong, case.line, Some(row), how.clone());
            continue;
        }
        match &row.state {
            EngineOutcome::Unanswered(why) => {
                add(
                    DifferenceSubject::Unknown,
                    case.line,
                    Some(row),
                    format!("no full answer ({why})"),
                );
            }
            EngineOutcome::Unsupported(why) => {
                let needed = case.required.iter().find(|pinned| pinned.value == row.engine);
                if let Some(pinned) = needed {
                    let message = format!("the engine is required, but not applicable ({why})");
                    add(DifferenceSubject::Unsupported, pinned.line, Some(row), message);
                }
            }
            EngineOutcome::Answered(finding) => {
                for (subject, line, message) in of_finding(case, instance.index, finding) {
                    add(subject, line, Some(row), message);
                }
            }
        }
    }
    all
}

/// Describes a finding briefly.
fn describe_finding(finding: &RunFinding) -> String {
    match (finding.value, &finding.count) {
        (Some(value), _) => format!("{} {value}", finding.answer),
        (None, Some(count)) => format!("{}, {}", finding.answer, plural_noun(count, "solution")),
        (None, None) => finding.answer.to_string(),
    }
}

fn of_finding(
    case: &RegressionCase,
    place: usize,
    finding: &RunFinding,
) -> Vec<(DifferenceSubject, usize, String)> {
    let expected = &case.expected;
    let mut all = Vec::new();
    if let Some((kind, line)) = of_place(&expected.answer, place)
        && kind != finding.answer
    {
        let message = format!("expected {kind}, found {}", describe_finding(finding));
        // All other results differ with the answer.
        return vec![(DifferenceSubject::Answer, line, message)];
    }
    if let (Some((count, line)), Some(found)) = (of_place(&expected.count, place), &finding.count) {
        let some = matches!(case.task, Some(Task::Limit(_)));
        let ends = finding.complete || some;
        // The count of a search that did not end is a lower bound: it may only be too large.
        let wrong = if ends { count != *found } else { count < *found };
        let more = if finding.complete { "" } else { " or more" };
        let found = plural_noun(found, "solution");
        if wrong {
            let message = format!("expected {count}, found {found}{more}");
            all.push((DifferenceSubject::Count, line, message));
        } else if !ends {
            let message = format!(
                "expected {count}, found {found}{more}; the case needs task = \"count\" or \"all\""
            );
            all.push((DifferenceSubject::Count, line, message));
        }
    }
    if let Some((value, line)) = of_place(&expected.value, place)
        && finding.value != Some(value)
    {
        let found = finding.value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        let message = format!("expected the value {value}, found {found}");
        all.push((DifferenceSubject::Value, line, message));
    }
    all
}

/// Returns the expectation of the instance at an index, and the line that states it.
fn of_place<T: Clone + PartialEq + Display>(
    expected: &Option<PinnedExpectation<InstanceExpectations<T>>>,
    place: usize,
) -> Option<(T, usize)> {
    let pinned = expected.as_ref()?;
    Some((pinned.value.expectation_at(place)?, pinned.line))
}
