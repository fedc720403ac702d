//! Solves, counts or compares a model in one call, for the first five minutes. The modules offer
//! the same with limits, choices and costs.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::compare::{ComparisonPlan, InstanceComparison, compare_instance};
use crate::engine_api::{Answer, Control, Engine, QuestionOutcome, SolutionCount, Task};
use crate::engines::Spec;
use crate::formats::ModelInstance;
use crate::instance::SourcedInstance;
use crate::model::{Model, Solution, Value, ViolationError};

/// The reason why a question about a model has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuickError {
    /// No engine has this name; the text names the engines that exist.
    Engine(String),
    /// The engine did not decide, or does not support the model or the question.
    Undecided(Answer),
    /// The engine returned values that the model does not allow.
    Wrong(ViolationError),
}

impl fmt::Display for QuickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuickError::Engine(message) => f.write_str(message),
            QuickError::Undecided(answer) => answer.fmt(f),
            QuickError::Wrong(violation) => write!(f, "wrong solution: {violation}"),
        }
    }
}

impl Error for QuickError {}

/// Returns a solution of a model, or `None` if it has none; with an objective, a best solution. The
/// engine `auto` finds it, without a time limit, and [`Model::check`] accepts it.
///
/// ```
/// use parallax::model::{AllDifferent, Constraint, Domain, Model};
///
/// let mut model = Model::new("two numbers");
/// let x = model.add_shown("x", Domain::from_range(1, 2)).unwrap();
/// let y = model.add_shown("y", Domain::from_values([2])).unwrap();
/// model.post("", Constraint::AllDifferent(AllDifferent { scope: vec![x, y] })).unwrap();
///
/// let solution = parallax::solve(&model)?.expect("a solution");
/// assert_eq!((solution.value(x), solution.value(y)), (1, 2));
/// assert_eq!(parallax::count(&model)?, 1);
/// # Ok::<(), parallax::QuickError>(())
/// ```
///
/// # Errors
/// Returns an error if the engine does not decide, or is wrong.
pub fn solve(model: &Model) -> Result<Option<Solution>, QuickError> {
    let task = if model.objective().is_some() { Task::Optimise } else { Task::First };
    // When optimising, each candidate is better than the one before, so that the last one is the
    // best.
    let mut last = None;
    let outcome = ask_auto(model, task, &mut |values| last = Some(model.check(&[], values)))?;
    match (outcome.answer, last) {
        (Answer::Unsatisfiable, None) => Ok(None),
        (Answer::Satisfiable | Answer::Optimal(_), Some(checked)) => {
            checked.map(Some).map_err(QuickError::Wrong)
        }
        (answer, _) => Err(QuickError::Undecided(answer)),
    }
}

/// Returns the number of solutions of a model: the distinct assignments of its shown variables. The
/// engine `auto` counts them, without a time limit.
///
/// # Errors
/// Returns an error if the engine does not decide.
pub fn count(model: &Model) -> Result<SolutionCount, QuickError> {
    let mut found: u64 = 0;
    let outcome = ask_auto(model, Task::Count, &mut |_| found += 1)?;
    match outcome {
        QuestionOutcome { complete: true, counted, .. } => {
            // An engine that counts without listing reports few solutions; `counted` is the total.
            Ok(counted.unwrap_or_else(|| found.into()))
        }
        QuestionOutcome { answer, stopped, .. } => {
            Err(QuickError::Undecided(stopped.map_or(answer, Answer::Unknown)))
        }
    }
}

/// Asks the engine `auto`, and passes on every candidate.
fn ask_auto(
    model: &Model,
    task: Task,
    candidate: &mut dyn FnMut(&[Value]),
) -> Result<QuestionOutcome, QuickError> {
    let control = Control::unlimited();
    let session = find_engine("auto")?.prepare(&Arc::new(model.clone()), 0, &control);
    let mut session = session.map_err(|refusal| QuickError::Undecided(refusal.into()))?;
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
/// model.add_shown("x", Domain::from_range(1, 3)).unwrap();
/// let compared = parallax::compare(&model, &["native", "sat:varisat", "brute"])?;
/// assert_eq!(compared.verdict, Verdict::Agree);
/// assert!(compared.rows.iter().all(|row| row.count == 3));
/// # Ok::<(), parallax::QuickError>(())
/// ```
///
/// # Errors
/// Returns an error if no engine has one of the names. An engine that does not decide has a row
/// that states the reason.
pub fn compare(model: &Model, engines: &[&str]) -> Result<InstanceComparison, QuickError> {
    let engines = engines.iter().map(|name| find_engine(name)).collect::<Result<_, _>>()?;
    let plan = ComparisonPlan { task: Some(Task::Count), ..ComparisonPlan::new(engines) };
    let instance = SourcedInstance::new(model.name(), ModelInstance::new(model.clone()));
    let compared = compare_instance(&plan, instance, &Control::unlimited());
    compared.map_err(|error| QuickError::Undecided(Answer::Unsupported(error.to_string())))
}

/// Returns the engine of a name.
fn find_engine(name: &str) -> Result<Arc<dyn Engine>, QuickError> {
    match name.parse::<Spec>() {
        Ok(spec) => Ok(Arc::new(spec)),
        Err(fault) => Err(QuickError::Engine(fault.to_string())),
    }
}
