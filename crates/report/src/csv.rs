//! CSV: one record for each instance, model and engine.

use std::io::{self, Write};

use parallax_compare::{Claim, Compared, Row, Standing};
use parallax_model::ask::Counting;
use parallax_model::instance::InputError;

use super::{Report, Summary, counters, remark};

/// Writes a header, and each row as it arrives.
pub struct Csv<W: Write> {
    out: csv::Writer<W>,
    begun: bool,
}

/// A column: its name, and the cell of a record.
pub(crate) type Column<R> = (&'static str, fn(&R) -> String);

type RowColumn = (&'static str, fn(&Row, &Compared) -> String);

/// The columns of a row of a comparison.
const COLUMNS: [RowColumn; 24] = [
    ("instance", |row, _| row.instance.clone()),
    ("index", |row, _| row.index.to_string()),
    ("puzzle", |row, _| row.puzzle.into()),
    ("model", |row, _| row.model.to_string()),
    ("engine", |row, _| row.engine.clone()),
    ("seed", |row, _| row.seed.to_string()),
    ("answer", |row, _| row.answer.name().into()),
    ("claim", |row, _| row.claim.map_or("", Claim::name).into()),
    ("standing", |row, _| row.standing.map_or("", Standing::name).into()),
    ("proof", |row, _| row.proof.clone().unwrap_or_default()),
    ("reason", |row, _| remark(row).unwrap_or_default().into()),
    ("count", |row, _| row.count.to_string()),
    ("weighted", |row, _| optional(row.weighted.as_ref())),
    ("counting", |row, _| row.counting.map_or("", Counting::name).into()),
    ("value", |row, _| optional(row.value)),
    ("complete", |row, _| row.complete.to_string()),
    ("checked", |row, _| row.checked.to_string()),
    ("encode_s", |row, _| row.time_s.encode.to_string()),
    ("solve_s", |row, _| row.time_s.solve.to_string()),
    ("check_s", |row, _| row.time_s.check.to_string()),
    ("total_s", |row, _| row.time_s.total.to_string()),
    ("counters", |row, _| counters(row, ";")),
    ("solutions", |row, _| row.solutions.join(";")),
    ("verdict", |_, compared| compared.verdict.name().into()),
];

/// Returns a value as a cell; `None` is empty.
pub(crate) fn optional<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

impl<W: Write> Csv<W> {
    /// Writes records to `out`.
    pub fn new(out: W) -> Self {
        Csv { out: csv::Writer::from_writer(out), begun: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.out.write_record(COLUMNS.map(|(name, _)| name))?;
        }
        Ok(())
    }
}

impl<W: Write> Report for Csv<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        self.begin()?;
        for row in &compared.rows {
            self.out.write_record(COLUMNS.map(|(_, cell)| cell(row, compared)))?;
        }
        self.out.flush()
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        self.begin()?;
        self.out.write_record(COLUMNS.map(|(name, _)| match name {
            "instance" => error.source().to_owned(),
            "answer" | "verdict" => "error".to_owned(),
            "reason" => error.to_string(),
            _ => String::new(),
        }))?;
        self.out.flush()
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.begin()?;
        self.out.flush()
    }
}
