//! Compares what the runs of a case show with what is expected.

use std::fmt::Display;

use super::digest::{combined, hex};
use super::each::Each;
use super::seen::{Finding, Seen, SeenInstance, SeenRow, State};
use super::suite::{Baseline, Case, Counter, Expected, Pinned};
use super::words::plural;
use crate::ask::{Task, did_you_mean, named};

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// An input that cannot be read.
    Unread,
    /// A solution or an answer that is known to be wrong.
    Wrong,
    /// Engines that disagree.
    Disagreement,
    /// An engine without an answer, or without all that was asked for.
    Unknown,
    /// An engine that cannot take the instance, but must; or no engine can.
    Unsupported,
    /// The answer.
    Answer,
    /// The number of solutions.
    Count,
    /// The best value.
    Value,
    /// The set of solutions.
    Digest,
    /// The number of instances.
    Instances,
    /// A counter.
    Counter,
    /// The time of one engine beside that of another.
    Time,
    /// Nothing is expected yet.
    Unpinned,
}

named!(Subject, "subject", {
    Unread => "unread",
    Wrong => "wrong",
    Disagreement => "disagreement",
    Unknown => "unknown",
    Unsupported => "unsupported",
    Answer => "answer",
    Count => "count",
    Value => "value",
    Digest => "digest",
    Instances => "instances",
    Counter => "counter",
    Time => "time",
    Unpinned => "unpinned",
});

/// One difference between a case and its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is about.
    pub subject: Subject,
    /// The line of the suite that states what is expected, or begins the case.
    pub line: usize,
    /// The instance, if it is about one.
    pub instance: Option<String>,
    /// The engine, if it is about one.
    pub engine: Option<String>,
    /// What is expected and what was found, in a sentence.
    pub message: String,
}

/// All differences of a case, those of the whole case last.
#[must_use]
pub fn differences(case: &Case, seen: &Seen) -> Vec<Difference> {
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

fn whole(subject: Subject, line: usize, message: String) -> Difference {
    Difference { subject, line, instance: None, engine: None, message }
}

fn of_instance(case: &Case, instance: &SeenInstance) -> Vec<Difference> {
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

/// What an engine finds, in a few words.
fn words(finding: &Finding) -> String {
    match (finding.value, finding.count) {
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
        // Everything else differs with the answer.
        return vec![(Subject::Answer, line, message)];
    }
    if let (Some((count, line)), Some(found)) = (of_place(&expected.count, place), finding.count) {
        let some = matches!(case.task, Some(Task::Limit(_)));
        let ends = finding.complete || some;
        let wrong = if ends { count != found } else { count < found };
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

/// What is expected of the instance at a place, and the line that states it.
fn of_place<T: Copy + PartialEq + Display>(
    expected: &Option<Pinned<Each<T>>>,
    place: usize,
) -> Option<(T, usize)> {
    let pinned = expected.as_ref()?;
    Some((pinned.value.at(place)?, pinned.line))
}

/// The lengths of the lists of a case, each with the key and its line.
fn lengths(expected: &Expected) -> impl Iterator<Item = (&'static str, usize, usize)> {
    fn length<T: Copy + PartialEq + Display>(
        key: &'static str,
        pinned: &Option<Pinned<Each<T>>>,
    ) -> Option<(&'static str, usize, usize)> {
        let pinned = pinned.as_ref()?;
        Some((key, pinned.value.listed()?, pinned.line))
    }
    let Expected { answer, count, value, .. } = expected;
    [length("answer", answer), length("count", count), length("value", value)].into_iter().flatten()
}

fn of_case(case: &Case, seen: &Seen) -> Vec<Difference> {
    let expected = &case.expected;
    let mut all = Vec::new();
    if seen.instances.is_empty() && seen.unread.is_empty() {
        all.push(whole(Subject::Instances, case.line, "found no instance".to_owned()));
        return all;
    }
    if expected.is_empty() {
        let message = "nothing is expected yet; --bless writes what the engines agree on";
        all.push(whole(Subject::Unpinned, case.line, message.to_owned()));
    }
    let found = (seen.instances.len() + seen.unread.len()) as u128;
    if let Some(number) = &expected.number
        && number.value != found
    {
        let message = format!("expected {}, found {found}", plural(number.value, "instance"));
        all.push(whole(Subject::Instances, number.line, message));
    }
    for (key, length, line) in lengths(expected).filter(|(_, length, _)| *length as u128 != found) {
        let expected = plural(length as u128, "instance");
        let message = format!("{key}: expected {expected}, found {found}");
        all.push(whole(Subject::Instances, line, message));
    }
    if let Some(digest) = &expected.digest {
        let message = match combined(seen) {
            Ok(found) if found == digest.value => None,
            Ok(found) => {
                let (expected, found) = (hex(digest.value), hex(found));
                Some(format!("expected the solutions {expected}, found {found}"))
            }
            Err(why) => Some(format!("no digest: {why}")),
        };
        all.extend(message.map(|message| whole(Subject::Digest, digest.line, message)));
    }
    for baseline in &expected.counters {
        all.extend(of_counters(baseline, seen));
    }
    for (race, ratio) in case.races.iter().zip(&seen.races) {
        let most = race.at_most * (1.0 + race.margin);
        let message = match ratio {
            Ok(ratio) if *ratio <= most => None,
            Ok(ratio) => Some(format!(
                "takes {ratio:.2} times as long as {}; expected at most {} and a margin of {}",
                race.against, race.at_most, race.margin
            )),
            Err(why) => Some(format!("no time beside {}: {why}", race.against)),
        };
        let difference = message.map(|message| whole(Subject::Time, race.line, message));
        let engine = Some(race.engine.to_string());
        all.extend(difference.map(|difference| Difference { engine, ..difference }));
    }
    all
}

fn of_counters(baseline: &Baseline, seen: &Seen) -> Vec<Difference> {
    let engine = Some(baseline.engine.clone());
    let difference = |line, message| {
        let engine = engine.clone();
        Difference { engine, ..whole(Subject::Counter, line, message) }
    };
    let effort = seen.counters.iter().find(|effort| effort.engine == baseline.engine);
    let Some(effort) = effort.filter(|effort| effort.finished == seen.instances.len()) else {
        // Who gives counters to an engine expects its answer.
        let message = "has no counters to compare: it did not finish every instance".to_owned();
        return vec![difference(baseline.line, message)];
    };
    let compare = |counter: &Counter| {
        let name = &counter.name;
        let found = effort.counters.get(name);
        let message = match found {
            Some(found) if counter.allows(found) => return None,
            Some(found) => {
                let allowed = match counter.tolerance {
                    0.0 => String::new(),
                    tolerance => format!(" within {}%", round(100.0 * tolerance)),
                };
                format!(
                    "{name}: expected {}{allowed}, found {found}{}",
                    counter.value,
                    change(counter.value, found)
                )
            }
            None => {
                let near = did_you_mean(name, effort.counters.iter().map(|(name, _)| name));
                format!("reports no counter '{name}'{near}")
            }
        };
        Some(difference(counter.line, message))
    };
    baseline.counters.iter().filter_map(compare).collect()
}

/// How much more or less, in percent.
fn change(from: u64, to: u64) -> String {
    if from == 0 {
        return String::new();
    }
    let percent = 100.0 * (to as f64 - from as f64) / from as f64;
    format!(" ({}{}%)", if percent > 0.0 { "+" } else { "" }, round(percent))
}

/// A number with at most one decimal.
fn round(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}
