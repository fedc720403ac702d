//! Ranges of inputs confirmed by engines.

use std::io::Write;
use std::sync::Arc;

use parallax_model::engine_api::{Control, Engine};
use parallax_tables::class_model::{ClassModelError, RangeConfirmation, RangeQuestion};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::faults::LintFormat;
use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};

/// Exit code if an engine contradicts the ranges.
pub(super) const REFUTED_EXIT_CODE: u8 = 5;

/// The engines that confirm ranges, and how often one contradicted them.
pub(super) struct RangeConfirmer {
    pub(super) engines: Vec<Arc<dyn Engine>>,
    pub(super) control: Control,
    pub(super) format: LintFormat,
    pub(super) refuted: usize,
}

/// The line about the ranges of a table.
#[derive(Serialize)]
struct ConfirmationLine<'a> {
    table: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    confirmed: Json,
    /// Whether this says, too, that no other inputs belong to the ranges.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
}

impl RangeConfirmer {
    /// Has the ranges of a table, or of one of its outputs, confirmed, and prints that. `listed` is
    /// their number.
    pub(super) fn print_confirmation(
        &mut self,
        out: &mut StandardOutput,
        table: &str,
        output: Option<&str>,
        listed: usize,
        question: Result<RangeQuestion, ClassModelError>,
    ) -> Result<(), CliError> {
        let (confirmed, complete, words) = match self.confirm_ranges(question) {
            Ok(RangeConfirmation::Confirmed { engine, is_whole }) => {
                let claim = match (listed, is_whole) {
                    (0, _) => "no inputs",
                    (_, true) => "these inputs and no others",
                    (_, false) => "these inputs",
                };
                let words = format!("confirmed by {engine}: {claim}");
                (json!({"answer": "yes", "engines": [engine]}), Some(is_whole), words)
            }
            Ok(RangeConfirmation::Refuted { engine, input }) => {
                self.refuted += 1;
                let input = input.iter().map(|(name, value)| format!("{name} = {value}"));
                let input = input.collect::<Vec<_>>().join(", ");
                let reason = format!("{engine} finds an input that contradicts it: {input}");
                (json!({"answer": "no", "reason": reason}), None, format!("refuted: {reason}"))
            }
            Ok(RangeConfirmation::Unanswered(answer)) => open_claim(&answer.to_string()),
            Err(error) => open_claim(&error.to_string()),
        };
        if self.format == LintFormat::Json {
            let line = ConfirmationLine { table, output, confirmed, complete };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else if complete.is_none() || !ScreenOptions::chosen_options().quiet {
            let line = format!("{}: {words}", output.unwrap_or(table));
            out.write_all(output_layout().wrap_text(&line, 2).as_bytes())?;
        }
        Ok(())
    }

    fn confirm_ranges(
        &self,
        question: Result<RangeQuestion, ClassModelError>,
    ) -> Result<RangeConfirmation, ClassModelError> {
        Ok(question?.ask_engines(&self.engines, &self.control))
    }
}

/// Returns a claim that is not confirmed, with the reason.
fn open_claim(reason: &str) -> (Json, Option<bool>, String) {
    (json!({"answer": "open", "reason": reason}), None, format!("not confirmed: {reason}"))
}
