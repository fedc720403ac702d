//! Ratings as JSON: one object for each instance.

use std::io::{self, Write};

use parallax_compare::{Compared, Row};
use parallax_model::instance::InputError;
use serde_json::{Value as Json, json};

use super::super::{Report, Summary, remark};
use super::grade::{Rating, choices, failures, finished};
use super::solutions;
use super::steps::{Steps, steps_json};

/// Writes each rating as it arrives, one object a line.
pub struct RatingJson<W> {
    out: W,
    steps: Steps,
}

impl<W: Write> RatingJson<W> {
    /// Writes lines to `out`.
    pub fn new(out: W, steps: Steps) -> Self {
        RatingJson { out, steps }
    }

    fn line(&mut self, object: &Json) -> io::Result<()> {
        writeln!(self.out, "{object}")?;
        self.out.flush()
    }
}

fn engine(row: &Row) -> Json {
    json!({
        "engine": row.engine,
        "model": &*row.model,
        "answer": row.answer.name(),
        "finished": finished(row),
        "reason": remark(row),
        "choices": choices(row),
        "failures": failures(row),
        "time_s": row.time_s,
        "counters": row.counters,
    })
}

impl<W: Write> Report for RatingJson<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        let found = &compared.found;
        let steps = (self.steps)(compared);
        let rating = Rating::of_instance(compared, steps.as_ref());
        self.line(&json!({
            "instance": found.source,
            "index": found.index,
            "puzzle": found.instance.puzzle(),
            "title": found.instance.title(),
            "solutions": solutions(compared),
            "grade": rating.grade.name(),
            "rating": rating.sentence(compared, steps.as_ref()),
            "difficulty": rating.difficulty(),
            "failures": rating.failures,
            "by": rating.by,
            "verdict": compared.verdict.name(),
            "steps": steps.as_ref().map(steps_json),
            "engines": compared.rows.iter().map(engine).collect::<Vec<_>>(),
        }))
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        let reason = error.to_string();
        self.line(&json!({"instance": error.source(), "grade": "error", "reason": reason}))
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
