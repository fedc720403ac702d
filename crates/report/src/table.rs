//! Rows as table cells, and the Markdown table.

use std::io::{self, Write};

use parallax_compare::InstanceComparison;
use parallax_instance::InputError;

use super::{
    ComparisonSummary, ResultReporter, answer_text, answer_with_evidence, count_text,
    counters_text, instance_name, row_remark, seconds_text, verdict_text,
};

/// The columns of a comparison.
pub(super) const COMPARISON_COLUMNS: [&str; 9] = [
    "instance", "model", "engine", "answer", "count", "encode s", "solve s", "check s", "counters",
];

/// Returns the cells of an instance's rows.
pub(super) fn row_cells(compared: &InstanceComparison) -> Vec<[String; 9]> {
    compared
        .rows
        .iter()
        .map(|row| {
            let time = row.time_s;
            let effort = match (row_remark(row), row.proof.as_deref()) {
                (Some(text), _) | (None, Some(text)) => text.to_owned(),
                (None, None) => counters_text(row, " "),
            };
            [
                instance_name(row),
                row.model.to_string(),
                row.engine.clone(),
                answer_with_evidence(row),
                count_text(row),
                seconds_text(time.encode),
                seconds_text(time.solve),
                seconds_text(time.check),
                effort,
            ]
        })
        .collect()
}

/// Returns the cells of an input that could not be read.
pub(super) fn unread_cells(error: &InputError) -> [String; 9] {
    COMPARISON_COLUMNS.map(|column| match column {
        "instance" => error.source().to_owned(),
        "answer" => "error".to_owned(),
        "counters" => error.to_string(),
        _ => String::new(),
    })
}

/// Describes a disagreement, with one line for each row.
pub(super) fn describe_disagreement(compared: &InstanceComparison) -> String {
    let Some(first) = compared.rows.first() else {
        return String::new();
    };
    let mut text = format!("{}: {}\n", instance_name(first), verdict_text(compared));
    for row in compared.rows.iter().filter(|row| !row.is_unsupported()) {
        let reason = row_remark(row).map(|why| format!(" ({why})")).unwrap_or_default();
        let found = format!("{} {}", answer_text(row), count_text(row));
        text.push_str(&format!("    {} {}: {}{reason}\n", row.model, row.engine, found.trim()));
    }
    text
}

/// Writes a Markdown table, each row as it arrives, with the verdicts as a last column.
pub struct MarkdownReporter<W> {
    out: W,
    begun: bool,
}

impl<W: Write> MarkdownReporter<W> {
    /// Writes a table to `out`.
    pub fn new(out: W) -> Self {
        MarkdownReporter { out, begun: false }
    }

    fn write_header(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            writeln!(self.out, "| {} | verdict |", COMPARISON_COLUMNS.join(" | "))?;
            writeln!(self.out, "|{}", "---|".repeat(COMPARISON_COLUMNS.len() + 1))?;
        }
        Ok(())
    }
}

impl<W: Write> ResultReporter for MarkdownReporter<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        self.write_header()?;
        for row in row_cells(compared) {
            let row = row.map(|cell| cell.replace('|', "\\|"));
            writeln!(self.out, "| {} | {} |", row.join(" | "), compared.verdict)?;
        }
        self.out.flush()
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        self.write_header()?;
        let row = unread_cells(error).map(|cell| cell.replace('|', "\\|"));
        writeln!(self.out, "| {} | error |", row.join(" | "))?;
        self.out.flush()
    }

    fn finish(&mut self, summary: &ComparisonSummary) -> io::Result<()> {
        self.write_header()?;
        writeln!(self.out, "\n{}", summary.summary_line())?;
        if let Some(fastest) = summary.fastest_engine() {
            writeln!(self.out, "\n{fastest}")?;
        }
        self.out.flush()
    }
}
