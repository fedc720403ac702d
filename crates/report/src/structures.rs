//! Solutions as structures: `name := {...}` for each symbol.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Row};
use parallax_instance::{InputError, Instance, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::Answer;

use super::{ComparisonSummary, ResultReporter, answer_text, numbered_source};

/// Prints the solutions of each row as numbered structures, and whether there are more.
pub struct StructureReporter<W> {
    out: W,
    rows: u64,
    /// The solutions of the next row that were printed before it.
    streamed: u64,
}

impl<W: Write> StructureReporter<W> {
    /// Prints structures to `out`.
    pub fn new(out: W) -> Self {
        StructureReporter { out, rows: 0, streamed: 0 }
    }

    /// Prints the name of an instance, unless it is the first.
    fn print_heading(&mut self, source: &str, index: usize) -> io::Result<()> {
        if self.rows > 0 {
            writeln!(self.out, "\n{}", numbered_source(source, index))?;
        }
        self.rows += 1;
        Ok(())
    }

    fn print_structure(
        &mut self,
        number: u64,
        instance: &dyn Instance,
        solution: &PuzzleSolution,
    ) -> io::Result<()> {
        writeln!(
            self.out,
            "Model {number}\n==========\n{}",
            instance.notation().write_structure(solution)
        )
    }

    fn print_row(&mut self, instance: &dyn Instance, row: &Row) -> io::Result<()> {
        // Streamed solutions have printed the heading already, and the row must not repeat it.
        if std::mem::take(&mut self.streamed) == 0 {
            self.print_heading(&row.instance, row.index)?;
        }
        for (number, solution) in (1..).zip(&row.kept) {
            self.print_structure(number, instance, solution)?;
        }
        match (&row.answer, row.value) {
            _ if !row.checked => writeln!(self.out, "{}", answer_text(row)),
            (Answer::Optimal(_), Some(value)) => writeln!(self.out, "Optimal: {value}."),
            (Answer::Unsatisfiable, _) => writeln!(self.out, "No models."),
            (Answer::Satisfiable, _) if row.complete => writeln!(self.out, "No more models."),
            (Answer::Satisfiable, _) => writeln!(self.out, "More models may exist."),
            (answer, _) => writeln!(self.out, "{answer}"),
        }
    }
}

impl<W: Write> ResultReporter for StructureReporter<W> {
    fn add_solutions(
        &mut self,
        found: &Arc<SourcedInstance>,
        new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        for solution in &new {
            if self.streamed == 0 {
                self.print_heading(&found.source, found.index)?;
            }
            self.streamed += 1;
            self.print_structure(self.streamed, &*found.instance, solution)?;
        }
        self.out.flush()
    }

    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let instance = &*compared.found.instance;
        compared.rows.iter().try_for_each(|row| self.print_row(instance, row))
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        self.rows += 1;
        writeln!(self.out, "{}: error", error.source())
    }

    fn finish(&mut self, _summary: &ComparisonSummary) -> io::Result<()> {
        self.out.flush()
    }
}
