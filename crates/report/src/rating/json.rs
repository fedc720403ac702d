//! Ratings as JSON: one object for each instance.

use std::io::{self, Write};

use parallax_compare::{InstanceComparison, Row};
use parallax_instance::InputError;
use serde_json::{Value as Json, json};

use super::super::{ComparisonSummary, ResultReporter, row_remark};
use super::grade::{DifficultyRating, choice_count, failure_count, finished_correctly};
use super::solution_count_text;
use super::steps::{StepRater, steps_json};

/// Writes each rating as it arrives, one object a line.
pub struct RatingJson<W> {
    out: W,
    steps: StepRater,
}

impl<W: Write> RatingJson<W> {
    /// Writes lines to `out`.
    pub fn new(out: W, steps: StepRater) -> Self {
        RatingJson { out, steps }
    }

    fn write_line(&mut self, object: &Json) -> io::Result<()> {
        writeln!(self.out, "{object}")?;
        self.out.flush()
    }
}

fn engine_rating_json(row: &Row) -> Json {
    json!({
        "engine": row.engine,
        "model": &*row.model,
        "answer": row.answer.name(),
        "finished": finished_correctly(row),
        "reason": row_remark(row),
        "choices": choice_count(row),
        "failures": failure_count(row),
        "time_s": row.time_s,
        "counters": row.counters,
    })
}

impl<W: Write> ResultReporter for RatingJson<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let found = &compared.found;
        let steps = (self.steps)(compared);
        let rating = DifficultyRating::of_instance(compared, steps.as_ref());
        self.write_line(&json!({
            "instance": found.source,
            "index": found.index,
            "puzzle": found.instance.puzzle_name(),
            "title": found.instance.title(),
            "solutions": solution_count_text(compared),
            "grade": rating.grade.name(),
            "rating": rating.describe_rating(compared, steps.as_ref()),
            "difficulty": rating.log_failures(),
            "failures": rating.failures,
            "by": rating.by,
            "verdict": compared.verdict.name(),
            "steps": steps.as_ref().map(steps_json),
            "engines": compared.rows.iter().map(engine_rating_json).collect::<Vec<_>>(),
        }))
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        let reason = error.to_string();
        self.write_line(&json!({"instance": error.source(), "grade": "error", "reason": reason}))
    }

    fn finish(&mut self, _: &ComparisonSummary) -> io::Result<()> {
        self.out.flush()
    }
}
