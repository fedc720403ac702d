//! CSV: one record for each instance, model and engine.

use std::io::{self, Write};

use parallax_compare::{ClaimEvidence, EngineClaim, InstanceComparison, Row};
use parallax_instance::InputError;
use parallax_model::engine_api::CountingMethod;

use super::{ComparisonSummary, ResultReporter, counters_text, row_remark};

/// Writes a header, and each row as it arrives.
pub struct CsvReporter<W: Write> {
    out: csv::Writer<W>,
    begun: bool,
}

/// A column: its name, and the cell of a record.
pub(crate) type Column<R> = (&'static str, fn(&R) -> String);

type RowColumn = (&'static str, fn(&Row, &InstanceComparison) -> String);

/// The columns of a row of a comparison.
const ROW_COLUMNS: [RowColumn; 24] = [
    ("instance", |row, _| row.instance.clone()),
    ("index", |row, _| row.index.to_string()),
    ("puzzle", |row, _| row.puzzle.into()),
    ("model", |row, _| row.model.to_string()),
    ("engine", |row, _| row.engine.clone()),
    ("seed", |row, _| row.seed.to_string()),
    ("answer", |row, _| row.answer.name().into()),
    ("claim", |row, _| row.claim.map_or("", EngineClaim::name).into()),
    ("standing", |row, _| row.standing.map_or("", ClaimEvidence::name).into()),
    ("proof", |row, _| row.proof.clone().unwrap_or_default()),
    ("reason", |row, _| row_remark(row).unwrap_or_default().into()),
    ("count", |row, _| row.count.to_string()),
    ("weighted", |row, _| optional_cell(row.weighted.as_ref())),
    ("counting", |row, _| row.counting.map_or("", CountingMethod::name).into()),
    ("value", |row, _| optional_cell(row.value)),
    ("complete", |row, _| row.complete.to_string()),
    ("checked", |row, _| row.checked.to_string()),
    ("encode_s", |row, _| row.time_s.encode.to_string()),
    ("solve_s", |row, _| row.time_s.solve.to_string()),
    ("check_s", |row, _| row.time_s.check.to_string()),
    ("total_s", |row, _| row.time_s.total.to_string()),
    ("counters", |row, _| counters_text(row, ";")),
    ("solutions", |row, _| row.solutions.join(";")),
    ("verdict", |_, compared| compared.verdict.name().into()),
];

/// Returns a value as a cell; `None` is empty.
pub(crate) fn optional_cell<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

impl<W: Write> CsvReporter<W> {
    /// Writes records to `out`.
    pub fn new(out: W) -> Self {
        CsvReporter { out: csv::Writer::from_writer(out), begun: false }
    }

    fn write_header(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.out.write_record(ROW_COLUMNS.map(|(name, _)| name))?;
        }
        Ok(())
    }
}

impl<W: Write> ResultReporter for CsvReporter<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        self.write_header()?;
        for row in &compared.rows {
            self.out.write_record(ROW_COLUMNS.map(|(_, cell)| cell(row, compared)))?;
        }
        self.out.flush()
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        self.write_header()?;
        self.out.write_record(ROW_COLUMNS.map(|(name, _)| match name {
            "instance" => error.source().to_owned(),
            "answer" | "verdict" => "error".to_owned(),
            "reason" => error.to_string(),
            _ => String::new(),
        }))?;
        self.out.flush()
    }

    fn finish(&mut self, _summary: &ComparisonSummary) -> io::Result<()> {
        self.write_header()?;
        self.out.flush()
    }
}
