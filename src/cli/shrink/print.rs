//! Prints the small instances, and the commands that reproduce the difference.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use parallax_compare::{InstanceComparison, Row};
use parallax_fuzz::shrink::{EngineDifference, InstanceSize, ShrunkInstance};
use serde_json::{Value as Json, json};

use crate::cli::CliError;
use crate::cli::format::OutputFormat;
use crate::cli::output::StandardOutput;

/// The results of a run.
pub(super) struct ShrinkReport {
    difference: String,
    pub(super) cases: Vec<ShrinkResult>,
}

/// One result.
pub(super) struct ShrinkResult {
    pub(super) shrunk: ShrunkInstance,
    /// The file of the instance, if it was written.
    pub(super) file: Option<PathBuf>,
    /// The command that reproduces the difference.
    pub(super) command: Option<String>,
}

impl ShrinkReport {
    pub(super) fn new(difference: &EngineDifference) -> Self {
        ShrinkReport { difference: difference.to_string(), cases: Vec::new() }
    }

    /// Returns 0 if something is written, otherwise 3.
    pub(super) fn exit_code(&self) -> u8 {
        if self.cases.iter().any(|case| case.file.is_some()) { 0 } else { 3 }
    }

    pub(super) fn print_report(&self, format: OutputFormat) -> Result<(), CliError> {
        let mut out = StandardOutput::new();
        match format {
            OutputFormat::Json => {
                let cases: Vec<Json> = self.cases.iter().map(ShrinkResult::result_json).collect();
                let report = json!({ "difference": self.difference, "cases": cases });
                writeln!(out, "{report}")?;
            }
            OutputFormat::Text => {
                writeln!(out, "{}", self.difference)?;
                for case in &self.cases {
                    writeln!(out, "\n{}", case.result_text())?;
                }
            }
        }
        Ok(out.flush()?)
    }
}

impl ShrinkResult {
    fn result_text(&self) -> String {
        let ShrunkInstance { before, after, attempts, shown, rows, .. } = &self.shrunk;
        let mut lines: Vec<String> = rows.iter().map(describe_row).collect();
        lines.push(format!("before: {}, {} bytes", before.title, before.bytes));
        lines.push(format!(
            "after: {}, {} bytes; {}",
            after.title,
            after.bytes,
            self.describe_end()
        ));
        lines.push(format!(
            "{} smaller instances tried, {} kept, {} runs of the engines",
            attempts.tried, attempts.kept, attempts.runs
        ));
        lines.push(match shown {
            (_, 0) => "not run again: the work was interrupted".to_owned(),
            (shown, of) if shown == of => format!("{of} more runs show the same"),
            (shown, of) => format!(
                "{shown} of {of} more runs show the same: the engines do not always do the same"
            ),
        });
        match &self.file {
            Some(file) => lines.push(format!("written to {}", file.display())),
            None => lines.push("nothing is written; --repeat N runs the engines more often".into()),
        }
        lines.extend(self.command.as_ref().map(|command| format!("see it again: {command}")));
        lines.join("\n")
    }

    /// Describes how the work ended.
    fn describe_end(&self) -> &'static str {
        let ShrunkInstance { is_smallest, attempts, .. } = &self.shrunk;
        match (is_smallest, attempts.kept) {
            (true, 0) => "it was as small as it gets",
            (true, _) => "no cut is left",
            (false, _) => "a limit ended the work",
        }
    }

    fn result_json(&self) -> Json {
        let ShrunkInstance { before, after, attempts, is_smallest, shown, rows, .. } = &self.shrunk;
        json!({
            "file": self.file.as_ref().map(|file| file.display().to_string()),
            "before": size_json(before),
            "after": size_json(after),
            "tried": attempts.tried,
            "kept": attempts.kept,
            "runs": attempts.runs,
            "smallest": is_smallest,
            "shown": shown.0,
            "shown_of": shown.1,
            "rows": rows,
            "command": self.command,
        })
    }
}

fn size_json(size: &InstanceSize) -> Json {
    let cuts: BTreeMap<&str, usize> = size.cuts.iter().map(|c| (c.name, c.number)).collect();
    json!({ "title": size.title, "bytes": size.bytes, "cuts": cuts })
}

/// Describes a row: the engine, its answer, and its reason.
fn describe_row(row: &Row) -> String {
    let count = if row.count > 0 { format!(" {}", row.count) } else { String::new() };
    let why = row.wrong.as_deref().or(row.reason_words());
    let why =
        why.or(row.answer.unknown_reason()).map(|why| format!(" ({why})")).unwrap_or_default();
    format!("{}: {}{count}{why}", row.engine, row.answer.name())
}

/// Prints that there is nothing to shrink.
pub(super) fn print_nothing(
    last: Option<&InstanceComparison>,
    reason: Option<&str>,
    format: OutputFormat,
) -> Result<(), CliError> {
    let verdict = last.map(|compared| compared.verdict.name());
    let mut out = StandardOutput::new();
    match format {
        OutputFormat::Json => {
            let rows = last.map_or(&[][..], |compared| &compared.rows);
            let object =
                json!({ "difference": null, "verdict": verdict, "cases": [], "rows": rows });
            writeln!(out, "{object}")?;
        }
        OutputFormat::Text => {
            let verdict = verdict.unwrap_or("no results");
            match reason {
                Some(words) => writeln!(out, "no engine gives a reason with '{words}': {verdict}")?,
                None => writeln!(out, "the engines do not differ: {verdict}")?,
            }
            for line in last.iter().flat_map(|compared| &compared.rows).map(describe_row) {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(out.flush()?)
}
