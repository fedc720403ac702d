//! Prints the results of a run as they arrive.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_compare::{
    ComparisonEvent, ComparisonPlan, InstanceComparison, Row, settle_disagreement,
};
use parallax_engines::{CertifyingEngine, Spec};
use parallax_formats::FlatzincInstance;
use parallax_instance::{Instance, PuzzleSolution, SourcedInstance, downcast_instance};
use parallax_model::engine_api::{Answer, Control, Task};

use super::printer::{
    COMPLETE_STATUS, ERROR_STATUS, SharedPrinter, UNKNOWN_STATUS, UNSATISFIABLE_STATUS,
    lock_printer,
};
use super::{agreement, assumption_core, statistics};
use crate::cli::CliError;

/// The factor by which the other engines may exceed the time of the first answer.
const EXTRA_TIME_FACTOR: u32 = 10;

/// Minimum extra time of the other engines.
const MIN_EXTRA_TIME: Duration = Duration::from_secs(1);

/// Maximum time for settling a disagreement, and again for making the model smaller.
const MAX_SETTLING_TIME: Duration = Duration::from_secs(10);

/// The results of a run so far.
pub(super) struct FlatzincPresenter<'p> {
    plan: &'p ComparisonPlan,
    control: Control,
    printer: SharedPrinter,
    statistics: bool,
    start: Instant,
    rows: Vec<Row>,
    /// The instance, once it has a solution.
    found: Option<Arc<SourcedInstance>>,
    /// The instance, if it has assumptions.
    assuming: Option<FlatzincInstance>,
    /// Whether a thread that stops the other engines has been started.
    hurried: bool,
    written: io::Result<()>,
    code: u8,
}

impl<'p> FlatzincPresenter<'p> {
    /// Makes the presenter of a run without results.
    pub(super) fn new(
        plan: &'p ComparisonPlan,
        control: &Control,
        printer: &SharedPrinter,
        statistics: bool,
        start: Instant,
    ) -> Self {
        FlatzincPresenter {
            plan,
            control: control.clone(),
            printer: printer.clone(),
            statistics,
            start,
            rows: Vec::new(),
            found: None,
            assuming: None,
            hurried: false,
            written: Ok(()),
            code: 0,
        }
    }

    /// Looks for a core of the instance if it has no solution.
    pub(super) fn with_core(self, assuming: FlatzincInstance) -> Self {
        FlatzincPresenter { assuming: Some(assuming), ..self }
    }

    fn compares_engines(&self) -> bool {
        self.plan.engines.len() > 1
    }

    /// Takes an event of the comparison.
    pub(super) fn take_arrival(&mut self, arrived: ComparisonEvent<'_>) {
        let written = match arrived {
            ComparisonEvent::Solutions(found, new) => {
                self.found.get_or_insert_with(|| found.clone());
                self.print_solutions(found, new)
            }
            ComparisonEvent::Row(row) if self.compares_engines() => self.take_row(row),
            ComparisonEvent::Row(_) => Ok(()),
            ComparisonEvent::Result(Ok(compared)) if self.compares_engines() => {
                self.print_comparison(compared)
            }
            ComparisonEvent::Result(Ok(compared)) => self.print_single_result(&compared),
            ComparisonEvent::Result(Err(error)) => {
                eprintln!("parallax: {error}");
                self.code = super::ERROR_EXIT_CODE;
                Ok(())
            }
        };
        if written.is_err() {
            self.control.cancel_work();
            self.written = written;
        }
    }

    /// Ends the run, and returns the exit code.
    pub(super) fn finish_run(self) -> Result<u8, CliError> {
        self.written?;
        let mut printer = lock_printer(&self.printer);
        if self.code == 0 {
            printer.print_stopped()?;
        } else {
            printer.print_end(Some(ERROR_STATUS))?;
        }
        Ok(self.code)
    }

