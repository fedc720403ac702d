//! The way from the results of a run to what is printed.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_compare::{Arrived, Compared, Plan, Row, settle};
use parallax_engines::{Certifying, Spec};
use parallax_formats::FlatzincInstance;
use parallax_model::ask::{Answer, Control, Task};
use parallax_model::instance::{Instance, PuzzleSolution, SourcedInstance, downcast};

use super::printer::{COMPLETE, ERROR, Shared, UNKNOWN, UNSATISFIABLE, locked};
use super::{agreement, core, statistics};
use crate::cli::Failure;

/// How many times the time of the first engine the others have.
const PATIENCE: u32 = 10;

/// The time that they have at least.
const LEAST: Duration = Duration::from_secs(1);

/// Maximum time for settling a disagreement, and again for making the model smaller.
const SETTLING: Duration = Duration::from_secs(10);

/// The results of a run so far.
pub(super) struct Answering<'p> {
    plan: &'p Plan,
    control: Control,
    printer: Shared,
    statistics: bool,
    start: Instant,
    rows: Vec<Row>,
    /// The instance, once it has a solution.
    found: Option<Arc<SourcedInstance>>,
    /// The instance, if it has assumptions.
    assuming: Option<FlatzincInstance>,
    /// Whether the other engines are stopped after a while.
    hurried: bool,
    written: io::Result<()>,
    code: u8,
}

impl<'p> Answering<'p> {
    /// Returns what is known at the beginning of a run.
    pub(super) fn new(
        plan: &'p Plan,
        control: &Control,
        printer: &Shared,
        statistics: bool,
        start: Instant,
    ) -> Self {
        Answering {
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
        Answering { assuming: Some(assuming), ..self }
    }

    fn compares(&self) -> bool {
        self.plan.engines.len() > 1
    }

    /// Takes what arrives.
    pub(super) fn take(&mut self, arrived: Arrived<'_>) {
        let written = match arrived {
            Arrived::Solutions(found, new) => {
                self.found.get_or_insert_with(|| found.clone());
                self.solutions(found, new)
            }
            Arrived::Row(row) if self.compares() => self.row(row),
            Arrived::Row(_) => Ok(()),
            Arrived::Result(Ok(compared)) if self.compares() => self.compared(compared),
            Arrived::Result(Ok(compared)) => self.single(&compared),
            Arrived::Result(Err(error)) => {
                eprintln!("parallax: {error}");
                self.code = super::ERROR;
                Ok(())
            }
        };
        if written.is_err() {
            self.control.cancel();
            self.written = written;
        }
    }

    /// Ends the run, and returns the exit code.
    pub(super) fn finish(self) -> Result<u8, Failure> {
        self.written?;
        let mut printer = locked(&self.printer);
        if self.code == 0 {
            printer.stop()?;
        } else {
            printer.end(Some(ERROR))?;
        }
        Ok(self.code)
    }

    fn solutions(&self, found: &SourcedInstance, new: Vec<PuzzleSolution>) -> io::Result<()> {
        let mut printer = locked(&self.printer);
        for solution in new {
            let value = found.instance.objective(&solution);
            // The rows have the values of what no variable that is output determines.
            if self.compares() && self.optimises() && value.is_none() {
                continue;
            }
            let cost = value.map(|value| if self.maximises(found) { -value } else { value });
            printer.solution(text(&*found.instance, &solution), cost)?;
        }
        Ok(())
    }

    fn optimises(&self) -> bool {
        self.plan.task == Some(Task::Optimise)
    }

    fn maximises(&self, found: &SourcedInstance) -> bool {
        flatzinc(&*found.instance).is_some_and(FlatzincInstance::maximises)
    }

    /// Takes the row of one of several engines.
    fn row(&mut self, row: &Row) -> io::Result<()> {
        let is_answer = !matches!(row.answer, Answer::Unknown(_) | Answer::Unsupported(_));
        self.rows.push(row.clone());
        self.best_of(row)?;
        let mut printer = locked(&self.printer);
        if self.statistics {
            for line in statistics::of_engine(row) {
                printer.line(&line)?;
            }
        }
        printer.comment(agreement::sentence(&self.rows));
        if let Answer::Unsupported(why) = &row.answer
            && !printer.has_ended()
        {
            eprintln!("parallax: {}: unsupported: {why}", row.engine);
        }
        if let Some(claim) = agreement::agreed(&self.rows) {
            drop(printer);
            let status = agreement::status(claim);
            self.end_with_core(status, Vec::new())?;
            self.control.cancel();
        } else if is_answer {
            printer.claim(agreement::claimed(&self.rows).map(agreement::status));
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
        if !row.checked || found.instance.objective(solution).is_some() {
            return Ok(());
        }
        locked(&self.printer).solution(text(&*found.instance, solution), Some(cost.into()))
    }

    /// Stops the other engines after a multiple of the time so far, if there is no limit.
    fn wait_for_others(&mut self) {
        if self.plan.timeout.is_some() || self.hurried {
            return;
        }
        self.hurried = true;
        let time = (self.start.elapsed() * (PATIENCE - 1)).max(LEAST);
        let control = self.control.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            control.cancel();
        });
    }

