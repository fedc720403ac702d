//! The interface of the forms of a report, and the words that they share.

use std::io;
use std::sync::Arc;

use parallax_compare::{ClaimEvidence, InstanceComparison, Row};
use parallax_instance::{InputError, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::Answer;

use crate::summary::ComparisonSummary;

/// A sink for results, in order.
pub trait ResultReporter {
    /// Takes the rows of one instance.
    ///
    /// # Errors
    /// Returns the error of the output.
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()>;

    /// Takes a row as soon as its engine ends, before it is compared. By default, it waits for
    /// `add`.
    ///
    /// # Errors
    /// Returns the error of the output.
    fn add_early_row(&mut self, _row: &Row) -> io::Result<()> {
        Ok(())
    }

    /// Takes solutions as they are found, before the row of their instance. By default, it ignores
    /// them.
    ///
    /// # Errors
    /// Returns the error of the output.
    fn add_solutions(
        &mut self,
        _found: &Arc<SourcedInstance>,
        _new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        Ok(())
    }

    /// Takes an input that could not be read, in its place: a row with the answer `error`.
    ///
    /// # Errors
    /// Returns the error of the output.
    fn add_unread(&mut self, error: &InputError) -> io::Result<()>;

    /// Ends the report after the last result.
    ///
    /// # Errors
    /// Returns the error of the output.
    fn finish(&mut self, summary: &ComparisonSummary) -> io::Result<()>;
}

/// Returns the short name of an instance: its file, and its position unless it is the first.
pub(super) fn instance_name(row: &Row) -> String {
    numbered_source(&row.instance, row.index)
}

pub(super) fn numbered_source(source: &str, index: usize) -> String {
    if index == 0 { source.to_owned() } else { format!("{source}#{index}") }
}

/// Returns the answer as in tables: unsupported is n/a, and the value of the best solution follows
/// if there is an objective: `optimal 17`.
pub(super) fn answer_text(row: &Row) -> String {
    match (&row.answer, row.value) {
        _ if !row.checked => "wrong".into(),
        _ if row.wrong.is_some() => format!("{}, wrong", row.answer.name()),
        (Answer::Unsupported(_), _) => "n/a".into(),
        (answer, Some(value)) => format!("{} {value}", answer.name()),
        (answer, None) => answer.name().into(),
    }
}

/// Returns the answer, with its evidence if it is unsatisfiable or certified.
pub(super) fn answer_with_evidence(row: &Row) -> String {
    let is_told = |standing: &ClaimEvidence| {
        row.checked && (row.answer == Answer::Unsatisfiable || standing.is_certified())
    };
    match row.standing.filter(is_told) {
        Some(standing) => format!("{}, {standing}", answer_text(row)),
        None => answer_text(row),
    }
}

/// Returns the remark on a row: how it is wrong, or why its answer is not complete.
pub(super) fn row_remark(row: &Row) -> Option<&str> {
    row.wrong.as_deref().or(row.reason_words())
}

/// Returns the compiler on which the claim of a row rests next to its solver, if it makes one.
pub(super) fn claim_compiler(row: &Row) -> Option<&'static str> {
    // A found solution is checked by itself, so the compiler matters only for claims about all
    // solutions.
    let claims = row.complete || matches!(row.answer, Answer::Unsatisfiable | Answer::Optimal(_));
    row.compiler.filter(|_| claims && row.checked)
}

/// Returns the sentence about such a compiler.
pub(super) fn rests_on(engines: &str, compiler: &str) -> String {
    format!("{engines}: the claim rests on {compiler} too, which nothing checks")
}

/// Returns a comparison's verdict, and the engines that are known to be wrong.
pub(super) fn verdict_text(compared: &InstanceComparison) -> String {
    let wrong: Vec<&str> = compared.wrong_rows().map(|row| row.engine.as_str()).collect();
    let mut words = compared.verdict.to_string();
    if !wrong.is_empty() {
        words += &format!(" (wrong: {})", wrong.join(", "));
    }
    if let Some(settled) = &compared.settled {
        words += &format!("; a certificate shows {settled}");
    }
    words
}

/// Returns the number of solutions, with a plus if there may be more. If symmetry is broken, the
/// number that they represent follows: `220 (7040)`.
pub(super) fn count_text(row: &Row) -> String {
    if row.value.is_some() {
        return String::new();
    }
    let more = if row.complete { "" } else { "+" };
    match (&row.answer, &row.weighted) {
        (Answer::Unsupported(_) | Answer::Unknown(_), _) => String::new(),
        // A count that is a lower bound makes the weighted one a lower bound as well.
        (_, Some(weighted)) => format!("{}{more} ({weighted}{more})", row.count),
        (_, None) => format!("{}{more}", row.count),
    }
}

/// Writes seconds with the digits that matter.
pub(super) fn seconds_text(time: f64) -> String {
    match time {
        0.0 => "0".into(),
        t if t < 0.01 => format!("{t:.6}"),
        t if t < 10.0 => format!("{t:.4}"),
        t => format!("{t:.1}"),
    }
}

/// Writes counters as `name=value` pieces.
pub(super) fn counters_text(row: &Row, separator: &str) -> String {
    let pieces: Vec<String> =
        row.counters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pieces.join(separator)
}
