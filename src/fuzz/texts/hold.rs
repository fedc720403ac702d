//! Drawn texts, read and solved, held against their plain meaning.

use std::sync::Arc;
use std::time::Duration;

use super::TextTally;
use crate::ask::{Control, Engine, Task};
use crate::compare::{Cores, Models, Plan, Row, one};
use crate::engines::Spec;
use crate::fuzz::campaign::Step;
use crate::fuzz::guarded::Guarded;
use crate::inputs::{Form, Found, from_bytes};
use crate::instance::Terms;
use crate::model::Model;

/// Brute force runs on models with at most this many assignments.
const FEW: u128 = 20_000;

/// A drawn text with its plain meaning.
pub(super) struct Drawn {
    pub(super) form: Form,
    pub(super) text: String,
    /// All solutions in ascending order; of an optimisation the best ones.
    pub(super) solutions: Vec<Terms>,
    /// The least value of the objective, where there is one and a solution.
    pub(super) best: Option<i128>,
    /// Assignments, and whether they satisfy what is asserted.
    pub(super) rules: Vec<(Terms, bool)>,
    pub(super) optimise: bool,
    /// Whether some solution has values beyond those of models, so that the
    /// text must be refused.
    pub(super) too_large: bool,
    /// Whether its numbers are small, so that it must be read.
    pub(super) tame: bool,
}

/// How a text is solved.
pub(super) struct Solving<'a> {
    /// Wall-clock limit for one engine.
    pub(super) timeout: Option<Duration>,
    /// The seed of the engines.
    pub(super) seed: u64,
    pub(super) control: &'a Control,
    pub(super) step: &'a Step,
}

/// Reads and solves a text.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn hold(drawn: &Drawn, how: &Solving<'_>, tally: &mut TextTally) -> Result<(), String> {
    let format = drawn.form.name();
    (how.step)(&format!("the {format} reader"));
    let (found, model) = match read(drawn) {
        Ok(read) => read,
        Err(error) => {
            *tally.refused.entry(format.into()).or_default() += 1;
            return if drawn.tame { Err(format!("refused: {error}")) } else { Ok(()) };
        }
    };
    *tally.read.entry(format.into()).or_default() += 1;
    if drawn.too_large {
        return Err("read, though some solution has values beyond those of models".into());
    }
    for (terms, holds) in &drawn.rules {
        let told = found.instance.rules(terms).is_ok();
        if told != *holds {
            return Err(format!("the rules say {told} of {terms:?}"));
        }
    }
    let plan = Plan {
        engines: engines(&model, how.step),
        models: Models::Default,
        task: Some(if drawn.optimise { Task::Optimise } else { Task::All }),
        timeout: how.timeout,
        seed: how.seed,
        jobs: 1,
        keep: usize::MAX,
        cores: Cores::None,
    };
    let compared = one(&plan, found, how.control).map_err(|error| error.to_string())?;
    compared.rows.into_iter().try_for_each(|row| drawn.judge(row, tally))
}

/// The instance and its model, or why there is none.
fn read(drawn: &Drawn) -> Result<(Found, Model), String> {
    let bytes = drawn.text.clone().into_bytes();
    let mut stream =
        from_bytes("case", bytes, Some(drawn.form)).map_err(|error| error.to_string())?;
    let found = stream.next().ok_or("nothing was read")?.map_err(|error| error.to_string())?;
    let model = found.instance.model(found.instance.models()[0]);
    Ok((found, model.map_err(|error| error.to_string())?))
}

/// Engines of different kinds; brute force where the model is small.
fn engines(model: &Model, step: &Step) -> Vec<Arc<dyn Engine>> {
    let brute = model.assignments().is_some_and(|count| count <= FEW).then_some("brute");
    let names = brute.into_iter().chain(["native", "sat:batsat"]);
    let specs = names.filter_map(|name| name.parse::<Spec>().ok());
    let guarded = |spec| Guarded { engine: Arc::new(spec), step: step.clone() };
    specs.map(|spec| Arc::new(guarded(spec)) as Arc<dyn Engine>).collect()
}

impl Drawn {
    /// Holds an engine's answer against the solutions.
    fn judge(&self, row: Row, tally: &mut TextTally) -> Result<(), String> {
        if !row.checked {
            let why = row.wrong.or(row.reason);
            return Err(format!("{}: {}", row.engine, why.as_deref().unwrap_or("wrong")));
        }
        if !row.complete {
            *tally.unanswered.entry(row.engine).or_default() += 1;
            return Ok(());
        }
        let mut solutions = row.terms;
        solutions.sort();
        let same = match self.optimise {
            // One of the best, with its value.
            true => {
                row.value.map(i128::from) == self.best
                    && solutions.is_empty() == self.solutions.is_empty()
                    && solutions.iter().all(|terms| self.solutions.contains(terms))
            }
            false => solutions == self.solutions,
        };
        if !same {
            return Err(format!(
                "{}: {} solutions {:?}, value {:?}; expected {} and {:?}",
                row.engine,
                solutions.len(),
                solutions.first(),
                row.value,
                self.solutions.len(),
                self.best,
            ));
        }
        *tally.agreed.entry(row.engine).or_default() += 1;
        Ok(())
    }
}
