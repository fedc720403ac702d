//! The differences that concern a whole case: numbers, digests, counters, times.

use std::fmt::Display;

use parallax_model::ask::did_you_mean;

use super::digest::{combined, hex};
use super::observed::CaseResults;
use super::per_instance::Each;
use super::subject::{Difference, Subject};
use super::suite::{Baseline, Case, Counter, Expected, Pinned};
use super::words::plural;

fn whole(subject: Subject, line: usize, message: String) -> Difference {
    Difference { subject, line, instance: None, engine: None, message }
}

/// Returns the lengths of the lists of a case, each with the key and its line.
fn lengths(expected: &Expected) -> impl Iterator<Item = (&'static str, usize, usize)> {
    fn length<T: Clone + PartialEq + Display>(
        key: &'static str,
        pinned: &Option<Pinned<Each<T>>>,
    ) -> Option<(&'static str, usize, usize)> {
        let pinned = pinned.as_ref()?;
        Some((key, pinned.value.listed()?, pinned.line))
    }
    let Expected { answer, count, value, .. } = expected;
    [length("answer", answer), length("count", count), length("value", value)].into_iter().flatten()
}

/// Returns the differences of the case as a whole.
pub(super) fn of_case(case: &Case, seen: &CaseResults) -> Vec<Difference> {
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
        let message = format!("expected {}, found {found}", plural(&number.value, "instance"));
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

fn of_counters(baseline: &Baseline, seen: &CaseResults) -> Vec<Difference> {
    let engine = Some(baseline.engine.clone());
    let difference = |line, message| {
        let engine = engine.clone();
        Difference { engine, ..whole(Subject::Counter, line, message) }
    };
    let effort = seen.counters.iter().find(|effort| effort.engine == baseline.engine);
    let Some(effort) = effort.filter(|effort| effort.finished == seen.instances.len()) else {
        // A case that expects counters of an engine also expects it to finish.
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

/// Returns the change from one number to another, in percent, in words.
fn change(from: u64, to: u64) -> String {
    if from == 0 {
        return String::new();
    }
    let percent = 100.0 * (to as f64 - from as f64) / from as f64;
    format!(" ({}{}%)", if percent > 0.0 { "+" } else { "" }, round(percent))
}

/// Rounds a number to one decimal.
fn round(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}