    /// Says what several engines found.
    fn compared(&mut self, mut compared: Compared) -> io::Result<()> {
        if locked(&self.printer).has_ended() {
            return Ok(());
        }
        if compared.verdict.is_disagreement() {
            return self.disagreement(&mut compared);
        }
        let mut printer = locked(&self.printer);
        printer.comment(agreement::sentence(&compared.rows));
        printer.claim(agreement::claimed(&compared.rows).map(agreement::status));
        printer.expire()
    }

    /// Says who disagrees. A certificate of native search shows who is wrong, if there is one.
    fn disagreement(&mut self, compared: &mut Compared) -> io::Result<()> {
        self.code = super::ERROR;
        if let Ok(judge) = Certifying::new(&Spec::native()) {
            let plan = Plan { timeout: Some(SETTLING), streams: false, ..self.plan.clone() };
            settle(&plan, &judge, compared, &Control::unlimited());
        }
        let path = kept("the model", &compared.found.instance.notation().write());
        eprintln!("parallax: {}; {path}", agreement::words(compared));
        locked(&self.printer).end(Some(ERROR))?;
        let left = self.plan.timeout.map(|limit| limit.saturating_sub(self.start.elapsed()));
        let within = left.map_or(SETTLING, |left| left.min(SETTLING));
        if let Some(smaller) = agreement::smaller(self.plan, compared, within) {
            eprintln!("parallax: {}", kept("a smaller model that shows it", &smaller));
        }
        Ok(())
    }

    /// Says what the only engine found.
    fn single(&mut self, compared: &Compared) -> io::Result<()> {
        let Some(row) = compared.rows.first() else { return Ok(()) };
        let has_solution = locked(&self.printer).has_solution();
        let status = match &row.answer {
            _ if !row.checked => {
                self.code = super::ERROR;
                Some(ERROR)
            }
            Answer::Unsupported(_) => {
                self.code = super::ERROR;
                None
            }
            Answer::Unsatisfiable => Some(UNSATISFIABLE),
            Answer::Optimal(_) => Some(COMPLETE),
            Answer::Satisfiable => row.complete.then_some(COMPLETE),
            Answer::Unknown(_) => (!has_solution).then_some(UNKNOWN),
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
            None => locked(&self.printer).end_with(None, &lines),
        }
    }

    /// Prints lines and the status; where there is no solution, after the core of the assumptions.
    fn end_with_core(&mut self, status: &'static str, mut lines: Vec<String>) -> io::Result<()> {
        let Some(instance) = self.assuming.as_ref().filter(|_| status == UNSATISFIABLE) else {
            return locked(&self.printer).end_with(Some(status), &lines);
        };
        locked(&self.printer).know(status);
        let left = self.plan.timeout.map(|limit| limit.saturating_sub(self.start.elapsed()));
        match core::lines(instance, left, &self.control) {
            Ok(core) => {
                lines.extend(core);
                locked(&self.printer).end_with(Some(status), &lines)
            }
            Err(how) => {
                self.code = super::ERROR;
                eprintln!("parallax: engines disagree: no solution, but {how}");
                locked(&self.printer).end(Some(ERROR))
            }
        }
    }
}

/// Writes a model to a file, and returns where it is.
fn kept(name: &str, text: &str) -> String {
    match agreement::kept(text) {
        Ok(path) => format!("{name} is in {}", path.display()),
        Err(error) => format!("{name} cannot be written: {error}"),
    }
}

/// Returns an instance as one of FlatZinc.
fn flatzinc(instance: &dyn Instance) -> Option<&FlatzincInstance> {
    downcast(instance)
}

/// Returns a solution in MiniZinc's form.
fn text(instance: &dyn Instance, solution: &PuzzleSolution) -> String {
    flatzinc(instance).map_or_else(String::new, |own| own.solution_text(solution))
}