    fn print_solutions(&self, found: &SourcedInstance, new: Vec<PuzzleSolution>) -> io::Result<()> {
        let mut printer = lock_printer(&self.printer);
        for solution in new {
            let value = found.instance.objective_value(&solution);
            // If the output variables do not determine the objective, only the row has its value:
            // `best_of` prints that solution.
            if self.compares_engines() && self.is_optimisation() && value.is_none() {
                continue;
            }
            let cost = value.map(|value| if self.is_maximisation(found) { -value } else { value });
            printer.take_solution(format_solution(&*found.instance, &solution), cost)?;
        }
        Ok(())
    }

    fn is_optimisation(&self) -> bool {
        self.plan.task == Some(Task::Optimise)
    }

    fn is_maximisation(&self, found: &SourcedInstance) -> bool {
        as_flatzinc(&*found.instance).is_some_and(FlatzincInstance::is_maximised)
    }

    /// Takes the row of one of several engines.
    fn take_row(&mut self, row: &Row) -> io::Result<()> {
        let is_answer = !matches!(row.answer, Answer::Unknown(_) | Answer::Unsupported(_));
        self.rows.push(row.clone());
        self.best_of(row)?;
        let mut printer = lock_printer(&self.printer);
        if self.statistics {
            for line in statistics::of_engine(row) {
                printer.print_line(&line)?;
            }
        }
        printer.note_comment(agreement::agreement_sentence(&self.rows));
        if let Answer::Unsupported(why) = &row.answer
            && !printer.has_ended()
        {
            eprintln!("parallax: {}: unsupported: {why}", row.engine);
        }
        if let Some(claim) = agreement::agreed_claim(&self.rows) {
            // `end_with_core` locks the printer again, and the mutex is not reentrant.
            drop(printer);
            let status = agreement::claim_status_line(claim);
            self.end_with_core(status, Vec::new())?;
            self.control.cancel_work();
        } else if is_answer {
            printer
                .note_claim(agreement::single_claim(&self.rows).map(agreement::claim_status_line));
            drop(printer);
            self.wait_for_others();
        }
        Ok(())
    }

    /// Takes the best solution of a row, if only rows have its value.
    fn best_of(&self, row: &Row) -> io::Result<()> {
        let (Some(found), Some(cost), Some(solution)) = (&self.found, row.cost, row.kept.last())
        else {
            return Ok(());
        };
        if !row.checked || found.instance.objective_value(solution).is_some() {
            return Ok(());
        }
        lock_printer(&self.printer)
            .take_solution(format_solution(&*found.instance, solution), Some(cost.into()))
    }

