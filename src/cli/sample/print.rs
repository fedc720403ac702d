//! Prints draws: as pictures if they are few, else as lines; as JSON.

use std::io::Write;
use std::time::{Duration, Instant};

use parallax_generate::sample::NumberingMethod;
use parallax_instance::{PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::{EffortCounters, SolutionCount};
use serde::Serialize;

use super::json::SampleLine;
use super::sample_end::SampleEnd;
use crate::cli::CliError;
use crate::cli::format::OutputFormat;
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::{ScreenOptions, output_layout};

/// A solution that was drawn.
pub(super) struct DrawnSolution {
    pub(super) solution: PuzzleSolution,
    /// The smallest distance to an earlier one, if known.
    pub(super) distance: Option<usize>,
}

/// The draws, and their number printed so far.
pub(super) struct SampleSummary {
    pub(super) model: String,
    pub(super) engine: String,
    pub(super) seed: u64,
    pub(super) distinct: bool,
    pub(super) diverse: bool,
    pub(super) wanted: u64,
    pub(super) method: Option<NumberingMethod>,
    /// The number of all solutions, once it is known.
    pub(super) total: Option<SolutionCount>,
    pub(super) counting: Duration,
    /// The number of shown variables.
    pub(super) shown: usize,
    pub(super) drawn: u64,
    /// The smallest distance between two solutions.
    pub(super) distance: Option<usize>,
    pub(super) counters: EffortCounters,
}

impl SampleSummary {
    pub(super) fn method_name(&self) -> Option<&'static str> {
        if self.diverse { Some("diverse") } else { self.method.map(NumberingMethod::name) }
    }

    fn method_words(&self) -> &'static str {
        let words = self.method.map_or("", NumberingMethod::description);
        if self.diverse { "by searches with different seeds" } else { words }
    }
}

/// Prints solutions as they are drawn.
pub(super) struct SamplePrinter<'a> {
    out: StandardOutput,
    found: &'a SourcedInstance,
    format: OutputFormat,
    progress: &'a ProgressLine,
    pub(super) printed: SampleSummary,
    /// The solutions for pictures.
    kept: Vec<PuzzleSolution>,
    begun: Instant,
}

impl<'a> SamplePrinter<'a> {
    pub(super) fn new(
        found: &'a SourcedInstance,
        format: OutputFormat,
        progress: &'a ProgressLine,
        printed: SampleSummary,
    ) -> Self {
        let (out, kept) = (StandardOutput::new(), Vec::new());
        SamplePrinter { out, found, format, progress, printed, kept, begun: Instant::now() }
    }

    /// Whether the solutions are drawn as pictures, all at the end.
    fn has_pictures(&self) -> bool {
        let max_pictures = self.found.instance.picture().max_pictures() as u64;
        !ScreenOptions::chosen_options().quiet && self.printed.wanted <= max_pictures
    }

    /// Prints a solution.
    pub(super) fn print_solution(&mut self, drawn: DrawnSolution) -> Result<(), CliError> {
        self.printed.drawn += 1;
        self.printed.distance = match (self.printed.distance, drawn.distance) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let found = self.found;
        match self.format {
            OutputFormat::Json => {
                let line = to_json(&SampleLine::for_draw(found, &self.printed, &drawn))?;
                self.print_line(&line)?;
            }
            OutputFormat::Text if self.has_pictures() => self.kept.push(drawn.solution),
            OutputFormat::Text => {
                let text = found.instance.notation().write_solution(&drawn.solution);
                // Lines appear as solutions are drawn, so the title goes out with the first one.
                // Pictures wait for the end, when all of them can be laid out together.
                let first = self.printed.drawn == 1 && !ScreenOptions::chosen_options().quiet;
                let title = if first { self.draw_title() } else { String::new() };
                self.print_line(&format!("{title}{text}"))?;
            }
        }
        self.progress.count_step(String::new);
        Ok(())
    }

    fn print_line(&mut self, text: &str) -> Result<(), CliError> {
        let out = &mut self.out;
        self.progress.print_aside(|| writeln!(out, "{text}"))?;
        Ok(())
    }

    fn draw_title(&self) -> String {
        let SourcedInstance { source, index, instance, .. } = self.found;
        let place = if *index > 0 { format!("#{index}") } else { String::new() };
        format!("{source}{place}: {}\n", instance.title())
    }

    /// Prints the end of the draws.
    pub(super) fn print_end(&mut self, ending: &SampleEnd) -> Result<(), CliError> {
        match self.format {
            OutputFormat::Json => {
                if let Some(line) = SampleLine::for_ending(self.found, &self.printed, ending) {
                    writeln!(self.out, "{}", to_json(&line)?)?;
                }
            }
            OutputFormat::Text if ScreenOptions::chosen_options().quiet => {}
            OutputFormat::Text => self.finish_text(ending)?,
        }
        self.out.flush()?;
        Ok(())
    }

    fn finish_text(&mut self, ending: &SampleEnd) -> Result<(), CliError> {
        let layout = output_layout();
        if self.printed.drawn == 0 || self.has_pictures() {
            self.out.write_all(self.draw_title().as_bytes())?;
        }
        if !self.kept.is_empty() {
            self.out.write_all(self.found.instance.picture().draw_text(&self.kept).as_bytes())?;
        }
        let (sentence, paint) = ending.describe_draws(&self.printed);
        writeln!(self.out, "{}", layout.style_text(&sentence, paint))?;
        self.out.write_all(layout.wrap_text(&self.describe_effort(), 2).as_bytes())?;
        Ok(())
    }

    /// Describes the engines, their work and their time.
    fn describe_effort(&self) -> String {
        let SampleSummary { engine, model, total, counting, counters, .. } = &self.printed;
        let mut line = format!("{engine}, model {model}");
        let words = self.printed.method_words();
        if !words.is_empty() {
            line += &format!(", {words}");
        }
        if total.is_some() {
            line += &format!(": count {:.6} s", counting.as_secs_f64());
        }
        let joint = if total.is_some() { "," } else { ":" };
        line += &format!("{joint} draw {:.6} s", self.begun.elapsed().as_secs_f64());
        if ScreenOptions::chosen_options().verbose {
            line += ";";
            counters.iter().for_each(|(name, value)| line += &format!(" {name}={value}"));
        }
        line
    }

    /// Starts the clock of the draws.
    pub(super) fn start_timer(&mut self) {
        self.begun = Instant::now();
    }
}

fn to_json(line: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(line).map_err(|error| CliError(error.to_string()))
}
