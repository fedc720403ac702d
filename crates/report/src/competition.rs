//! Answers in the lines of the XCSP3 competition: `s`, `o` and `v`.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Row};
use parallax_instance::{InputError, Instance, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::Answer;

use super::outcome::is_part;
use super::{ComparisonSummary, ResultReporter, answer_text, numbered_source};

/// Prints the value of each better solution as it comes (`o 42`), at the end the answer (`s OPTIMUM
/// FOUND`) and the solutions (`v <instantiation> …`). Of several instances, a comment names each.
pub struct CompetitionReporter<W> {
    out: W,
    rows: u64,
    /// The best solution so far, whose value has been printed.
    last: Option<PuzzleSolution>,
    /// The number of solutions that were printed before the row.
    printed: u64,
}

impl<W: Write> CompetitionReporter<W> {
    /// Prints lines to `out`.
    pub fn new(out: W) -> Self {
        CompetitionReporter { out, rows: 0, last: None, printed: 0 }
    }

    fn print_values(
        &mut self,
        instance: &dyn Instance,
        solution: &PuzzleSolution,
    ) -> io::Result<()> {
        match instance.notation().write_instantiation(solution) {
            Some(text) => writeln!(self.out, "v {text}"),
            None => writeln!(self.out, "c {}", instance.notation().write_solution(solution)),
        }
    }

    fn print_row(&mut self, found: &SourcedInstance, row: &Row) -> io::Result<()> {
        let instance = &*found.instance;
        let best = self.last.take();
        let printed = std::mem::take(&mut self.printed);
        let status = match &row.answer {
            _ if !row.checked => "UNKNOWN",
            Answer::Unsatisfiable if is_part(row) => "UNKNOWN",
            Answer::Optimal(_) => "OPTIMUM FOUND",
            Answer::Satisfiable => "SATISFIABLE",
            Answer::Unsatisfiable => "UNSATISFIABLE",
            Answer::Unknown(_) => "UNKNOWN",
            Answer::Unsupported(_) => "UNSUPPORTED",
        };
        // Rows that were streamed keep no solutions; the best one was remembered when it came.
        let kept: Vec<&PuzzleSolution> = match row.kept.len() {
            0 => best.iter().collect(),
            _ => row.kept.iter().collect(),
        };
        if row.value.is_some()
            && let Some(&solution) = kept.last()
        {
            // The last improvement was printed when it came, unless none is streamed.
            if best.as_ref() != Some(solution) {
                self.print_objective(instance, solution)?;
            }
        }
        if let (Answer::Unknown(_) | Answer::Unsupported(_), _) | (_, false) =
            (&row.answer, row.checked)
        {
            writeln!(self.out, "c {}", answer_text(row))?;
        }
        writeln!(self.out, "s {status}")?;
        // Solutions without an objective were printed as they came. An optimum is printed here,
        // after its `s` line.
        if !row.checked || (printed > 0 && row.value.is_none()) {
            return Ok(());
        }
        kept.into_iter().try_for_each(|solution| self.print_values(instance, solution))
    }

    fn print_objective(
        &mut self,
        instance: &dyn Instance,
        solution: &PuzzleSolution,
    ) -> io::Result<()> {
        match instance.objective_value(solution) {
            Some(value) => writeln!(self.out, "o {value}"),
            None => Ok(()),
        }
    }

    fn print_heading(&mut self, source: &str, index: usize) -> io::Result<()> {
        self.rows += 1;
        match self.rows {
            1 => Ok(()),
            _ => writeln!(self.out, "c {}", numbered_source(source, index)),
        }
    }
}

impl<W: Write> ResultReporter for CompetitionReporter<W> {
    fn add_solutions(
        &mut self,
        found: &Arc<SourcedInstance>,
        new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        let instance = &*found.instance;
        for solution in new {
            if self.printed == 0 {
                self.print_heading(&found.source, found.index)?;
            }
            self.printed += 1;
            if instance.objective_value(&solution).is_some() {
                self.print_objective(instance, &solution)?;
                self.last = Some(solution);
            } else {
                self.print_values(instance, &solution)?;
            }
        }
        self.out.flush()
    }

    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        for row in &compared.rows {
            if self.printed == 0 {
                self.print_heading(&row.instance, row.index)?;
            }
            self.print_row(&compared.found, row)?;
        }
        self.out.flush()
    }

    fn add_unread(&mut self, _error: &InputError) -> io::Result<()> {
        self.rows += 1;
        writeln!(self.out, "s UNSUPPORTED")
    }

    fn finish(&mut self, _summary: &ComparisonSummary) -> io::Result<()> {
        self.out.flush()
    }
}