    /// Stops the other engines after a multiple of the time so far, if there is no limit.
    fn wait_for_others(&mut self) {
        if self.plan.timeout.is_some() || self.hurried {
            return;
        }
        self.hurried = true;
        // The elapsed time is one share of PATIENCE, so that the others may take PATIENCE times as
        // long in total.
        let time = (self.start.elapsed() * (EXTRA_TIME_FACTOR - 1)).max(MIN_EXTRA_TIME);
        let control = self.control.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            control.cancel_work();
        });
    }

    /// Prints the result of several engines.
    fn print_comparison(&mut self, mut compared: InstanceComparison) -> io::Result<()> {
        if lock_printer(&self.printer).has_ended() {
            return Ok(());
        }
        if compared.verdict.is_disagreement() {
            return self.print_disagreement(&mut compared);
        }
        let mut printer = lock_printer(&self.printer);
        printer.note_comment(agreement::agreement_sentence(&compared.rows));
        printer
            .note_claim(agreement::single_claim(&compared.rows).map(agreement::claim_status_line));
        printer.print_expired()
    }

    /// Prints the engines that disagree, and by a certificate of native search which is wrong.
    fn print_disagreement(&mut self, compared: &mut InstanceComparison) -> io::Result<()> {
        self.code = super::ERROR_EXIT_CODE;
        if let Ok(judge) = CertifyingEngine::new(&Spec::native()) {
            let plan = ComparisonPlan {
                timeout: Some(MAX_SETTLING_TIME),
                streams: false,
                ..self.plan.clone()
            };
            settle_disagreement(&plan, &judge, compared, &Control::unlimited());
        }
        let path = save_text("the model", &compared.found.instance.notation().write_instance());
        eprintln!("parallax: {}; {path}", agreement::describe_disagreement(compared));
        lock_printer(&self.printer).print_end(Some(ERROR_STATUS))?;
        let left = self.plan.timeout.map(|limit| limit.saturating_sub(self.start.elapsed()));
        let within = left.map_or(MAX_SETTLING_TIME, |left| left.min(MAX_SETTLING_TIME));
        if let Some(smaller) = agreement::shrink_model(self.plan, compared, within) {
            eprintln!("parallax: {}", save_text("a smaller model that shows it", &smaller));
        }
        Ok(())
    }

    /// Prints the result of the only engine.
    fn print_single_result(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let Some(row) = compared.rows.first() else { return Ok(()) };
        let has_solution = lock_printer(&self.printer).has_solution();
        let status = match &row.answer {
            _ if !row.checked => {
                self.code = super::ERROR_EXIT_CODE;
                Some(ERROR_STATUS)
            }
            Answer::Unsupported(_) => {
                self.code = super::ERROR_EXIT_CODE;
                None
            }
            Answer::Unsatisfiable => Some(UNSATISFIABLE_STATUS),
            Answer::Optimal(_) => Some(COMPLETE_STATUS),
            Answer::Satisfiable => row.complete.then_some(COMPLETE_STATUS),
            Answer::Unknown(_) => (!has_solution).then_some(UNKNOWN_STATUS),
        };
        let reason = row.reason.clone().or_else(|| row.answer.end_reason());
        if let Some(reason) = reason.filter(|reason| reason.stop().is_none()) {
            eprintln!("parallax: {}: {reason}", row.engine);
        }
        let lines = if self.statistics {
            let instance = &*compared.found.instance;
            let model = instance.model(&instance.default_viewpoint()).ok();
            statistics::of_run(row, model.as_ref())
        } else {
            Vec::new()
        };
        match status {
            Some(status) => self.end_with_core(status, lines),
            None => lock_printer(&self.printer).end_with(None, &lines),
        }
    }

    /// Prints lines and the status; without a solution, after the core of the assumptions.
    fn end_with_core(&mut self, status: &'static str, mut lines: Vec<String>) -> io::Result<()> {
        let Some(instance) = self.assuming.as_ref().filter(|_| status == UNSATISFIABLE_STATUS)
        else {
            return lock_printer(&self.printer).end_with(Some(status), &lines);
        };
        // Known before the search for a core, so that a signal during the search still prints the
        // status.
        lock_printer(&self.printer).note_status(status);
        let left = self.plan.timeout.map(|limit| limit.saturating_sub(self.start.elapsed()));
        match assumption_core::explain_core(instance, left, &self.control) {
            Ok(core) => {
                lines.extend(core);
                lock_printer(&self.printer).end_with(Some(status), &lines)
            }
            Err(how) => {
                self.code = super::ERROR_EXIT_CODE;
                eprintln!("parallax: engines disagree: no solution, but {how}");
                lock_printer(&self.printer).print_end(Some(ERROR_STATUS))
            }
        }
    }
}

/// Writes a model to a file, and returns a message with its path.
fn save_text(name: &str, text: &str) -> String {
    match agreement::save_model(text) {
        Ok(path) => format!("{name} is in {}", path.display()),
        Err(error) => format!("{name} cannot be written: {error}"),
    }
}

/// Returns an instance as one of FlatZinc.
fn as_flatzinc(instance: &dyn Instance) -> Option<&FlatzincInstance> {
    downcast_instance(instance)
}

/// Returns a solution in MiniZinc's form.
fn format_solution(instance: &dyn Instance, solution: &PuzzleSolution) -> String {
    as_flatzinc(instance).map_or_else(String::new, |own| own.solution_text(solution))
}
