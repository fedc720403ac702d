//! `parallax encode --check`.

use std::io::Write;

use comfy_table::{Table, presets};
use serde::Serialize;

use super::{Args, Report};
use crate::ask::Control;
use crate::cli::Failure;
use crate::cli::formula::Viewed;
use crate::cli::output::Output;
use crate::measure::audit::{self, Checked, Status};

/// With more groups than this, only those that are not right are listed.
const MAX_ROWS: usize = 1000;

/// Exit code when a group is wrong.
const WRONG: u8 = 1;

#[derive(Serialize)]
struct Line<'a> {
    group: &'a str,
    clauses: usize,
    encodings: &'a str,
    status: &'static str,
    reason: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn of(checked: &'a Checked) -> Self {
        Line {
            group: &checked.label,
            clauses: checked.clauses,
            encodings: &checked.encodings,
            status: checked.status.name(),
            reason: checked.status.reason(),
        }
    }
}

/// Compares every group of clauses with its constraint and tells the results.
pub(super) fn run(
    args: &Args,
    viewed: &Viewed,
    control: &Control,
    out: &mut Output,
) -> Result<u8, Failure> {
    let cnf = viewed.clauses(&args.chosen.options()?, control)?;
    let control = control.within(args.timeout);
    let checked = audit::check(&viewed.model, &viewed.givens(), &cnf, &control);
    match args.report {
        Report::Json => {
            for group in &checked {
                serde_json::to_writer(&mut *out, &Line::of(group))?;
                writeln!(out)?;
            }
        }
        Report::Text => print(out, &checked)?,
    }
    let wrong = checked.iter().any(|group| matches!(group.status, Status::Wrong(_)));
    Ok(if wrong { WRONG } else { 0 })
}

fn print(out: &mut Output, checked: &[Checked]) -> std::io::Result<()> {
    let told = |group: &&Checked| checked.len() <= MAX_ROWS || group.status.reason().is_some();
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["group", "clauses", "encodings", "status"]);
    let mut rows = 0;
    for group in checked.iter().filter(told) {
        let status = match group.status.reason() {
            Some(reason) => format!("{}: {reason}", group.status.name()),
            None => group.status.name().to_owned(),
        };
        table.add_row([&group.label, &group.clauses.to_string(), &group.encodings, &status]);
        rows += 1;
    }
    if rows > 0 {
        writeln!(out, "{table}")?;
    }
    let count = |name: &str| checked.iter().filter(|g| g.status.name() == name).count();
    let summary = ["exhaustive", "equivalent", "unchecked", "WRONG"]
        .map(|name| format!("{} {name}", count(name)))
        .join(", ");
    writeln!(out, "{} groups: {summary}", checked.len())
}
