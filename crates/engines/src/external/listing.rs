//! Solvers that list their solutions in the form of FlatZinc, all in one run.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use parallax_model::engine_api::{
    CandidateCallback, Control, EffortCounters, EnumerationEnd, PreparationError, QuestionClock,
    QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model, Objective, Value};
use parallax_solvers::process::{CommandTemplate, ProgramRun, describe_crash, stream_output};
use parallax_solvers::replies::flatzinc::{FlatzincReader, FlatzincReply};

use super::write_problem_file;

/// A model in a language whose solvers print solutions in the form of FlatZinc.
pub(crate) trait ListingProblem {
    /// The placeholder of the problem's file in a command.
    const FILE_PLACEHOLDER: &'static str;

    /// Starts a question.
    fn pose_givens(&mut self, givens: &[Given]) -> Result<(), PreparationError>;

    /// Requires a cost of at most `bound` in this question.
    fn demand_bound(&mut self, bound: i64) -> Result<(), PreparationError>;

    /// Forbids the values of these variables, the shown ones.
    fn forbid_values(&mut self, shown: &[usize], values: &[Value]) -> Result<(), PreparationError>;

    /// Writes the question to a file.
    fn write_problem(&self, optimises: bool, file: &mut dyn Write) -> io::Result<()>;

    /// Returns the sizes of the problem.
    fn translation_sizes(&self) -> EffortCounters;

    /// Returns the command of a run that ends at the limit of `control`, which shows several
    /// solutions, or each better one, or one.
    fn solver_command(&self, several: bool, control: &Control) -> CommandTemplate;
}

/// A model in such a language and an external solver that reads it.
///
/// The solver lists its solutions in one run. If one stops after a solution without having
/// searched everything, it runs again without that one.
pub(crate) struct ListingSession<L> {
    problem: L,
    shown: Vec<usize>,
    variables: usize,
    objective: Option<Objective>,
    seed: u64,
}

impl<L: ListingProblem> ListingSession<L> {
    /// Makes the session of a written model.
    pub(super) fn new(problem: L, model: &Model, seed: u64) -> Self {
        ListingSession {
            problem,
            shown: model.shown().iter().map(|v| v.index()).collect(),
            variables: model.variables().len(),
            objective: model.objective().cloned(),
            seed,
        }
    }

    /// Runs the solver once; returns whether it has searched everything.
    fn run_once(
        &self,
        several: bool,
        optimises: bool,
        control: &Control,
        on_solution: &mut dyn FnMut(Vec<Value>) -> Result<(), EnumerationEnd>,
    ) -> Result<bool, EnumerationEnd> {
        let write = |file: &mut dyn Write| self.problem.write_problem(optimises, file);
        let (_folder, problem) = write_problem_file(L::FILE_PLACEHOLDER, &write, control)?;
        let program = self.problem.solver_command(several, control);
        let file = (L::FILE_PLACEHOLDER, problem.display().to_string());
        let asked = ProgramRun::new(&program, vec![file, ("{seed}", self.seed.to_string())]);
        let mut reader = FlatzincReader::new(self.variables);
        let (mut complete, mut failed) = (false, false);
        let mut take = |bytes: &[u8]| {
            reader.push_output(bytes);
            while let Some(reply) = reader.read_next()? {
                match reply {
                    FlatzincReply::Solution(values) => on_solution(narrow_values(&values)?)?,
                    FlatzincReply::Complete | FlatzincReply::Unsatisfiable => complete = true,
                    // Reported after the exit status, which may explain it.
                    FlatzincReply::Failed => failed = true,
                    FlatzincReply::Unknown => {
                        return Err(EnumerationEnd::GaveUp("the solver gave up".into()));
                    }
                }
            }
            Ok(())
        };
        let (status, err) = stream_output(&asked, control, &mut take)?;
        // The last line may lack its line break.
        take(b"\n")?;
        if !status.success() {
            return Err(describe_crash(status, &err).into());
        }
        if failed {
            return Err(EnumerationEnd::GaveUp("the solver reports an error".into()));
        }
        Ok(complete)
    }

    fn shown_part(&self, values: &[Value]) -> Vec<Value> {
        self.shown.iter().map(|&v| values[v]).collect()
    }
}

/// The progress of the answer to a question.
#[derive(Default)]
struct ListingProgress {
    found: u64,
    best: Option<i64>,
    /// The shown parts of the solutions, if one may occur twice.
    seen: HashSet<Vec<Value>>,
    /// The last new solution, and the number of them in this run.
    last: Vec<Value>,
    new: u64,
}

