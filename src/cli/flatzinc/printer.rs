//! Solutions and the status on standard output, in MiniZinc's form.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parallax_compare::ComparisonPlan;
use parallax_model::engine_api::Task;

use super::statistics;
use crate::cli::output::StandardOutput;

/// The search is complete.
pub(super) const COMPLETE_STATUS: &str = "==========";
/// There is no solution.
pub(super) const UNSATISFIABLE_STATUS: &str = "=====UNSATISFIABLE=====";
/// The search was stopped before the first solution.
pub(super) const UNKNOWN_STATUS: &str = "=====UNKNOWN=====";
/// A solution or an answer is wrong.
pub(super) const ERROR_STATUS: &str = "=====ERROR=====";

/// The state of standard output: the printed solutions, and the best one, which is printed at the
/// end.
pub(super) struct FlatzincPrinter {
    out: StandardOutput,
    /// Whether each better solution is printed, and not the best alone.
    each: bool,
    optimises: bool,
    /// Whether several engines find solutions.
    several: bool,
    /// Maximum number of solutions to print.
    limit: u64,
    printed: u64,
    /// The cost of the best solution so far, where it is known.
    best: Option<i128>,
    /// The best solution, which is printed at the end.
    held: Option<String>,
    /// The solutions that were printed, if several engines find them.
    seen: HashSet<String>,
    /// The status that only one engine claims.
    claimed: Option<&'static str>,
    /// The sentence about the engines at the end, a comment.
    sentence: Option<String>,
    /// Whether statistics are printed.
    statistics: bool,
    /// The status that is known while the search for its core runs.
    known: Option<&'static str>,
    ended: bool,
}

/// A printer that the thread of the signals also uses.
pub(super) type SharedPrinter = Arc<Mutex<FlatzincPrinter>>;

/// Locks a printer.
pub(super) fn lock_printer(printer: &SharedPrinter) -> MutexGuard<'_, FlatzincPrinter> {
    printer.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FlatzincPrinter {
    /// Returns a printer; `each` is whether it prints each better solution.
    pub(super) fn new_shared(each: bool, statistics: bool) -> SharedPrinter {
        Arc::new(Mutex::new(FlatzincPrinter {
            out: StandardOutput::new(),
            each,
            optimises: false,
            several: false,
            limit: u64::MAX,
            printed: 0,
            best: None,
            held: None,
            seen: HashSet::new(),
            claimed: None,
            sentence: None,
            statistics,
            known: None,
            ended: false,
        }))
    }

    /// Prepares for the solutions of a plan.
    pub(super) fn expect_solutions(&mut self, plan: &ComparisonPlan) {
        self.optimises = plan.task == Some(Task::Optimise);
        self.several = plan.engines.len() > 1;
        self.limit = match plan.task {
            Some(Task::First) => 1,
            Some(Task::Limit(limit)) => limit,
            _ => u64::MAX,
        };
    }

    /// Whether a status was printed, after which nothing follows.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether there is a solution, printed or not.
    pub(super) fn has_solution(&self) -> bool {
        self.printed > 0 || self.held.is_some()
    }

    /// Whether the requested number of solutions is printed.
    pub(super) fn is_full(&self) -> bool {
        !self.optimises && self.printed >= self.limit
    }

    /// Takes a checked solution. When optimising, `cost` is less for a better one; without it the
    /// solution is better than those before.
    pub(super) fn take_solution(&mut self, text: String, cost: Option<i128>) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        if self.optimises {
            // Several engines report the same objective values. Only a strictly better cost is new;
            // costs are minimised, also those of a maximisation.
            if cost.is_some() && self.best.is_some() && cost >= self.best {
                return Ok(());
            }
            self.best = cost;
            if self.each {
                return self.print_text(&text);
            }
            self.held = Some(text);
            return Ok(());
        }
        // Each engine enumerates all solutions, so the ones that another engine has already found
        // are skipped.
        if self.is_full() || self.several && !self.seen.insert(text.clone()) {
            return Ok(());
        }
        self.print_text(&text)
    }

    fn print_text(&mut self, text: &str) -> io::Result<()> {
        self.printed += 1;
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Prints a line of statistics or a comment.
    pub(super) fn print_line(&mut self, text: &str) -> io::Result<()> {
        if self.ended { Ok(()) } else { writeln!(self.out, "{text}") }
    }

    /// Prints the held solution, if any, and the status. Nothing is printed afterwards.
    pub(super) fn print_end(&mut self, status: Option<&str>) -> io::Result<()> {
        self.end_with(status, &[])
    }

    /// Like [`print_end`](Self::print_end), with lines between the solution and the status.
    pub(super) fn end_with(&mut self, status: Option<&str>, lines: &[String]) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        // MiniZinc expects the solution before its statistics and the status, and nothing after the
        // status.
        if let Some(text) = self.held.take() {
            self.print_text(&text)?;
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        if let Some(sentence) = self.sentence.take().filter(|_| status != Some(ERROR_STATUS)) {
            writeln!(self.out, "% {sentence}")?;
        }
        if let Some(status) = status {
            writeln!(self.out, "{status}")?;
        }
        self.ended = true;
        self.out.flush()
    }

    /// Notes the status that one engine claims, or that there is none.
    pub(super) fn note_claim(&mut self, status: Option<&'static str>) {
        self.claimed = status;
    }

    /// Notes the sentence about the engines at the end.
    pub(super) fn note_comment(&mut self, sentence: Option<String>) {
        self.sentence = sentence;
    }

    /// Notes the status that is printed at the end, however the run ends.
    pub(super) fn note_status(&mut self, status: &'static str) {
        self.known = Some(status);
    }

    /// Prints the result of a run at its limit, with the claim of a single engine, if any.
    pub(super) fn print_expired(&mut self) -> io::Result<()> {
        if self.known.is_some() {
            return self.print_stopped();
        }
        let Some(status) = self.claimed else { return self.print_stopped() };
        let standing = [
            statistics::text_line("standing", "claimed"),
            statistics::STATISTICS_END_LINE.to_owned(),
        ];
        self.end_with(Some(status), if self.statistics { &standing } else { &[] })
    }

    /// Prints the result of a run that is stopped.
    pub(super) fn print_stopped(&mut self) -> io::Result<()> {
        // A run that is stopped with a solution has no status line, which tells MiniZinc that the
        // search is incomplete.
        let status = self.known.or((!self.has_solution()).then_some(UNKNOWN_STATUS));
        self.print_end(status)
    }
}
