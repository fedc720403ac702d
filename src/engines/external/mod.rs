//! External solvers as engines: one run of a program for each solution.

mod dimacs;

pub(super) use dimacs::DimacsSession;

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::ask::{Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use crate::model::{Given, Value};
use crate::process::{Program, Ran, Run, run};

/// A problem in the form that an external solver reads.
pub(super) trait Problem {
    /// Starts a question; false when the givens alone exclude a solution.
    fn pose(&mut self, givens: &[Given]) -> bool;

    /// The placeholder of its file, such as `{cnf}`.
    fn placeholder(&self) -> &'static str;

    /// Writes the question to a file.
    fn write(&self, file: &mut dyn std::io::Write) -> std::io::Result<()>;

    /// The most that an answer takes, in bytes.
    fn max_output(&self) -> usize;

    /// Reads an answer; `file` is what the solver wrote to `{out}`. Values
    /// for all variables, or none when there is no solution.
    fn read(&self, ran: &Ran, file: Option<&str>) -> Result<Option<Vec<Value>>, Ended>;

    /// Forbids the shown part of a solution in this question.
    fn forbid(&mut self, values: &[Value]);

    /// Its sizes.
    fn sizes(&self) -> Counters;
}

/// A problem and the program that solves it. The program is run for each
/// solution anew, and once more to see that there are no others.
pub(super) struct External<P> {
    problem: P,
    program: Program,
    seed: u64,
}

impl<P: Problem> External<P> {
    /// The session, when the program is there.
    ///
    /// # Errors
    /// A program that cannot be found, or those of `problem`.
    fn new(
        program: &Program,
        seed: u64,
        problem: impl FnOnce() -> Result<P, Refusal>,
    ) -> Result<Self, Refusal> {
        program.find().map_err(Refusal::Unsupported)?;
        Ok(External { problem: problem()?, program: program.clone(), seed })
    }

    /// Runs the program once.
    fn run_once(&self, control: &Control) -> Result<Option<Vec<Value>>, Ended> {
        let broken = |error: std::io::Error| Ended::GaveUp(format!("temporary files: {error}"));
        let folder = tempfile::Builder::new().prefix("parallax-").tempdir().map_err(broken)?;
        let (problem, out) = (folder.path().join("problem"), folder.path().join("out"));
        let file = std::fs::File::create(&problem).map_err(broken)?;
        let mut file = std::io::BufWriter::new(file);
        self.problem.write(&mut file).map_err(broken)?;
        file.into_inner().map_err(|error| broken(error.into_error()))?;
        control.check().map_err(Ended::Stopped)?;
        let text = |path: &PathBuf| path.display().to_string();
        let placeholder = self.problem.placeholder();
        let asked = Run {
            program: &self.program,
            fill: vec![
                (placeholder, text(&problem)),
                ("{out}", text(&out)),
                ("{seed}", self.seed.to_string()),
            ],
            stdin: (!self.program.takes(placeholder)).then_some(problem.as_path()),
            max_output: self.problem.max_output(),
        };
        let ran = run(&asked, control)?;
        let file = self.program.takes("{out}").then(|| self.answer_file(&out)).transpose()?;
        self.problem.read(&ran, file.as_deref())
    }

    /// What the program wrote to its file; nothing when there is none.
    fn answer_file(&self, out: &PathBuf) -> Result<String, Ended> {
        let size = out.metadata().map_or(0, |about| about.len());
        if size > self.problem.max_output() as u64 {
            let name = self.program.name();
            return Err(Ended::GaveUp(format!("{name}: wrote a file of {size} bytes")));
        }
        let bytes = std::fs::read(out).unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl<P: Problem> Session for External<P> {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if task == Task::Optimise {
            return Outcome::without_best();
        }
        let mut clock = Clock::start();
        let (mut found, mut runs) = (0, 0);
        let possible = self.problem.pose(givens);
        let ended = loop {
            if let Some(stop) = control.stopped() {
                break Ended::Stopped(stop);
            }
            if task.limit().is_some_and(|limit| found >= limit) {
                break Ended::Enough;
            }
            if !possible {
                break Ended::Exhausted;
            }
            runs += 1;
            let values = match self.run_once(control) {
                Err(ended) => break ended,
                Ok(None) => break Ended::Exhausted,
                Ok(Some(values)) => values,
            };
            found += 1;
            if clock.outside(|| on_candidate(&values)) == ControlFlow::Break(()) {
                break Ended::Enough;
            }
            self.problem.forbid(&values);
        };
        let mut counters = self.problem.sizes();
        counters.add("runs", runs);
        Outcome::enumerated(found, ended, counters, clock.elapsed())
    }
}
