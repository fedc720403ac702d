//! Ratings as CSV: one record for each instance.

use std::io::{self, Write};

use parallax_compare::{InstanceComparison, Row};
use parallax_instance::InputError;

use super::super::{ComparisonSummary, ResultReporter};
use super::grade::{DifficultyRating, choice_count, failure_count};
use super::steps::{STEP_COLUMNS as STEPS, StepRater};
use super::{row_of, solution_count_text};
use crate::csv::{Column, optional_cell};

type RatingColumn = (&'static str, fn(&InstanceComparison, &DifficultyRating) -> String);

/// The columns before those of the steps and of the engines.
const COMMON_COLUMNS: [RatingColumn; 9] = [
    ("instance", |compared, _| compared.found.source.clone()),
    ("index", |compared, _| compared.found.index.to_string()),
    ("puzzle", |compared, _| compared.found.instance.puzzle_name().to_owned()),
    ("solutions", |compared, _| solution_count_text(compared)),
    ("grade", |_, rating| rating.grade.to_string()),
    ("difficulty", |_, rating| optional_cell(rating.log_failures())),
    ("failures", |_, rating| optional_cell(rating.failures)),
    ("by", |_, rating| rating.by.clone().unwrap_or_default()),
    ("verdict", |compared, _| compared.verdict.name().to_owned()),
];

/// The columns of an engine; its name comes before each.
const ENGINE_COLUMNS: [Column<Row>; 4] = [
    ("answer", |row| row.answer.name().to_owned()),
    ("choices", |row| optional_cell(choice_count(row))),
    ("failures", |row| optional_cell(failure_count(row))),
    ("total_s", |row| row.time_s.total.to_string()),
];

/// Writes a header, and each rating as it arrives.
pub struct RatingCsv<W: Write> {
    out: csv::Writer<W>,
    engines: Vec<String>,
    steps: StepRater,
    begun: bool,
}

impl<W: Write> RatingCsv<W> {
    /// Writes records to `out`, with columns for these engines.
    pub fn new(out: W, engines: Vec<String>, steps: StepRater) -> Self {
        RatingCsv { out: csv::Writer::from_writer(out), engines, steps, begun: false }
    }

    fn write_header(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            let of_engine =
                |engine: &String| ENGINE_COLUMNS.map(|(name, _)| format!("{engine} {name}"));
            let mut names = COMMON_COLUMNS.map(|(name, _)| name.to_owned()).to_vec();
            names.extend(STEPS.map(|(name, _)| name.to_owned()));
            names.extend(self.engines.iter().flat_map(of_engine));
            self.out.write_record(names)?;
        }
        Ok(())
    }
}

impl<W: Write> ResultReporter for RatingCsv<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        self.write_header()?;
        let steps = (self.steps)(compared);
        let rating = DifficultyRating::of_instance(compared, steps.as_ref());
        let mut record = COMMON_COLUMNS.map(|(_, cell)| cell(compared, &rating)).to_vec();
        record.extend(STEPS.map(|(_, cell)| optional_cell(steps.as_ref().map(cell))));
        for engine in &self.engines {
            let row = row_of(compared, engine);
            record.extend(ENGINE_COLUMNS.map(|(_, cell)| optional_cell(row.map(cell))));
        }
        self.out.write_record(record)?;
        self.out.flush()
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        self.write_header()?;
        let common = COMMON_COLUMNS.map(|(name, _)| match name {
            "instance" => error.source(),
            "grade" => "error",
            _ => "",
        });
        // The reader of a CSV file expects as many cells in each record as in the header.
        let empty = STEPS.len() + ENGINE_COLUMNS.len() * self.engines.len();
        self.out.write_record(common.into_iter().chain(std::iter::repeat_n("", empty)))?;
        self.out.flush()
    }

    fn finish(&mut self, _: &ComparisonSummary) -> io::Result<()> {
        self.write_header()?;
        self.out.flush()
    }
}
