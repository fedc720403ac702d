//! Why the rules of a table apply or not, as text and as JSON.

use std::io::Write;

use parallax_dmn::decisions::{CellFailure, TableReasons, TableTrace};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::screen::output_layout;

/// Maximum number of rules that are listed as not applying.
const MAX_LISTED_FAILURES: usize = 30;

/// A rule that does not apply.
#[derive(Serialize)]
pub(super) struct FailureLine<'a> {
    rule: usize,
    input: &'a str,
    cell: &'a str,
}

/// Returns the rules that do not apply, for JSON.
pub(super) fn failure_lines(reasons: &TableReasons) -> Vec<FailureLine<'_>> {
    (1..)
        .zip(&reasons.failures)
        .filter_map(|(rule, failure)| {
            let CellFailure { column, cell } = failure.as_ref()?;
            Some(FailureLine { rule, input: &reasons.inputs[*column].0, cell })
        })
        .collect()
}

/// Prints the inputs of a table, and each rule that was looked at.
pub(super) fn print_reasons(
    out: &mut StandardOutput,
    trace: &TableTrace,
    reasons: &TableReasons,
) -> Result<(), CliError> {
    let layout = output_layout();
    let inputs = reasons.inputs.iter().map(|(text, value)| format!("{text} = {value}"));
    let line = format!("{}: {}", trace.table, inputs.collect::<Vec<_>>().join(", "));
    out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
    let mut listed = 0;
    for (rule, failure) in (1..).zip(&reasons.failures) {
        match failure {
            None => writeln!(out, "  rule {rule} applies")?,
            Some(_) if listed >= MAX_LISTED_FAILURES => listed += 1,
            Some(CellFailure { column, cell }) => {
                listed += 1;
                writeln!(out, "  rule {rule} does not: {}: {cell}", reasons.inputs[*column].0)?;
            }
        }
    }
    if listed > MAX_LISTED_FAILURES {
        writeln!(out, "  {} more rules do not", listed - MAX_LISTED_FAILURES)?;
    }
    Ok(())
}
