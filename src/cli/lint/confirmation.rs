//! Ranges of inputs confirmed by engines.

use std::io::Write;
use std::sync::Arc;

use parallax_explain::ClaimConfirmation;
use parallax_model::engine_api::{Control, Engine};
use parallax_report::confirmed_json;
use parallax_tables::class_model::{ClassModelError, RangeConfirmation, RangeQuestion};
use serde::Serialize;
use serde_json::Value as Json;

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
        let (confirmed, complete) = match self.confirm_ranges(question) {
            Ok(RangeConfirmation::Confirmed { engine, is_whole }) => {
                (ClaimConfirmation::By(vec![engine]), Some(is_whole))
            }
            Ok(RangeConfirmation::Refuted { engine, input }) => {
                self.refuted += 1;
                let input = input.iter().map(|(name, value)| format!("{name} = {value}"));
                let input = input.collect::<Vec<_>>().join(", ");
                let why = format!("{engine} finds an input that contradicts it: {input}");
                (ClaimConfirmation::Refuted(why), None)
            }
            Ok(RangeConfirmation::Unanswered(answer)) => {
                (ClaimConfirmation::Not(answer.to_string()), None)
            }
            Err(error) => (ClaimConfirmation::Not(error.to_string()), None),
        };
        if self.format == LintFormat::Json {
            let confirmed = confirmed_json(&confirmed);
            let line = ConfirmationLine { table, output, confirmed, complete };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else if complete.is_none() || !ScreenOptions::chosen_options().quiet {
            let claim = match (complete, listed) {
                (None, _) => "",
                (Some(_), 0) => ": no inputs",
                (Some(true), _) => ": these inputs and no others",
                (Some(false), _) => ": these inputs",
            };
            let line = format!("{}: {}{claim}", output.unwrap_or(table), confirmed.description());
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
