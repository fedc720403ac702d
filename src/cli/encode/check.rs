//! `parallax encode --check`: each group of clauses against its constraint.

use std::io::Write;

use parallax_experiment::measure::audit::{self, AuditStatus, GroupAudit};
use parallax_model::engine_api::Control;
use parallax_report::layout::TextStyle;
use parallax_report::{ReportCell, ReportColumn};
use serde::Serialize;

use super::{CommandClock, EncodeArgs, OutputFormat};
use crate::cli::CliError;
use crate::cli::formula::InstanceModel;
use crate::cli::output::StandardOutput;
use crate::cli::screen::output_layout;

/// Maximum number of groups that are all listed; of more, only the faulty ones are.
const MAX_ROWS: usize = 1000;

/// Exit code when a group is wrong.
const WRONG_CLAUSES_EXIT_CODE: u8 = 1;

#[derive(Serialize)]
struct GroupLine<'a> {
    group: &'a str,
    clauses: usize,
    encodings: &'a str,
    status: &'static str,
    reason: Option<String>,
}

impl<'a> GroupLine<'a> {
    fn from_check(checked: &'a GroupAudit) -> Self {
        GroupLine {
            group: &checked.label,
            clauses: checked.clauses,
            encodings: &checked.encodings,
            status: checked.status.name(),
            reason: checked.status.reason(),
        }
    }
}

/// Compares every group of clauses with its constraint and prints the results.
pub(super) fn check_groups(
    args: &EncodeArgs,
    viewed: &InstanceModel,
    (control, clock): (&Control, &CommandClock),
    out: &mut StandardOutput,
) -> Result<u8, CliError> {
    let cnf = viewed.write_clauses(&args.chosen.encoding_options()?, control)?;
    let control = control.with_timeout(clock.remaining_time());
    let checked = audit::check_formula(&viewed.model, &viewed.model_givens(), &cnf, &control);
    match args.format {
        OutputFormat::Json => {
            for group in &checked {
                serde_json::to_writer(&mut *out, &GroupLine::from_check(group))?;
                writeln!(out)?;
            }
        }
        OutputFormat::Text => print_groups(out, &checked)?,
    }
    let wrong = checked.iter().any(|group| matches!(group.status, AuditStatus::Wrong(_)));
    Ok(if wrong { WRONG_CLAUSES_EXIT_CODE } else { 0 })
}

fn print_groups(out: &mut StandardOutput, checked: &[GroupAudit]) -> std::io::Result<()> {
    let listed = |group: &&GroupAudit| checked.len() <= MAX_ROWS || group.status.reason().is_some();
    let columns = [
        ReportColumn::word_column("group", 0),
        ReportColumn::number_column("clauses", 1),
        ReportColumn::word_column("encodings", 2),
        ReportColumn::prose_column("status"),
    ];
    let rows: Vec<Vec<ReportCell>> = checked
        .iter()
        .filter(listed)
        .map(|group| {
            let text = match group.status.reason() {
                Some(reason) => format!("{}: {reason}", group.status.name()),
                None => group.status.name().to_owned(),
            };
            let wrong = matches!(group.status, AuditStatus::Wrong(_));
            let paint = if wrong { TextStyle::Bad } else { TextStyle::Plain };
            let (label, encodings) = (group.label.as_str().into(), group.encodings.as_str().into());
            vec![
                label,
                group.clauses.to_string().into(),
                encodings,
                ReportCell::from(text).with_style(paint),
            ]
        })
        .collect();
    if !rows.is_empty() {
        writeln!(out, "{}", output_layout().render_table(&columns, &rows))?;
    }
    let count = |name: &str| checked.iter().filter(|g| g.status.name() == name).count();
    let summary = ["exhaustive", "equivalent", "unchecked", "WRONG"]
        .map(|name| format!("{} {name}", count(name)))
        .join(", ");
    writeln!(out, "{} groups: {summary}", checked.len())
}
