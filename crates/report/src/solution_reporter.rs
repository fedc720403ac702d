//! The answers of `solve`: a picture for one instance, a line each for many.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Row, SolutionCoverage};
use parallax_instance::{InputError, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::{Answer, SolutionCount};

use super::differences::describe_differences;
use super::layout::TextLayout;
use super::outcome::{
    SolutionUniqueness, answer_style, describe_outcome, is_part, solution_uniqueness,
};
use super::streamed_solutions::StreamedSolutions;
use super::{
    ComparisonSummary, ResultReporter, answer_text, claim_compiler, count_text, counters_text,
    instance_name, marked_cells, numbered_source, rests_on, seconds_text,
};

/// Settings of a [`SolutionReporter`].
#[derive(Clone, Copy, Default)]
pub struct LinesView {
    /// The layout.
    pub layout: TextLayout,
    /// Whether solutions are printed alone, one on a line.
    pub bare: bool,
    /// Whether the solutions are counted: alone, their number is then the answer.
    pub count: bool,
    /// Whether the counters of the engine are printed, and the reason for its choice.
    pub counters: bool,
    /// Whether to answer if there is exactly one solution.
    pub unique: bool,
    /// Looks for a second solution of an instance with one, if that is cheap; returns whether there
    /// is one, if that is then known.
    pub second: Option<fn(&SourcedInstance, &Row) -> Option<bool>>,
}

/// Maximum number of lines of a picture without solutions.
const MOST_LINES: usize = 30;

/// Returns the number of all solutions of the puzzle, if the row shows it: a row of a model that
/// keeps only part of them does not.
fn total_count(row: &Row) -> Option<&SolutionCount> {
    let counted = matches!(row.answer, Answer::Satisfiable | Answer::Unsatisfiable);
    let known = counted && row.complete && row.checked && row.wrong.is_none();
    let number = match row.keeps {
        SolutionCoverage::Orbits if row.count > 0 => row.weighted.as_ref(),
        SolutionCoverage::Part(_) => None,
        _ => Some(&row.count),
    };
    number.filter(|_| known)
}

/// Prints the results of one engine.
pub struct SolutionReporter<W> {
    out: W,
    view: LinesView,
    /// The first result, held back until it is known whether it is the only one.
    first: Option<FirstResult>,
    many: bool,
    /// Solutions that arrived before the row of their instance.
    streamed: StreamedSolutions,
}

enum FirstResult {
    Row(Arc<SourcedInstance>, Box<Row>),
    /// An input that cannot be read; if it is the only one, only standard error names it.
    Unread(InputError),
}

impl<W: Write> SolutionReporter<W> {
    /// Prints answers to `out`.
    pub fn new(out: W, view: LinesView) -> Self {
        SolutionReporter {
            out,
            view,
            first: None,
            many: false,
            streamed: StreamedSolutions::default(),
        }
    }

    /// Prints one line: name, answer, count, and the first solution.
    fn print_line(&mut self, row: &Row) -> io::Result<()> {
        if self.view.bare && self.view.count {
            return self.print_count(row);
        }
        let mut pieces = if self.view.unique {
            vec![instance_name(row), solution_uniqueness(row).to_string()]
        } else {
            vec![instance_name(row), answer_text(row), count_text(row)]
        };
        pieces.extend(row.solutions.first().cloned());
        if self.view.bare && !row.solutions.is_empty() {
            // `check` reads such lines, so they have nothing else.
            return writeln!(self.out, "{}", pieces.join(" "));
        }
        if row.claim.is_some() && !self.view.unique {
            pieces.push(row.describe_scope().trim_start().to_owned());
        }
        pieces.extend(row.reason_words().map(|reason| format!("({reason})")));
        pieces.extend(row.core.as_ref().map(|core| {
            let parts: Vec<String> = core.list_parts().collect();
            format!("core: {}", parts.join("; "))
        }));
        pieces.extend(row.proof.clone().map(|proof| format!("({proof})")));
        pieces.retain(|piece| !piece.is_empty());
        writeln!(self.out, "{}", pieces.join(" "))
    }

    /// Prints the number of solutions alone, or `unknown`.
    fn print_count(&mut self, row: &Row) -> io::Result<()> {
        match total_count(row) {
            Some(number) => writeln!(self.out, "{number}"),
            None => writeln!(self.out, "unknown"),
        }
    }

    /// Prints the answer alone: the value of the best solution, or the solutions, or a word if
    /// there is none.
    fn print_answer(&mut self, row: &Row) -> io::Result<()> {
        match (&row.answer, row.value) {
            _ if !row.checked => writeln!(self.out, "wrong"),
            (_, Some(value)) => writeln!(self.out, "{value}"),
            (Answer::Unsatisfiable, _) if is_part(row) => writeln!(self.out, "unknown"),
            (Answer::Unsatisfiable, _) => writeln!(self.out, "unsatisfiable"),
            (Answer::Unknown(_), _) => writeln!(self.out, "unknown"),
            (Answer::Unsupported(_), _) => writeln!(self.out, "not applicable"),
            (Answer::Satisfiable | Answer::Optimal(_), None) => {
                row.solutions.iter().try_for_each(|solution| writeln!(self.out, "{solution}"))
            }
        }
    }

    /// Whether there is more than one result, with this one. As soon as that is known, the first
    /// one is printed.
    fn is_one_of_many(&mut self) -> io::Result<bool> {
        // The first result is printed in full if it stays alone, and as a line if a second one
        // arrives. So it is held until then.
        match self.first.take() {
            Some(FirstResult::Row(_, row)) => self.print_line(&row)?,
            Some(FirstResult::Unread(error)) => self.print_unread_instance(&error)?,
            None => return Ok(self.many),
        }
        self.many = true;
        Ok(true)
    }

    fn print_unread_instance(&mut self, error: &InputError) -> io::Result<()> {
        if self.view.bare && self.view.count {
            return writeln!(self.out, "unknown");
        }
        writeln!(self.out, "{} error ({error})", error.source())
    }

    /// Prints a picture with solutions, or one line for each of very many.
    fn solutions_of(
        &mut self,
        found: &SourcedInstance,
        row: &Row,
        solutions: &[PuzzleSolution],
    ) -> io::Result<()> {
        if solutions.len() > found.instance.picture().max_pictures() {
            return row.solutions.iter().try_for_each(|solution| writeln!(self.out, "{solution}"));
        }
        let picture = found.instance.picture().draw_text(solutions);
        // The picture of a large instance without its solutions is less useful than the answer
        // below it.
        if !solutions.is_empty() || picture.lines().count() <= MOST_LINES {
            let picture = self.view.layout.fit_picture(&picture);
            self.out
                .write_all(marked_cells::style_marks(&picture, &self.view.layout).as_bytes())?;
        }
        Ok(())
    }

    /// Prints a picture, the answer in a sentence, and the effort.
    fn print_full(&mut self, found: &SourcedInstance, row: &Row) -> io::Result<()> {
        if self.view.bare && self.view.count {
            return self.print_count(row);
        }
        if self.view.bare {
            return self.print_answer(row);
        }
        let layout = self.view.layout;
        if !self.streamed.is_printed() {
            writeln!(self.out, "{}: {}", instance_name(row), found.instance.title())?;
            let held = self.streamed.take_unprinted();
            // A row keeps its solutions unless they were streamed; then the held ones are the only
            // copy.
            let solutions = if row.kept.is_empty() { &held } else { &row.kept };
            self.solutions_of(found, row, solutions)?;
        }
        let second = self.view.second.and_then(|second| second(found, row));
        let sentence = if self.view.unique {
            solution_uniqueness(row).describe_row(row)
        } else {
            describe_outcome(row, second)
        };
        writeln!(self.out, "{}", layout.style_text(&sentence, answer_style(row)))?;
        let several = self.view.unique && solution_uniqueness(row) == SolutionUniqueness::Several;
        if let ([one, two], true) = (&row.kept[..], several)
            && let Some(differences) = describe_differences(found, one, two)
        {
            self.out.write_all(layout.wrap_text(&differences, 2).as_bytes())?;
        }
        if self.streamed.is_printed() {
            writeln!(self.out, "{}", self.streamed.describe_difference())?;
        }
        if let Some(core) = &row.core {
            let minimal = if core.minimal { ", and none can be left out" } else { "" };
            writeln!(self.out, "these cannot hold together{minimal}:")?;
            core.list_parts().try_for_each(|part| writeln!(self.out, "  {part}"))?;
        }
        if let Some(proof) = &row.proof {
            writeln!(self.out, "{proof}")?;
        }
        if let Some(compiler) = claim_compiler(row) {
            let line = rests_on(&row.engine, compiler);
            self.out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
        }
        if let Some(by) = row.answered_by.as_ref().filter(|_| self.view.counters) {
            let line = format!("{}: answered by {}: {}", row.engine, by.engine, by.why);
            self.out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
        }
        let time = row.time_s;
        let engine = row.answered_by.as_ref().map_or(&row.engine, |by| &by.engine);
        let effort = match counters_text(row, " ") {
            some if self.view.counters && !some.is_empty() => format!("; {some}"),
            _ => String::new(),
        };
        let line = format!(
            "{}, model {}: encode {} s, solve {} s, check {} s{effort}",
            engine,
            row.model,
            seconds_text(time.encode),
            seconds_text(time.solve),
            seconds_text(time.check),
        );
        self.out.write_all(layout.wrap_text(&line, 2).as_bytes())
    }
}

impl<W: Write> ResultReporter for SolutionReporter<W> {
    fn add_solutions(
        &mut self,
        found: &Arc<SourcedInstance>,
        new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        let instance = &*found.instance;
        for solution in new {
            let was_printed = self.streamed.is_printed();
            // Bare output prints each solution at once. Otherwise the first few are held for a
            // picture.
            let now = if self.view.bare {
                vec![solution]
            } else {
                self.streamed.add_solution(instance, solution)
            };
            if !was_printed && self.streamed.is_printed() {
                let name = numbered_source(&found.source, found.index);
                writeln!(self.out, "{name}: {}", instance.title())?;
            }
            for solution in now {
                writeln!(self.out, "{}", instance.notation().write_solution(&solution))?;
            }
        }
        self.out.flush()
    }

    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let rows = compared.rows.clone();
        for row in rows {
            if self.is_one_of_many()? {
                self.print_line(&row)?;
            } else {
                self.first = Some(FirstResult::Row(compared.found.clone(), Box::new(row)));
            }
        }
        Ok(())
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        if self.is_one_of_many()? {
            self.print_unread_instance(error)?;
        } else {
            self.first = Some(FirstResult::Unread(error.clone()));
        }
        Ok(())
    }

    fn finish(&mut self, _summary: &ComparisonSummary) -> io::Result<()> {
        if let Some(FirstResult::Row(found, row)) = self.first.take() {
            self.print_full(&found, &row)?;
        }
        self.out.flush()
    }
}
