//! Rows as table cells, and the Markdown table.

use std::io::{self, Write};

use parallax_compare::Compared;
use parallax_model::instance::InputError;

use super::{
    Report, Summary, answer, count, counters, instance_name, remark, seconds, supported, verdict,
};

/// The columns of a comparison.
pub(super) const COLUMNS: [&str; 9] = [
    "instance", "model", "engine", "answer", "count", "encode s", "solve s", "check s", "counters",
];

/// Returns the cells of an instance's rows.
pub(super) fn cells(compared: &Compared) -> Vec<[String; 9]> {
    compared
        .rows
        .iter()
        .map(|row| {
            let time = row.time_s;
            let effort = match (remark(row), row.proof.as_deref()) {
                (Some(text), _) | (None, Some(text)) => text.to_owned(),
                (None, None) => counters(row, " "),
            };
            [
                instance_name(row),
                row.model.to_string(),
                row.engine.clone(),
                supported(row),
                count(row),
                seconds(time.encode),
                seconds(time.solve),
                seconds(time.check),
                effort,
            ]
        })
        .collect()
}

/// Returns the cells of an input that could not be read.
pub(super) fn unread_cells(error: &InputError) -> [String; 9] {
    COLUMNS.map(|column| match column {
        "instance" => error.source().to_owned(),
        "answer" => "error".to_owned(),
        "counters" => error.to_string(),
        _ => String::new(),
    })
}

/// Describes a disagreement, with one line for each row.
pub(super) fn disagreement(compared: &Compared) -> String {
    let Some(first) = compared.rows.first() else {
        return String::new();
    };
    let mut text = format!("{}: {}\n", instance_name(first), verdict(compared));
    for row in compared.rows.iter().filter(|row| !row.is_unsupported()) {
        let reason = remark(row).map(|why| format!(" ({why})")).unwrap_or_default();
        let found = format!("{} {}", answer(row), count(row));
        text.push_str(&format!("    {} {}: {}{reason}\n", row.model, row.engine, found.trim()));
    }
    text
}

/// Writes a Markdown table, each row as it arrives, with the verdicts as a last column.
pub struct Markdown<W> {
    out: W,
    begun: bool,
}

impl<W: Write> Markdown<W> {
    /// Writes a table to `out`.
    pub fn new(out: W) -> Self {
        Markdown { out, begun: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            writeln!(self.out, "| {} | verdict |", COLUMNS.join(" | "))?;
            writeln!(self.out, "|{}", "---|".repeat(COLUMNS.len() + 1))?;
        }
        Ok(())
    }
}

impl<W: Write> Report for Markdown<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        self.begin()?;
        for row in cells(compared) {
            let row = row.map(|cell| cell.replace('|', "\\|"));
            writeln!(self.out, "| {} | {} |", row.join(" | "), compared.verdict)?;
        }
        self.out.flush()
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        self.begin()?;
        let row = unread_cells(error).map(|cell| cell.replace('|', "\\|"));
        writeln!(self.out, "| {} | error |", row.join(" | "))?;
        self.out.flush()
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.begin()?;
        writeln!(self.out, "\n{}", summary.line())?;
        if let Some(fastest) = summary.fastest() {
            writeln!(self.out, "\n{fastest}")?;
        }
        self.out.flush()
    }
}
