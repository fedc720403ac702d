//! The rows of several engines: when the answer is known, and how it is said.

use std::io::Write;
use std::path::PathBuf;

use parallax_compare::{Claim, Compared, Row, Standing, relate};
use parallax_model::ask::Answer;

use super::printer::{COMPLETE, UNSATISFIABLE};

/// Returns the status line of a claim.
pub(super) fn status(claim: Claim) -> &'static str {
    match claim {
        Claim::Unsat => UNSATISFIABLE,
        _ => COMPLETE,
    }
}

/// Returns the claim that engines of two families make, or that is proved, if no row opposes it.
pub(super) fn agreed(rows: &[Row]) -> Option<Claim> {
    claim_of(rows, Standing::CrossAgreed)
}

/// Returns the claim of some engine, if no row opposes it.
pub(super) fn claimed(rows: &[Row]) -> Option<Claim> {
    claim_of(rows, Standing::Claimed)
}

/// Returns the claim of a checked row that has at least this standing, if no rows disagree.
fn claim_of(rows: &[Row], standing: Standing) -> Option<Claim> {
    let mut rows = rows.to_vec();
    if relate(&mut rows).is_disagreement() {
        return None;
    }
    let is_enough = |row: &&Row| row.checked && row.standing.is_some_and(|own| own >= standing);
    rows.iter().find(is_enough).and_then(|row| row.claim)
}

/// Returns who said what, and how the disagreement was settled.
pub(super) fn words(compared: &Compared) -> String {
    let rows = compared.rows.iter().filter(|row| !matches!(row.answer, Answer::Unsupported(_)));
    let said: Vec<String> = rows.map(said).collect();
    let settled = compared.settled.as_ref().map(|by| format!("; a certificate shows {by}"));
    format!("engines disagree: {}{}", said.join("; "), settled.unwrap_or_default())
}

/// Returns what the engine of a row says.
fn said(row: &Row) -> String {
    let answer = match (&row.wrong, row.value) {
        (Some(why), _) => format!("{} ({why})", row.answer.name()),
        (None, Some(value)) => format!("{} {value}", row.answer.name()),
        (None, None) if row.complete => format!("{}, {} solutions", row.answer.name(), row.count),
        (None, None) => row.answer.name().to_owned(),
    };
    format!("{} says {answer}", row.engine)
}

/// Writes the model to a file of its own, since MiniZinc removes the one it made.
pub(super) fn kept(compared: &Compared) -> std::io::Result<PathBuf> {
    let mut file =
        tempfile::Builder::new().prefix("parallax-disagreement-").suffix(".fzn").tempfile()?;
    file.write_all(compared.found.instance.write().as_bytes())?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}
