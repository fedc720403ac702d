//! Prints draws: as pictures if they are few, else as lines; as JSON.

use std::io::Write;
use std::time::{Duration, Instant};

use parallax_generate::sample::Method;
use parallax_model::ask::{Count, Counters};
use parallax_model::instance::{PuzzleSolution, SourcedInstance};
use serde::Serialize;

use super::ending::Ending;
use super::json::Line;
use crate::cli::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::screen::{Screen, layout};

/// A solution that was drawn.
pub(super) struct Drawn {
    pub(super) solution: PuzzleSolution,
    /// The smallest distance to an earlier one, if known.
    pub(super) distance: Option<usize>,
}

/// The draws, and their number printed so far.
pub(super) struct Printed {
    pub(super) model: String,
    pub(super) engine: String,
    pub(super) seed: u64,
    pub(super) distinct: bool,
    pub(super) diverse: bool,
    pub(super) wanted: u64,
    pub(super) method: Option<Method>,
    /// The number of all solutions, once it is known.
    pub(super) total: Option<Count>,
    pub(super) counting: Duration,
    /// The number of shown variables.
    pub(super) shown: usize,
    pub(super) drawn: u64,
    /// The smallest distance between two solutions.
    pub(super) distance: Option<usize>,
    pub(super) counters: Counters,
}

impl Printed {
    pub(super) fn method_name(&self) -> Option<&'static str> {
        if self.diverse { Some("diverse") } else { self.method.map(Method::name) }
    }

    fn method_words(&self) -> &'static str {
        let words = self.method.map_or("", Method::description);
        if self.diverse { "by searches with different seeds" } else { words }
    }
}

/// Prints solutions as they are drawn.
pub(super) struct Printer<'a> {
    out: Output,
    found: &'a SourcedInstance,
    format: Format,
    progress: &'a Progress,
    pub(super) printed: Printed,
    /// The solutions for pictures.
    kept: Vec<PuzzleSolution>,
    begun: Instant,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        found: &'a SourcedInstance,
        format: Format,
        progress: &'a Progress,
        printed: Printed,
    ) -> Self {
        let (out, kept) = (Output::new(), Vec::new());
        Printer { out, found, format, progress, printed, kept, begun: Instant::now() }
    }

    /// Whether the solutions are drawn as pictures, all at the end.
    fn has_pictures(&self) -> bool {
        let most = self.found.instance.picture().max_pictures() as u64;
        !Screen::chosen().quiet && self.printed.wanted <= most
    }

    /// Prints a solution.
    pub(super) fn add(&mut self, drawn: Drawn) -> Result<(), Failure> {
        self.printed.drawn += 1;
        self.printed.distance = match (self.printed.distance, drawn.distance) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let found = self.found;
        match self.format {
            Format::Json => {
                let line = json(&Line::drawn(found, &self.printed, &drawn))?;
                self.line(&line)?;
            }
            Format::Text if self.has_pictures() => self.kept.push(drawn.solution),
            Format::Text => {
                let text = found.instance.notation().write_solution(&drawn.solution);
                let first = self.printed.drawn == 1 && !Screen::chosen().quiet;
                let title = if first { self.title() } else { String::new() };
                self.line(&format!("{title}{text}"))?;
            }
        }
        self.progress.step(String::new);
        Ok(())
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        let out = &mut self.out;
        self.progress.aside(|| writeln!(out, "{text}"))?;
        Ok(())
    }

    fn title(&self) -> String {
        let SourcedInstance { source, index, instance, .. } = self.found;
        let place = if *index > 0 { format!("#{index}") } else { String::new() };
        format!("{source}{place}: {}\n", instance.title())
    }

    /// Prints the end of the draws.
    pub(super) fn finish(&mut self, ending: &Ending) -> Result<(), Failure> {
        match self.format {
            Format::Json => {
                if let Some(line) = Line::ending(self.found, &self.printed, ending) {
                    writeln!(self.out, "{}", json(&line)?)?;
                }
            }
            Format::Text if Screen::chosen().quiet => {}
            Format::Text => self.finish_text(ending)?,
        }
        self.out.flush()?;
        Ok(())
    }

    fn finish_text(&mut self, ending: &Ending) -> Result<(), Failure> {
        let layout = layout();
        if self.printed.drawn == 0 || self.has_pictures() {
            self.out.write_all(self.title().as_bytes())?;
        }
        if !self.kept.is_empty() {
            self.out.write_all(self.found.instance.picture().draw_text(&self.kept).as_bytes())?;
        }
        let (sentence, paint) = ending.sentence(&self.printed);
        writeln!(self.out, "{}", layout.paint(&sentence, paint))?;
        self.out.write_all(layout.wrap(&self.effort(), 2).as_bytes())?;
        Ok(())
    }

    /// Describes the engines, their work and their time.
    fn effort(&self) -> String {
        let Printed { engine, model, total, counting, counters, .. } = &self.printed;
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
        if Screen::chosen().verbose {
            line += ";";
            counters.iter().for_each(|(name, value)| line += &format!(" {name}={value}"));
        }
        line
    }

    /// Starts the time of drawing.
    pub(super) fn begin(&mut self) {
        self.begun = Instant::now();
    }
}

fn json(line: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(line).map_err(|error| Failure(error.to_string()))
}