impl<L: ListingProblem> Session for ListingSession<L> {
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
        let mut progress = ListingProgress::default();
        let mut runs = 0;
        let posed = self.problem.pose_givens(givens).map_err(unwritten_question);
        let mut counters = self.problem.translation_sizes();
        let mut ended = posed.err();
        while ended.is_none() {
            let again = runs > 0;
            runs += 1;
            progress.new = 0;
            let mut on_solution = |values: Vec<Value>| {
                self.is_new(&values, again, objective.as_ref(), &mut progress)?
                    .then(|| clock.run_outside(|| on_candidate(&values)))
                    .map_or(Ok(()), |flow| {
                        progress.last = values;
                        let enough = flow == ControlFlow::Break(())
                            || task.solution_limit().is_some_and(|limit| progress.found >= limit);
                        if enough { Err(EnumerationEnd::Enough) } else { Ok(()) }
                    })
            };
            let several = task.solution_limit() != Some(1);
            let run = self.run_once(several, objective.is_some(), control, &mut on_solution);
            ended = match run {
                Err(ended) => Some(ended),
                Ok(true) => Some(EnumerationEnd::Exhausted),
                Ok(false) => self.exclude_solutions(objective.as_ref(), &mut progress).err(),
            };
        }
        let ended = ended.unwrap_or(EnumerationEnd::Exhausted);
        counters.add_amount("runs", runs);
        match objective {
            None => QuestionOutcome::from_enumeration(
                progress.found,
                ended,
                counters,
                clock.elapsed_time(),
            ),
            Some(_) => QuestionOutcome::from_optimisation(
                progress.best,
                ended,
                counters,
                clock.elapsed_time(),
            ),
        }
    }
}

impl<L: ListingProblem> ListingSession<L> {
    /// Whether a solution is to be reported: it is new, or better than all before. After the first
    /// run (`again`), any other solution contradicts the question.
    fn is_new(
        &self,
        values: &[Value],
        again: bool,
        objective: Option<&Objective>,
        progress: &mut ListingProgress,
    ) -> Result<bool, EnumerationEnd> {
        let is_new = if let Some(objective) = objective {
            let value = objective.value_under(values);
            let better = progress.best.is_none_or(|best| objective.is_better(value, best));
            if better {
                progress.best = Some(value);
            }
            better
        } else {
            // One run prints no assignment twice, but several may agree on the shown variables.
            // Otherwise the solutions need not be stored.
            let may_repeat = again || self.shown.len() < self.variables;
            !may_repeat || progress.seen.insert(self.shown_part(values))
        };
        if !is_new && again {
            return Err(EnumerationEnd::Wrong(
                "its solution is one that the question excludes".into(),
            ));
        }
        progress.found += u64::from(is_new);
        progress.new += u64::from(is_new);
        Ok(is_new)
    }

    /// Excludes the solutions of a run that did not search everything.
    fn exclude_solutions(
        &mut self,
        objective: Option<&Objective>,
        progress: &mut ListingProgress,
    ) -> Result<(), EnumerationEnd> {
        let excluded = match (objective.zip(progress.best), progress.new) {
            (_, 0) => return Err(EnumerationEnd::GaveUp("it printed no answer".into())),
            (Some((objective, best)), _) => {
                self.problem.demand_bound(objective.convert_cost(best).saturating_sub(1))
            }
            // Solvers that print one solution in a run are asked again without it. Of several, the
            // solver has stopped early, and excluding them one by one would not end.
            (None, 1) => {
                let values = &progress.last;
                progress.seen.insert(self.shown_part(values));
                self.problem.forbid_values(&self.shown, values)
            }
            (None, _) => {
                let why = "ended without '==========': there may be other solutions";
                return Err(EnumerationEnd::GaveUp(why.into()));
            }
        };
        excluded.map_err(unwritten_question)
    }
}

/// Returns the end of a question that cannot be written.
fn unwritten_question(refusal: PreparationError) -> EnumerationEnd {
    match refusal {
        PreparationError::Stopped(stop) => EnumerationEnd::Stopped(stop),
        PreparationError::Unsupported(why) | PreparationError::Failed(why) => {
            EnumerationEnd::GaveUp(why)
        }
    }
}

fn narrow_values(values: &[i64]) -> Result<Vec<Value>, EnumerationEnd> {
    let narrow = |&value: &i64| {
        Value::try_from(value)
            .map_err(|_| EnumerationEnd::Wrong(format!("{value} is beyond 32 bits")))
    };
    values.iter().map(narrow).collect()
}
