//! An engine whose sessions run a program.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, EnumerationEnd, PreparationError,
    ProofOutcome, QuestionClock, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Objective, Value};
use parallax_solvers::process::{
    CommandTemplate, ProgramResult, ProgramRun, ProgramStdin, run_program,
};
use tempfile::TempDir;

use crate::proof::settle_proof;

/// A problem in the form that an external solver reads.
pub(crate) trait ExternalProblem {
    /// Starts a question, of the best solution if it `optimises`; returns false if the givens alone
    /// exclude a solution.
    fn pose_question(&mut self, givens: &[Given], optimises: bool) -> bool;

    /// Returns the placeholder of its file, such as `{cnf}`.
    fn file_placeholder(&self) -> &'static str;

    /// Writes the question to a file.
    fn write_question(&self, file: &mut dyn std::io::Write) -> std::io::Result<()>;

    /// Returns the maximum number of bytes of an answer.
    fn max_output(&self) -> usize;

    /// Reads an answer; `file` is the content that the solver wrote to `{out}`.
    fn read_answer(
        &self,
        ran: &ProgramResult,
        file: Option<&str>,
    ) -> Result<RunSolutions, EnumerationEnd>;

    /// Requires a cost of at most `bound` in this question; returns false if no cost is that
    /// low.
    ///
    /// # Errors
    /// [`EnumerationEnd`], if the bound cannot be expressed.
    fn demand_cost(&mut self, bound: i64) -> Result<bool, EnumerationEnd>;

    /// Forbids the shown part of a solution in this question.
    fn forbid_solution(&mut self, values: &[Value]);

    /// Whether the shown part of a solution has been forbidden in this question. A solver that
    /// prints one solution in each run cannot repeat one.
    fn is_known(&self, _values: &[Value]) -> bool {
        false
    }

    /// Checks the proof that the program wrote to a file, about the problem in memory: the program
    /// may have changed the file that it got. `None` if no proof is checked.
    fn check_proof(&self, _proof: &Path, _control: &Control) -> Option<ProofOutcome> {
        None
    }

    /// Returns the sizes of the problem.
    fn problem_sizes(&self) -> EffortCounters;
}

/// The solutions that one run found.
pub(crate) struct RunSolutions {
    /// Values for all variables, of each solution.
    pub(crate) solutions: Vec<Vec<Value>>,
    /// Whether the run showed that there are no others, or no better ones.
    pub(crate) is_over: bool,
}

impl RunSolutions {
    /// Returns the result of a run that shows one solution, or that there is none.
    pub(crate) fn from_run(solution: Option<Vec<Value>>) -> Self {
        RunSolutions { is_over: solution.is_none(), solutions: solution.into_iter().collect() }
    }
}

/// The placeholder of a proof's file in a command.
pub(super) const PROOF_PLACEHOLDER: &str = "{proof}";

/// A problem and the program that solves it. The program runs once for each solution, and again to
/// show that no others exist.
pub(crate) struct ExternalSession<P> {
    pub(super) problem: P,
    pub(super) program: CommandTemplate,
    pub(super) seed: u64,
    pub(super) objective: Option<Objective>,
}

impl<P: ExternalProblem> ExternalSession<P> {
    /// Makes the session, if the program is found.
    ///
    /// # Errors
    /// If the program cannot be found, or `problem` fails.
    pub(super) fn new(
        program: &CommandTemplate,
        seed: u64,
        objective: Option<&Objective>,
        problem: impl FnOnce() -> Result<P, PreparationError>,
    ) -> Result<Self, PreparationError> {
        program.find_file().map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        Ok(ExternalSession {
            problem: problem()?,
            program: program.clone(),
            seed,
            objective: objective.cloned(),
        })
    }

    /// Runs the program once. If it finds no solution, also returns the result of the proof check.
    pub(super) fn run_once(
        &self,
        control: &Control,
    ) -> Result<(RunSolutions, Option<ProofOutcome>), EnumerationEnd> {
        let placeholder = self.problem.file_placeholder();
        let (folder, problem) =
            write_problem_file(placeholder, &|file| self.problem.write_question(file), control)?;
        let [out, proof] = ["out", "proof"].map(|name| folder.path().join(name));
        let text = |path: &PathBuf| path.display().to_string();
        let fill = vec![
            (placeholder, text(&problem)),
            ("{out}", text(&out)),
            (PROOF_PLACEHOLDER, text(&proof)),
            ("{seed}", self.seed.to_string()),
        ];
        let mut asked = ProgramRun::new(&self.program, fill);
        if !self.program.has_placeholder(placeholder) {
            asked.input = ProgramStdin::File(&problem);
        }
        let ran = run_program(&asked, self.problem.max_output(), control)?;
        let file =
            self.program.has_placeholder("{out}").then(|| self.answer_file(&out)).transpose()?;
        let found = self.problem.read_answer(&ran, file.as_deref())?;
        // Only a run without a solution can have a proof; the folder with it is removed on return.
        let proves = found.solutions.is_empty() && self.program.has_placeholder(PROOF_PLACEHOLDER);
        let proof = proves.then(|| self.problem.check_proof(&proof, control)).flatten();
        Ok((found, proof))
    }

