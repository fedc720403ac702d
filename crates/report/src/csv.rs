//! CSV: one record for each instance, model and engine.

use std::io::{self, Write};

use parallax_compare::{Claim, Compared, Standing};
use parallax_model::ask::{Count, Counting};
use parallax_model::instance::InputError;

use super::{Report, Summary, counters, remark};

/// Writes a header, and each row as it arrives.
pub struct Csv<W: Write> {
    out: csv::Writer<W>,
    begun: bool,
}

const HEADER: [&str; 24] = [
    "instance",
    "index",
    "puzzle",
    "model",
    "engine",
    "seed",
    "answer",
    "claim",
    "standing",
    "proof",
    "reason",
    "count",
    "weighted",
    "counting",
    "value",
    "complete",
    "checked",
    "encode_s",
    "solve_s",
    "check_s",
    "total_s",
    "counters",
    "solutions",
    "verdict",
];

impl<W: Write> Csv<W> {
    /// Writes records to `out`.
    pub fn new(out: W) -> Self {
        Csv { out: csv::Writer::from_writer(out), begun: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.out.write_record(HEADER)?;
        }
        Ok(())
    }
}

impl<W: Write> Report for Csv<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        self.begin()?;
        for row in &compared.rows {
            let time = row.time_s;
            self.out.write_record([
                row.instance.clone(),
                row.index.to_string(),
                row.puzzle.into(),
                row.model.to_string(),
                row.engine.clone(),
                row.seed.to_string(),
                row.answer.name().into(),
                row.claim.map_or("", Claim::name).into(),
                row.standing.map_or("", Standing::name).into(),
                row.proof.clone().unwrap_or_default(),
                remark(row).unwrap_or_default().into(),
                row.count.to_string(),
                row.weighted.as_ref().map(Count::to_string).unwrap_or_default(),
                row.counting.map(Counting::name).unwrap_or_default().to_owned(),
                row.value.map(|value| value.to_string()).unwrap_or_default(),
                row.complete.to_string(),
                row.checked.to_string(),
                time.encode.to_string(),
                time.solve.to_string(),
                time.check.to_string(),
                time.total.to_string(),
                counters(row, ";"),
                row.solutions.join(";"),
                compared.verdict.name().into(),
            ])?;
        }
        self.out.flush()
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        self.begin()?;
        let reason = error.to_string();
        let cell = |column: &str| match column {
            "instance" => error.source().to_owned(),
            "answer" | "verdict" => "error".to_owned(),
            "reason" => reason.clone(),
            _ => String::new(),
        };
        self.out.write_record(HEADER.map(cell))?;
        self.out.flush()
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.begin()?;
        self.out.flush()
    }
}
