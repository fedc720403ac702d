//! `parallax encode --check`: each group of clauses against its constraint.

use std::io::Write;

use parallax_experiment::measure::audit::{self, Checked, Status};
use parallax_model::ask::Control;
use parallax_report::layout::Paint;
use parallax_report::{Cell, Column};
use serde::Serialize;

use super::{Args, Clock, Format};
use crate::cli::Failure;
use crate::cli::formula::Viewed;
use crate::cli::output::Output;
use crate::cli::screen::layout;

/// Number of groups beyond which only those that are not right are listed.
const MAX_ROWS: usize = 1000;

/// Exit code when a group is wrong.
const WRONG: u8 = 1;

#[derive(Serialize)]
struct Line<'a> {
    group: &'a str,
    clauses: usize,
    encodings: &'a str,
    status: &'static str,
    reason: Option<String>,
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

/// Compares every group of clauses with its constraint and prints the results.
pub(super) fn run(
    args: &Args,
    viewed: &Viewed,
    (control, clock): (&Control, &Clock),
    out: &mut Output,
) -> Result<u8, Failure> {
    let cnf = viewed.clauses(&args.chosen.options()?, control)?;
    let control = control.within(clock.left());
    let checked = audit::check(&viewed.model, &viewed.givens(), &cnf, &control);
    match args.format {
        Format::Json => {
            for group in &checked {
                serde_json::to_writer(&mut *out, &Line::of(group))?;
                writeln!(out)?;
            }
        }
        Format::Text => print(out, &checked)?,
    }
    let wrong = checked.iter().any(|group| matches!(group.status, Status::Wrong(_)));
    Ok(if wrong { WRONG } else { 0 })
}

fn print(out: &mut Output, checked: &[Checked]) -> std::io::Result<()> {
    let listed = |group: &&Checked| checked.len() <= MAX_ROWS || group.status.reason().is_some();
    let columns = [
        Column::words("group", 0),
        Column::numbers("clauses", 1),
        Column::words("encodings", 2),
        Column::prose("status"),
    ];
    let rows: Vec<Vec<Cell>> = checked
        .iter()
        .filter(listed)
        .map(|group| {
            let text = match group.status.reason() {
                Some(reason) => format!("{}: {reason}", group.status.name()),
                None => group.status.name().to_owned(),
            };
            let wrong = matches!(group.status, Status::Wrong(_));
            let paint = if wrong { Paint::Bad } else { Paint::Plain };
            let (label, encodings) = (group.label.as_str().into(), group.encodings.as_str().into());
            vec![
                label,
                group.clauses.to_string().into(),
                encodings,
                Cell::from(text).painted(paint),
            ]
        })
        .collect();
    if !rows.is_empty() {
        writeln!(out, "{}", layout().table(&columns, &rows))?;
    }
    let count = |name: &str| checked.iter().filter(|g| g.status.name() == name).count();
    let summary = ["exhaustive", "equivalent", "unchecked", "WRONG"]
        .map(|name| format!("{} {name}", count(name)))
        .join(", ");
    writeln!(out, "{} groups: {summary}", checked.len())
}