    /// Reads the file that the program wrote; empty if it does not exist. Opens only a regular
    /// file: reading a pipe could block forever.
    fn answer_file(&self, out: &Path) -> Result<String, EnumerationEnd> {
        let strange =
            |what: String| EnumerationEnd::GaveUp(format!("{}: {what}", self.program.name()));
        let Ok(about) = out.symlink_metadata() else { return Ok(String::new()) };
        if !about.is_file() {
            return Err(strange("left something other than a file for its answer".into()));
        }
        let max_bytes = self.problem.max_output() as u64;
        if about.len() > max_bytes {
            return Err(strange(format!("wrote a file of {} bytes", about.len())));
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(out);
        // The file may have grown since its length was read.
        let read = file.and_then(|file| file.take(max_bytes).read_to_end(&mut bytes));
        read.map_err(|error| strange(format!("cannot read its file: {error}")))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Writes a question to a file in a temporary folder, which is removed when dropped. Its extension
/// is that of the placeholder, by which some solvers recognise a format.
pub(crate) fn write_problem_file(
    placeholder: &str,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    control: &Control,
) -> Result<(TempDir, PathBuf), EnumerationEnd> {
    let broken = |error: io::Error| EnumerationEnd::GaveUp(format!("temporary files: {error}"));
    let folder = tempfile::Builder::new().prefix("parallax-").tempdir().map_err(broken)?;
    let problem = folder.path().join(format!("problem.{}", placeholder.trim_matches(['{', '}'])));
    let file = std::fs::File::create(&problem).map_err(broken)?;
    let mut file = io::BufWriter::with_capacity(1 << 20, CancellableFile { file, control });
    let written = write(&mut file).and_then(|()| file.flush());
    // A stop also makes a write fail, so it is reported before an error of the file.
    control.check_stop().map_err(EnumerationEnd::Stopped)?;
    written.map_err(broken)?;
    Ok((folder, problem))
}

/// A file that refuses writes once a limit is reached.
struct CancellableFile<'c> {
    pub(super) file: std::fs::File,
    pub(super) control: &'c Control,
}

impl Write for CancellableFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.control.check_stop().map_err(|stop| io::Error::other(stop.to_string()))?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The runs of a question so far.
#[derive(Default)]
pub(super) struct QuestionRuns {
    pub(super) number: u64,
    /// The number of solutions.
    pub(super) found: u64,
    /// The value of the last solution, if the best is sought.
    pub(super) best: Option<i64>,
    /// The result of the proof that there is no other solution.
    pub(super) proof: Option<ProofOutcome>,
}

impl QuestionRuns {
    /// Returns the outcome of a question that has ended.
    pub(super) fn question_outcome(
        self,
        optimises: bool,
        ended: EnumerationEnd,
        mut counters: EffortCounters,
        time: Duration,
    ) -> QuestionOutcome {
        counters.add_amount("runs", self.number);
        let mut outcome = if optimises {
            QuestionOutcome::from_optimisation(self.best, ended, counters, time)
        } else {
            QuestionOutcome::from_enumeration(self.found, ended, counters, time)
        };
        // A proof supports only the answer that the model has no solution.
        if let (Answer::Unsatisfiable, Some(proof)) = (&outcome.answer, self.proof) {
            outcome.solve = outcome.solve.saturating_sub(proof.time);
            settle_proof(&mut outcome, proof);
        }
        outcome
    }
}

impl<P: ExternalProblem> Session for ExternalSession<P> {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let objective = self.objective.clone().filter(|_| task == Task::Optimise);
        if task == Task::Optimise && objective.is_none() {
            return QuestionOutcome::without_objective();
        }
        let mut clock = QuestionClock::start_clock();
        let mut runs = QuestionRuns::default();
        let mut possible = self.problem.pose_question(givens, objective.is_some());
        let ended = loop {
            if let Some(stop) = control.stop_reason() {
                break EnumerationEnd::Stopped(stop);
            }
            if task.solution_limit().is_some_and(|limit| runs.found >= limit) {
                break EnumerationEnd::Enough;
            }
            if !possible {
                break EnumerationEnd::Exhausted;
            }
            runs.number += 1;
            let found = match self.run_once(control) {
                Err(ended) => break ended,
                Ok((found, proof)) => {
                    runs.proof = proof;
                    found
                }
            };
            let mut report = |values: &[Value]| clock.run_outside(|| on_candidate(values));
            match self.take_solutions(&found, objective.as_ref(), task, &mut runs, &mut report) {
                Err(ended) => break ended,
                Ok(is_possible) => possible = is_possible,
            }
        };
        runs.question_outcome(
            objective.is_some(),
            ended,
            self.problem.problem_sizes(),
            clock.elapsed_time(),
        )
    }
}

impl<P: ExternalProblem> ExternalSession<P> {
    /// Reports the solutions of a run and excludes them. Returns whether there may be others.
    pub(super) fn take_solutions(
        &mut self,
        found: &RunSolutions,
        objective: Option<&Objective>,
        task: Task,
        runs: &mut QuestionRuns,
        report: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Result<bool, EnumerationEnd> {
        let mut possible = true;
        let before = runs.found;
        for values in &found.solutions {
            if self.problem.is_known(values) {
                continue;
            }
            let value = objective.map(|objective| objective.value_under(values));
            if let (Some(objective), Some(value), Some(best)) = (objective, value, runs.best)
                // Also keeps a solver that ignores the bound from repeating its runs forever.
                && !objective.is_better(value, best)
            {
                return Err(EnumerationEnd::Wrong(
                    "its model is above the bound on the objective".into(),
                ));
            }
            runs.found += 1;
            runs.best = value;
            if report(values) == ControlFlow::Break(())
                || task.solution_limit().is_some_and(|limit| runs.found >= limit)
            {
                return Err(EnumerationEnd::Enough);
            }
            match objective.zip(value) {
                None => self.problem.forbid_solution(values),
                Some((objective, value)) => {
                    let bound = objective.convert_cost(value).saturating_sub(1);
                    possible = self.problem.demand_cost(bound)?;
                }
            }
        }
        // Without a new solution the next run would get the same question.
        if !found.is_over && runs.found == before {
            return Err(EnumerationEnd::GaveUp("it repeats solutions that were excluded".into()));
        }
        Ok(possible && !found.is_over)
    }
}
