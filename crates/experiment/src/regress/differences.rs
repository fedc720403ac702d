//! Compares the runs of a case with its expectations.

use std::fmt::Display;

use parallax_compare::Standing;
use parallax_model::ask::Task;

use super::observed::{CaseResults, Finding, InstanceResults, SeenRow, State};
use super::per_case::of_case;
use super::per_instance::Each;
use super::subject::{Difference, Subject};
use super::suite::{Case, Pinned};
use super::words::plural;

/// Returns all differences of a case, those of the whole case last.
#[must_use]
pub fn differences(case: &Case, seen: &CaseResults) -> Vec<Difference> {
    let mut all: Vec<Difference> = seen
        .unread
        .iter()
        .map(|error| Difference {
            subject: Subject::Unread,
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

fn of_instance(case: &Case, instance: &InstanceResults) -> Vec<Difference> {
    let mut all = Vec::new();
    let mut add = |subject, line, row: Option<&SeenRow>, message: String| {
        let engine = row.map(|row| row.engine.clone());
        let instance = Some(instance.name.clone());
        all.push(Difference { subject, line, instance, engine, message });
    };
    let wrong = instance.rows.iter().any(|row| row.wrong.is_some());
    if instance.verdict.is_disagreement() && !wrong {
        let found = instance
            .rows
            .iter()
            .filter_map(|row| Some(format!("{}: {}", row.engine, words(row.finding()?))));
        let found: Vec<String> = found.collect();
        let message = format!("{}: {}", instance.verdict, found.join("; "));
        add(Subject::Disagreement, case.line, None, message);
    }
    if instance.rows.iter().all(|row| matches!(row.state, State::Unsupported(_))) {
        let why = instance.rows.iter().find_map(|row| match &row.state {
            State::Unsupported(why) => Some(why.as_str()),
            _ => None,
        });
        let message = format!("no engine can take it ({})", why.unwrap_or("no engine ran"));
        add(Subject::Unsupported, case.line, None, message);
        return all;
    }
    if let Some(pinned) = &case.expected.standing {
        let best = instance.rows.iter().filter_map(|row| row.standing).max();
        let mut all = instance.rows.iter().filter_map(|row| row.standing);
        if !all.any(|own| own.meets(pinned.value)) {
            let found = best.map_or("no claim", Standing::name);
            let message = format!("expected {}, found {found}", pinned.value);
            add(Subject::Standing, pinned.line, None, message);
        }
    }
    for row in &instance.rows {
        if let Some(how) = &row.wrong {
            add(Subject::Wrong, case.line, Some(row), how.clone());
            continue;
        }
        match &row.state {
            State::Unanswered(why) => {
                add(Subject::Unknown, case.line, Some(row), format!("no full answer ({why})"));
            }
            State::Unsupported(why) => {
                let needed = case.required.iter().find(|pinned| pinned.value == row.engine);
                if let Some(pinned) = needed {
                    let message = format!("the engine is required, but not applicable ({why})");
                    add(Subject::Unsupported, pinned.line, Some(row), message);
                }
            }
            State::Answered(finding) => {
                for (subject, line, message) in of_finding(case, instance.place, finding) {
                    add(subject, line, Some(row), message);
                }
            }
        }
    }
    all
}

/// Describes a finding in a few words.
fn words(finding: &Finding) -> String {
    match (finding.value, &finding.count) {
        (Some(value), _) => format!("{} {value}", finding.answer),
        (None, Some(count)) => format!("{}, {}", finding.answer, plural(count, "solution")),
        (None, None) => finding.answer.to_string(),
    }
}

fn of_finding(case: &Case, place: usize, finding: &Finding) -> Vec<(Subject, usize, String)> {
    let expected = &case.expected;
    let mut all = Vec::new();
    if let Some((kind, line)) = of_place(&expected.answer, place)
        && kind != finding.answer
    {
        let message = format!("expected {kind}, found {}", words(finding));
        // All other results differ with the answer.
        return vec![(Subject::Answer, line, message)];
    }
    if let (Some((count, line)), Some(found)) = (of_place(&expected.count, place), &finding.count) {
        let some = matches!(case.task, Some(Task::Limit(_)));
        let ends = finding.complete || some;
        let wrong = if ends { count != *found } else { count < *found };
        let more = if finding.complete { "" } else { " or more" };
        let found = plural(found, "solution");
        if wrong {
            let message = format!("expected {count}, found {found}{more}");
            all.push((Subject::Count, line, message));
        } else if !ends {
            let message = format!(
                "expected {count}, found {found}{more}; the case needs task = \"count\" or \"all\""
            );
            all.push((Subject::Count, line, message));
        }
    }
    if let Some((value, line)) = of_place(&expected.value, place)
        && finding.value != Some(value)
    {
        let found = finding.value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        let message = format!("expected the value {value}, found {found}");
        all.push((Subject::Value, line, message));
    }
    all
}

/// Returns the expectation of the instance at a place, and the line that states it.
fn of_place<T: Clone + PartialEq + Display>(
    expected: &Option<Pinned<Each<T>>>,
    place: usize,
) -> Option<(T, usize)> {
    let pinned = expected.as_ref()?;
    Some((pinned.value.at(place)?, pinned.line))
}
