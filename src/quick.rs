//! A model solved, counted or compared in one call, for the first five minutes. Everything that
//! these functions do, the modules do with limits, choices and costs.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::ask::{Answer, Control, Count, Engine, Outcome, Task};
use crate::compare::{Compared, Plan, one};
use crate::engines::Spec;
use crate::formats::ModelInstance;
use crate::instance::SourcedInstance;
use crate::model::{Model, Solution, Value, Violation};

/// The reason why a question about a model has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unanswered {
    /// No engine has this name; the text names the engines that exist.
    Engine(String),
    /// The engine did not decide, or does not support the model or the question.
    Undecided(Answer),
    /// The engine returned values that the model does not allow.
    Wrong(Violation),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unanswered::Engine(message) => f.write_str(message),
            Unanswered::Undecided(answer) => answer.fmt(f),
            Unanswered::Wrong(violation) => write!(f, "wrong solution: {violation}"),
        }
    }
}

impl Error for Unanswered {}

/// Returns a solution of a model, or `None` if it has none. Of a model with an objective it is a
/// best one. The engine `auto` finds it, without a limit of time, and [`Model::check`] accepts it.
///
/// ```
/// use parallax::model::{AllDifferent, Constraint, Domain, Model};
///
/// let mut model = Model::new("two numbers");
/// let x = model.add_shown("x", Domain::range(1, 2)).unwrap();
/// let y = model.add_shown("y", Domain::of([2])).unwrap();
/// model.post("", Constraint::AllDifferent(AllDifferent { scope: vec![x, y] })).unwrap();
///
/// let solution = parallax::solve(&model)?.expect("a solution");
/// assert_eq!((solution.value(x), solution.value(y)), (1, 2));
/// assert_eq!(parallax::count(&model)?, 1);
/// # Ok::<(), parallax::Unanswered>(())
/// ```
///
/// # Errors
/// Returns an error if the engine does not decide, or is wrong.
pub fn solve(model: &Model) -> Result<Option<Solution>, Unanswered> {
    let task = if model.objective().is_some() { Task::Optimise } else { Task::First };
    let mut last = None;
    let outcome = ask(model, task, &mut |values| last = Some(model.check(&[], values)))?;
    match (outcome.answer, last) {
        (Answer::Unsatisfiable, None) => Ok(None),
        (Answer::Satisfiable | Answer::Optimal(_), Some(checked)) => {
            checked.map(Some).map_err(Unanswered::Wrong)
        }
        (answer, _) => Err(Unanswered::Undecided(answer)),
    }
}

/// Returns the number of solutions of a model: of distinct assignments of its shown variables. The
/// engine `auto` counts them, without a limit of time.
///
/// # Errors
/// Returns an error if the engine does not decide.
pub fn count(model: &Model) -> Result<Count, Unanswered> {
    let mut found: u64 = 0;
    let outcome = ask(model, Task::Count, &mut |_| found += 1)?;
    match outcome {
        Outcome { complete: true, counted, .. } => Ok(counted.unwrap_or_else(|| found.into())),
        Outcome { answer, stopped, .. } => {
            Err(Unanswered::Undecided(stopped.map_or(answer, Answer::Unknown)))
        }
    }
}

/// Asks the engine `auto`, and passes on every candidate.
fn ask(
    model: &Model,
    task: Task,
    candidate: &mut dyn FnMut(&[Value]),
) -> Result<Outcome, Unanswered> {
    let control = Control::unlimited();
    let session = engine("auto")?.prepare(&Arc::new(model.clone()), 0, &control);
    let mut session = session.map_err(|refusal| Unanswered::Undecided(refusal.into()))?;
    Ok(session.ask(&[], task, &control, &mut |values| {
        candidate(values);
        ControlFlow::Continue(())
    }))
}

/// Counts the solutions of a model with several engines, one after the other, checks every
/// solution that they return, and compares the numbers. The names are those of the command line,
/// such as `native` or `sat:batsat+order`.
///
/// ```
/// use parallax::compare::Verdict;
/// use parallax::model::{Domain, Model};
///
/// let mut model = Model::new("a number");
/// model.add_shown("x", Domain::range(1, 3)).unwrap();
/// let compared = parallax::compare(&model, &["native", "sat:varisat", "brute"])?;
/// assert_eq!(compared.verdict, Verdict::Agree);
/// assert!(compared.rows.iter().all(|row| row.count == 3));
/// # Ok::<(), parallax::Unanswered>(())
/// ```
///
/// # Errors
/// Returns an error if a name is none of an engine. An engine that does not decide has a row that
/// states the reason.
pub fn compare(model: &Model, engines: &[&str]) -> Result<Compared, Unanswered> {
    let engines = engines.iter().map(|name| engine(name)).collect::<Result<_, _>>()?;
    let plan = Plan { task: Some(Task::Count), ..Plan::new(engines) };
    let instance = SourcedInstance::new(model.name(), ModelInstance::new(model.clone()));
    let compared = one(&plan, instance, &Control::unlimited());
    compared.map_err(|error| Unanswered::Undecided(Answer::Unsupported(error.to_string())))
}

/// Returns the engine of a name.
fn engine(name: &str) -> Result<Arc<dyn Engine>, Unanswered> {
    match name.parse::<Spec>() {
        Ok(spec) => Ok(Arc::new(spec)),
        Err(fault) => Err(Unanswered::Engine(fault.to_string())),
    }
}
