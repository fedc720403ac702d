//! The differences that concern a whole case: numbers, digests, counters, times.

use std::fmt::Display;

use parallax_model::engine_api::did_you_mean;

use super::case_difference::{CaseDifference, DifferenceSubject};
use super::digest::{case_digest, digest_hex};
use super::observed::CaseResults;
use super::per_instance::InstanceExpectations;
use super::plural_noun::plural_noun;
use super::suite::{
    CaseExpectations, CounterBaseline, ExpectedCounter, PinnedExpectation, RegressionCase,
};

fn case_difference(subject: DifferenceSubject, line: usize, message: String) -> CaseDifference {
    CaseDifference { subject, line, instance: None, engine: None, message }
}

/// Returns the lengths of the lists of a case, each with the key and its line.
fn list_lengths(expected: &CaseExpectations) -> impl Iterator<Item = (&'static str, usize, usize)> {
    fn list_length<T: Clone + PartialEq + Display>(
        key: &'static str,
        pinned: &Option<PinnedExpectation<InstanceExpectations<T>>>,
    ) -> Option<(&'static str, usize, usize)> {
        let pinned = pinned.as_ref()?;
        Some((key, pinned.value.listed_count()?, pinned.line))
    }
    let CaseExpectations { answer, count, value, .. } = expected;
    [list_length("answer", answer), list_length("count", count), list_length("value", value)]
        .into_iter()
        .flatten()
}

/// Returns the differences of the case as a whole.
pub(super) fn of_case(case: &RegressionCase, seen: &CaseResults) -> Vec<CaseDifference> {
    let expected = &case.expected;
    let mut all = Vec::new();
    // Without an instance every other expectation would fail as well; one message suffices.
    if seen.instances.is_empty() && seen.unread.is_empty() {
        all.push(case_difference(
            DifferenceSubject::Instances,
            case.line,
            "found no instance".to_owned(),
        ));
        return all;
    }
    if expected.is_empty() {
        let message = "nothing is expected yet; --bless writes what the engines agree on";
        all.push(case_difference(DifferenceSubject::Unpinned, case.line, message.to_owned()));
    }
    let found = (seen.instances.len() + seen.unread.len()) as u128;
    if let Some(number) = &expected.number
        && number.value != found
    {
        let message = format!("expected {}, found {found}", plural_noun(&number.value, "instance"));
        all.push(case_difference(DifferenceSubject::Instances, number.line, message));
    }
    for (key, length, line) in
        list_lengths(expected).filter(|(_, length, _)| *length as u128 != found)
    {
        let expected = plural_noun(length as u128, "instance");
        let message = format!("{key}: expected {expected}, found {found}");
        all.push(case_difference(DifferenceSubject::Instances, line, message));
    }
    if let Some(digest) = &expected.digest {
        let message = match case_digest(seen) {
            Ok(found) if found == digest.value => None,
            Ok(found) => {
                let (expected, found) = (digest_hex(digest.value), digest_hex(found));
                Some(format!("expected the solutions {expected}, found {found}"))
            }
            Err(why) => Some(format!("no digest: {why}")),
        };
        all.extend(
            message.map(|message| case_difference(DifferenceSubject::Digest, digest.line, message)),
        );
    }
    for baseline in &expected.counters {
        all.extend(of_counters(baseline, seen));
    }
    for (race, ratio) in case.races.iter().zip(&seen.races) {
        // The margin allows for noise of the clock, the bound itself is the intent.
        let max_ratio = race.at_most * (1.0 + race.margin);
        let message = match ratio {
            Ok(ratio) if *ratio <= max_ratio => None,
            Ok(ratio) => Some(format!(
                "takes {ratio:.2} times as long as {}; expected at most {} and a margin of {}",
                race.against, race.at_most, race.margin
            )),
            Err(why) => Some(format!("no time relative to {}: {why}", race.against)),
        };
        let difference =
            message.map(|message| case_difference(DifferenceSubject::Time, race.line, message));
        let engine = Some(race.engine.to_string());
        all.extend(difference.map(|difference| CaseDifference { engine, ..difference }));
    }
    all
}

fn of_counters(baseline: &CounterBaseline, seen: &CaseResults) -> Vec<CaseDifference> {
    let engine = Some(baseline.engine.clone());
    let difference = |line, message| {
        let engine = engine.clone();
        CaseDifference { engine, ..case_difference(DifferenceSubject::Counter, line, message) }
    };
    let effort = seen.counters.iter().find(|effort| effort.engine == baseline.engine);
    let Some(effort) = effort.filter(|effort| effort.finished == seen.instances.len()) else {
        // A case that expects counters of an engine also expects it to finish.
        let message = "has no counters to compare: it did not finish every instance".to_owned();
        return vec![difference(baseline.line, message)];
    };
    let compare = |counter: &ExpectedCounter| {
        let name = &counter.name;
        let found = effort.counters.get(name);
        let message = match found {
            Some(found) if counter.allows_value(found) => return None,
            Some(found) => {
                let allowed = match counter.tolerance {
                    0.0 => String::new(),
                    tolerance => format!(" within {}%", round_decimal(100.0 * tolerance)),
                };
                format!(
                    "{name}: expected {}{allowed}, found {found}{}",
                    counter.value,
                    percent_change(counter.value, found)
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

/// Returns the change from one number to another as text, in percent.
fn percent_change(from: u64, to: u64) -> String {
    if from == 0 {
        return String::new();
    }
    let percent = 100.0 * (to as f64 - from as f64) / from as f64;
    format!(" ({}{}%)", if percent > 0.0 { "+" } else { "" }, round_decimal(percent))
}

/// Rounds a number to one decimal.
fn round_decimal(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}
