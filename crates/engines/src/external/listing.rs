//! Solvers that list their solutions in the form of FlatZinc, all in one run.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use parallax_model::ask::{
    Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model, Objective, Value};
use parallax_solvers::process::{Program, Run, crash, stream};
use parallax_solvers::replies::flatzinc::{FlatzincReader, FlatzincReply};

use super::posed;

/// A model in a language whose solvers print solutions as those of FlatZinc do.
pub(crate) trait Listed {
    /// The placeholder of the problem's file in a command.
    const PLACEHOLDER: &'static str;

    /// Starts a question.
    fn pose(&mut self, givens: &[Given]) -> Result<(), Refusal>;

    /// Requires a cost of at most `bound` in this question.
    fn demand(&mut self, bound: i64) -> Result<(), Refusal>;

    /// Forbids the values of these variables, the shown ones.
    fn forbid(&mut self, shown: &[usize], values: &[Value]) -> Result<(), Refusal>;

    /// Writes the question to a file.
    fn write(&self, optimises: bool, file: &mut dyn Write) -> io::Result<()>;

    /// Returns the sizes of the problem.
    fn sizes(&self) -> Counters;

    /// Returns the command of a run that ends at the limit of `control`, which shows several
    /// solutions, or each better one, or one.
    fn command(&self, several: bool, control: &Control) -> Program;
}

/// A model in such a language and an external solver that reads it.
///
/// The solver lists its solutions in one run. If one stops after a solution without having
/// searched everything, it runs again without that one.
pub(crate) struct Listing<L> {
    problem: L,
    shown: Vec<usize>,
    variables: usize,
    objective: Option<Objective>,
    seed: u64,
}

impl<L: Listed> Listing<L> {
    /// Makes the session of a written model.
    pub(super) fn new(problem: L, model: &Model, seed: u64) -> Self {
        Listing {
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
        on_solution: &mut dyn FnMut(Vec<Value>) -> Result<(), Ended>,
    ) -> Result<bool, Ended> {
        let write = |file: &mut dyn Write| self.problem.write(optimises, file);
        let (_folder, problem) = posed(L::PLACEHOLDER, &write, control)?;
        let program = self.problem.command(several, control);
        let file = (L::PLACEHOLDER, problem.display().to_string());
        let asked = Run::of(&program, vec![file, ("{seed}", self.seed.to_string())]);
        let mut reader = FlatzincReader::new(self.variables);
        let (mut complete, mut failed) = (false, false);
        let mut take = |bytes: &[u8]| {
            reader.push(bytes);
            while let Some(reply) = reader.read_next()? {
                match reply {
                    FlatzincReply::Solution(values) => on_solution(narrow(&values)?)?,
                    FlatzincReply::Complete | FlatzincReply::Unsatisfiable => complete = true,
                    // How the program ends says why.
                    FlatzincReply::Failed => failed = true,
                    FlatzincReply::Unknown => {
                        return Err(Ended::GaveUp("the solver gave up".into()));
                    }
                }
            }
            Ok(())
        };
        let (status, err) = stream(&asked, control, &mut take)?;
        take(b"\n")?;
        if !status.success() {
            return Err(crash(status, &err).into());
        }
        if failed {
            return Err(Ended::GaveUp("the solver reports an error".into()));
        }
        Ok(complete)
    }

    fn shown_part(&self, values: &[Value]) -> Vec<Value> {
        self.shown.iter().map(|&v| values[v]).collect()
    }
}

/// The progress of the answer to a question.
#[derive(Default)]
struct Progress {
    found: u64,
    best: Option<i64>,
    /// The shown parts of the solutions, if one may occur twice.
    seen: HashSet<Vec<Value>>,
    /// The last new solution, and the number of them in this run.
    last: Vec<Value>,
    new: u64,
}

impl<L: Listed> Session for Listing<L> {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let objective = self.objective.clone().filter(|_| task == Task::Optimise);
        if task == Task::Optimise && objective.is_none() {
            return Outcome::without_objective();
        }
        let mut clock = Clock::start();
        let mut progress = Progress::default();
        let mut runs = 0;
        let posed = self.problem.pose(givens).map_err(unwritten);
        let mut counters = self.problem.sizes();
        let mut ended = posed.err();
        while ended.is_none() {
            let again = runs > 0;
            runs += 1;
            progress.new = 0;
            let mut on_solution = |values: Vec<Value>| {
                self.is_new(&values, again, objective.as_ref(), &mut progress)?
                    .then(|| clock.outside(|| on_candidate(&values)))
                    .map_or(Ok(()), |flow| {
                        progress.last = values;
                        let enough = flow == ControlFlow::Break(())
                            || task.limit().is_some_and(|limit| progress.found >= limit);
                        if enough { Err(Ended::Enough) } else { Ok(()) }
                    })
            };
            let several = task.limit() != Some(1);
            let run = self.run_once(several, objective.is_some(), control, &mut on_solution);
            ended = match run {
                Err(ended) => Some(ended),
                Ok(true) => Some(Ended::Exhausted),
                Ok(false) => self.exclude(objective.as_ref(), &mut progress).err(),
            };
        }
        let ended = ended.unwrap_or(Ended::Exhausted);
        counters.add("runs", runs);
        match objective {
            None => Outcome::enumerated(progress.found, ended, counters, clock.elapsed()),
            Some(_) => Outcome::optimised(progress.best, ended, counters, clock.elapsed()),
        }
    }
}

