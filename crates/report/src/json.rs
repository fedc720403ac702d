//! JSON Lines: one object for each instance, model and engine.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Row};
use parallax_instance::{InputError, PuzzleSolution, SourcedInstance};
use serde::Serialize;

use super::fastest::FastestEngine;
use super::{ComparisonSummary, ResultReporter};

/// Writes each row as it arrives, one object a line.
pub struct JsonReporter<W> {
    out: W,
    verdicts: bool,
    live: bool,
    /// The instance whose solutions arrive, and the number of them so far.
    found: Option<(Arc<SourcedInstance>, u64)>,
}

/// The name of the format of lines with one solution.
const SOLUTION_SCHEMA: &str = "parallax-solution-1";

/// The name of the format of lines. It changes when the meaning of a member changes.
pub(super) const ROW_SCHEMA: &str = "parallax-row-2";

/// A row before it is compared with others.
#[derive(Serialize)]
struct EarlyRowLine<'a> {
    live: bool,
    schema: &'static str,
    #[serde(flatten)]
    row: &'a Row,
}

#[derive(Serialize)]
struct RowLine<'a> {
    schema: &'static str,
    #[serde(flatten)]
    row: &'a Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<&'a str>,
    /// The warnings about the instance, such as an empty range of values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// One solution, before the row of its instance.
#[derive(Serialize)]
struct SolutionLine<'a> {
    schema: &'static str,
    instance: &'a str,
    index: usize,
    /// Counted from 1 within the instance.
    number: u64,
    solution: &'a str,
}

/// The object after rows that were written early.
#[derive(Serialize)]
struct VerdictLine {
    verdict: &'static str,
    /// The fastest engine; null if there is no other one to compare it with.
    fastest_engine: Option<FastestEngine>,
}

/// An input that could not be read.
#[derive(Serialize)]
struct UnreadInputLine<'a> {
    schema: &'static str,
    instance: &'a str,
    answer: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
}

impl<W: Write> JsonReporter<W> {
    /// Writes lines to `out`; with `verdicts`, each has the verdict on its instance.
    pub fn new(out: W, verdicts: bool) -> Self {
        JsonReporter { out, verdicts, live: false, found: None }
    }

    /// Writes each row twice: as soon as its engine ends, with the member `live`, and in its place
    /// with the verdict. An object with the worst verdict of all ends the output.
    #[must_use]
    pub fn with_live_rows(self) -> Self {
        JsonReporter { live: true, ..self }
    }

    /// Writes an object on a separate line.
    pub(super) fn write_line(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        self.out.write_all(b"\n")
    }
}

impl<W: Write> ResultReporter for JsonReporter<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let verdict = self.verdicts.then(|| compared.verdict.name());
        for row in &compared.rows {
            let settled = compared.settled.as_deref();
            let warnings = compared.found.instance.notation().reader_warnings();
            let warnings = warnings.iter().map(ToString::to_string).collect();
            self.write_line(&RowLine { schema: ROW_SCHEMA, row, verdict, settled, warnings })?;
        }
        self.out.flush()
    }

    fn add_solutions(
        &mut self,
        found: &Arc<SourcedInstance>,
        new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        for solution in &new {
            // Solutions are numbered within their instance. The same allocation means the same
            // instance, so the number restarts when another one begins.
            self.found = match self.found.take() {
                Some((before, number)) if Arc::ptr_eq(&before, found) => Some((before, number + 1)),
                _ => Some((found.clone(), 1)),
            };
            let number = self.found.as_ref().map_or(0, |(_, number)| *number);
            let written = found.instance.notation().write_solution(solution);
            self.write_line(&SolutionLine {
                schema: SOLUTION_SCHEMA,
                instance: &found.source,
                index: found.index,
                number,
                solution: &written,
            })?;
        }
        self.out.flush()
    }

    fn add_early_row(&mut self, row: &Row) -> io::Result<()> {
        if !self.live {
            return Ok(());
        }
        self.write_line(&EarlyRowLine { live: true, schema: ROW_SCHEMA, row })?;
        self.out.flush()
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        let (instance, reason) = (error.source(), error.to_string());
        let line = UnreadInputLine {
            schema: ROW_SCHEMA,
            instance,
            answer: "error",
            reason,
            verdict: self.verdicts.then_some("error"),
        };
        self.write_line(&line)?;
        self.out.flush()
    }

    fn finish(&mut self, summary: &ComparisonSummary) -> io::Result<()> {
        if self.live {
            // Early rows have no verdict yet, so the worst one follows at the end.
            let (verdict, fastest_engine) =
                (summary.worst_verdict().name(), summary.fastest_engine());
            self.write_line(&VerdictLine { verdict, fastest_engine })?;
        }
        self.out.flush()
    }
}
