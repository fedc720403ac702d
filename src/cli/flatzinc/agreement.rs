//! The rows of several engines: when the answer is known, and the sentence about it.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use parallax_compare::{
    ClaimEvidence, ComparisonPlan, EngineClaim, InstanceComparison, Row, relate_rows,
};
use parallax_fuzz::shrink::{EngineDifference, ShrinkOptions, ShrinkSubject};
use parallax_model::engine_api::{Answer, Control};

use super::printer::{COMPLETE_STATUS, UNSATISFIABLE_STATUS};

/// Maximum number of solutions that a row keeps while a model is made smaller.
const MAX_KEPT_SOLUTIONS: usize = 10_000;

/// Returns the status line of a claim.
pub(super) fn claim_status_line(claim: EngineClaim) -> &'static str {
    match claim {
        EngineClaim::Unsat => UNSATISFIABLE_STATUS,
        _ => COMPLETE_STATUS,
    }
}

/// Returns the claim that engines of two families make, or that is proved, if no row opposes it.
pub(super) fn agreed_claim(rows: &[Row]) -> Option<EngineClaim> {
    claim_of(rows, ClaimEvidence::CrossAgreed)
}

/// Returns the claim of some engine, if no row opposes it.
pub(super) fn single_claim(rows: &[Row]) -> Option<EngineClaim> {
    claim_of(rows, ClaimEvidence::Claimed)
}

/// Returns one sentence about the rows of several engines: their claims, and whether they agree.
pub(super) fn agreement_sentence(rows: &[Row]) -> Option<String> {
    let checked: Vec<&Row> = rows.iter().filter(|row| row.checked).collect();
    let names = |claim: Option<EngineClaim>| -> Vec<&str> {
        let own = checked.iter().filter(|row| match claim {
            Some(claim) => row.claim == Some(claim),
            None => row.answer == Answer::Satisfiable,
        });
        own.map(|row| row.engine.as_str()).collect()
    };
    if let Some(claim) = agreed_claim(rows) {
        let (names, what) = (names(Some(claim)), say_claim(claim, &checked));
        return Some(match names[..] {
            [only] => format!("{only} proves it alone: {what}"),
            _ => format!("{} agree: {what}", join_names(&names)),
        });
    }
    if let Some(claim) = single_claim(rows) {
        let (names, what) = (names(Some(claim)), say_claim(claim, &checked));
        let say = if names.len() == 1 { "says" } else { "of one family say" };
        return Some(format!("{} {say}: {what}; no other engine confirms it", join_names(&names)));
    }
    let names = names(None);
    let found = match names[..] {
        [] => return None,
        [_] => "found a solution that is checked, and is asked for no more".to_owned(),
        _ => "agree: there is a solution, and each one is checked".to_owned(),
    };
    Some(format!("{} {found}", join_names(&names)))
}

/// Describes a claim.
fn say_claim(claim: EngineClaim, checked: &[&Row]) -> String {
    let row = checked.iter().find(|row| row.claim == Some(claim));
    match claim {
        EngineClaim::Unsat => "there is no solution".to_owned(),
        EngineClaim::Unique => "this is the only solution".to_owned(),
        EngineClaim::Count => match row.map(|row| &row.count) {
            Some(count) => format!("these {count} solutions are all"),
            None => "there is no other solution".to_owned(),
        },
        EngineClaim::Optimum => match row.and_then(|row| row.value) {
            Some(value) => format!("no solution is better than {value}"),
            None => "no solution is better".to_owned(),
        },
        _ => claim.name().to_owned(),
    }
}

/// Returns names in a sentence: `a, b and c`.
fn join_names(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns the claim of a checked row that has at least this standing, if no rows disagree.
fn claim_of(rows: &[Row], standing: ClaimEvidence) -> Option<EngineClaim> {
    // `relate_rows` marks wrong rows and raises standings, so it works on a copy.
    let mut rows = rows.to_vec();
    if relate_rows(&mut rows).is_disagreement() {
        return None;
    }
    let is_enough = |row: &&Row| row.checked && row.standing.is_some_and(|own| own >= standing);
    rows.iter().find(is_enough).and_then(|row| row.claim)
}

/// Describes the answers of all engines, and how their disagreement was settled.
pub(super) fn describe_disagreement(compared: &InstanceComparison) -> String {
    let rows = compared.rows.iter().filter(|row| !matches!(row.answer, Answer::Unsupported(_)));
    let said: Vec<String> = rows.map(row_statement).collect();
    let settled = compared.settled.as_ref().map(|by| format!("; a certificate shows {by}"));
    format!("engines disagree: {}{}", said.join("; "), settled.unwrap_or_default())
}

/// Describes the answer of a row's engine.
fn row_statement(row: &Row) -> String {
    let answer = match (&row.wrong, row.value) {
        (Some(why), _) => format!("{} ({why})", row.answer.name()),
        (None, Some(value)) => format!("{} {value}", row.answer.name()),
        (None, None) if row.complete => format!("{}, {} solutions", row.answer.name(), row.count),
        (None, None) => row.answer.name().to_owned(),
    };
    format!("{} says {answer}", row.engine)
}

/// Writes a model to a new file, because MiniZinc removes its own.
pub(super) fn save_model(text: &str) -> std::io::Result<PathBuf> {
    let mut file =
        tempfile::Builder::new().prefix("parallax-disagreement-").suffix(".fzn").tempfile()?;
    file.write_all(text.as_bytes())?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}

/// Returns a smaller model on which the engines of a plan differ in the same way; `None` if there
/// is none within the time.
pub(super) fn shrink_model(
    plan: &ComparisonPlan,
    compared: &InstanceComparison,
    within: Duration,
) -> Option<String> {
    let difference = EngineDifference::from_comparison(compared, None)?;
    let subject = ShrinkSubject::from_instance(&*compared.found.instance)?;
    let spent = compared.rows.iter().map(|row| row.time_s.total).fold(0.0, f64::max);
    // A smaller model rarely takes longer than the original did; one more second covers the noise.
    let timeout = Duration::from_secs(1).saturating_add(Duration::from_secs_f64(spent.min(1e6)));
    let plan = ComparisonPlan {
        timeout: Some(timeout),
        streams: false,
        keep: MAX_KEPT_SOLUTIONS,
        ..plan.clone()
    };
    let shrink = ShrinkOptions { plan, reason: None, attempts: u64::MAX, repeat: 1 };
    let control = Control::unlimited();
    let limited = control.with_timeout(Some(within));
    let shrunk = shrink.shrink_instance(&subject, &difference, &control, &limited, &mut |_| {});
    // The difference must have been shown again at least once, or the text is not a counterexample.
    let is_smaller = shrunk.shown.0 > 0 && shrunk.subject.text.len() < subject.text.len();
    is_smaller.then_some(shrunk.subject.text)
}