impl<L: Listed> Listing<L> {
    /// Whether a solution is to be reported: it is new, or better than those before. After the
    /// first run (`again`), one that is not contradicts the question.
    fn is_new(
        &self,
        values: &[Value],
        again: bool,
        objective: Option<&Objective>,
        progress: &mut Progress,
    ) -> Result<bool, Ended> {
        let is_new = if let Some(objective) = objective {
            let value = objective.value(values);
            let better = progress.best.is_none_or(|best| objective.is_better(value, best));
            if better {
                progress.best = Some(value);
            }
            better
        } else {
            let may_repeat = again || self.shown.len() < self.variables;
            !may_repeat || progress.seen.insert(self.shown_part(values))
        };
        if !is_new && again {
            return Err(Ended::Wrong("its solution is one that the question excludes".into()));
        }
        progress.found += u64::from(is_new);
        progress.new += u64::from(is_new);
        Ok(is_new)
    }

    /// Excludes the solutions of a run that did not search everything.
    fn exclude(
        &mut self,
        objective: Option<&Objective>,
        progress: &mut Progress,
    ) -> Result<(), Ended> {
        let excluded = match (objective.zip(progress.best), progress.new) {
            (_, 0) => return Err(Ended::GaveUp("it printed no answer".into())),
            (Some((objective, best)), _) => {
                self.problem.demand(objective.signed(best).saturating_sub(1))
            }
            (None, 1) => {
                let values = &progress.last;
                progress.seen.insert(self.shown_part(values));
                self.problem.forbid(&self.shown, values)
            }
            (None, _) => {
                let why = "ended without '==========': there may be other solutions";
                return Err(Ended::GaveUp(why.into()));
            }
        };
        excluded.map_err(unwritten)
    }
}

/// Returns the end of a question that cannot be written.
fn unwritten(refusal: Refusal) -> Ended {
    match refusal {
        Refusal::Stopped(stop) => Ended::Stopped(stop),
        Refusal::Unsupported(why) | Refusal::Failed(why) => Ended::GaveUp(why),
    }
}

fn narrow(values: &[i64]) -> Result<Vec<Value>, Ended> {
    let narrow = |&value: &i64| {
        Value::try_from(value).map_err(|_| Ended::Wrong(format!("{value} is beyond 32 bits")))
    };
    values.iter().map(narrow).collect()
}
