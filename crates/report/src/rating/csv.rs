//! Ratings as CSV: one record for each instance.

use std::io::{self, Write};

use parallax_compare::Compared;
use parallax_model::instance::InputError;

use super::super::{Report, Summary};
use super::grade::{Rating, choices, failures};
use super::steps::{COLUMNS, Steps, record as steps_record};
use super::{row_of, solutions, text};

/// The columns before those of the engines.
const COMMON: [&str; 9] = [
    "instance",
    "index",
    "puzzle",
    "solutions",
    "grade",
    "difficulty",
    "failures",
    "by",
    "verdict",
];

/// The columns of an engine; its name comes before each.
const ENGINE: [&str; 4] = ["answer", "choices", "failures", "total_s"];

/// Writes a header, and each rating as it arrives.
pub struct RatingCsv<W: Write> {
    out: csv::Writer<W>,
    engines: Vec<String>,
    steps: Steps,
    begun: bool,
}

impl<W: Write> RatingCsv<W> {
    /// Writes records to `out`, with columns for these engines.
    pub fn new(out: W, engines: Vec<String>, steps: Steps) -> Self {
        RatingCsv { out: csv::Writer::from_writer(out), engines, steps, begun: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            let of_engine = |engine: &String| ENGINE.map(|column| format!("{engine} {column}"));
            let of_engines = self.engines.iter().flat_map(of_engine);
            let common = COMMON.into_iter().chain(COLUMNS).map(str::to_owned);
            self.out.write_record(common.chain(of_engines))?;
        }
        Ok(())
    }
}

impl<W: Write> Report for RatingCsv<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        self.begin()?;
        let rating = Rating::of(&compared.rows);
        let mut record = vec![
            compared.found.source.clone(),
            compared.found.index.to_string(),
            compared.found.instance.puzzle().to_owned(),
            solutions(compared),
            rating.grade.to_string(),
            rating.difficulty().map(|number| number.to_string()).unwrap_or_default(),
            text(rating.failures),
            rating.by.unwrap_or_default(),
            compared.verdict.name().to_owned(),
        ];
        record.extend(steps_record((self.steps)(compared).as_ref()));
        for engine in &self.engines {
            record.extend(match row_of(compared, engine) {
                Some(row) => [
                    row.answer.name().to_owned(),
                    text(choices(row)),
                    text(failures(row)),
                    row.time_s.total.to_string(),
                ],
                None => ENGINE.map(|_| String::new()),
            });
        }
        self.out.write_record(record)?;
        self.out.flush()
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        self.begin()?;
        let common = COMMON.map(|column| match column {
            "instance" => error.source().to_owned(),
            "grade" => "error".to_owned(),
            _ => String::new(),
        });
        let empty = self.engines.iter().flat_map(|_| ENGINE.map(|_| String::new()));
        let common = common.into_iter().chain(steps_record(None));
        self.out.write_record(common.chain(empty))?;
        self.out.flush()
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.begin()?;
        self.out.flush()
    }
}
