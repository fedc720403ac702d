//! Reads and solves random texts, and compares the results with their meaning.

use std::sync::Arc;
use std::time::Duration;

use parallax_compare::{Cores, Models, Plan, Row, one};
use parallax_engines::Spec;
use parallax_formats::inputs::from_bytes;
use parallax_model::Model;
use parallax_model::ask::{Control, Engine, Task};
use parallax_model::instance::SourcedInstance;

use super::TextTally;
use super::draw::{Drawn, Meaning};
use super::tally::Fate;
use crate::cases::Step;
use crate::engines::PanicGuard;
use crate::engines::{Answers, general};

/// Maximum number of assignments of a model for brute force.
const FEW: u128 = 20_000;

/// Settings for solving a text.
pub(super) struct Solving<'a> {
    /// The wall-clock limit of one engine.
    pub timeout: Option<Duration>,
    /// The seed of the engines.
    pub seed: u64,
    pub control: &'a Control,
    pub step: &'a Step,
}

/// Reads and solves a text.
///
/// # Errors
/// Describes the fault of a reader or an engine.
pub(super) fn solve(
    drawn: &Drawn,
    how: &Solving<'_>,
    tally: &mut TextTally,
) -> Result<Fate, String> {
    let format = drawn.form.name();
    (how.step)(&format!("the {format} reader"));
    let (found, model) = match read(drawn) {
        Ok(read) => read,
        Err(error) if drawn.is_small() => return Err(format!("refused: {error}")),
        Err(error) => {
            tally.give_reason(format!("{format} refused: {}", general(&error)));
            return Ok(Fate::Refused);
        }
    };
    let Some(meaning) = &drawn.meaning else { return Ok(Fate::Beyond) };
    if meaning.too_large {
        return Err("read, though some solution has values beyond those of models".into());
    }
    for (terms, holds) in &meaning.rules {
        if found.instance.rules(terms).is_ok() != *holds {
            return Err(format!("the rules refuse or take {terms:?}; expected {holds}"));
        }
    }
    let plan = plan(drawn, &model, how);
    let rows = one(&plan, found, how.control).map_err(|error| error.to_string())?.rows;
    let mut agreeing = 0;
    for row in rows {
        agreeing += meaning.judge(row, drawn.optimise, tally)?;
    }
    match agreeing {
        0 => Ok(Fate::Unanswered),
        _ => {
            *tally.agreeing.entry(agreeing).or_default() += 1;
            Ok(Fate::Compared)
        }
    }
}

/// Reads the instance as from a file and makes its model, or returns the reason why that fails.
fn read(drawn: &Drawn) -> Result<(SourcedInstance, Model), String> {
    let source = format!("case.{}", drawn.form.name());
    let why = |error: &dyn std::fmt::Display| {
        let error = error.to_string();
        error.split_once(": ").map_or(error.clone(), |(_, message)| message.to_owned())
    };
    let stream = from_bytes(&source, drawn.text.clone().into_bytes(), None);
    let found = stream.map_err(|error| why(&error))?.next().ok_or("nothing was read")?;
    let found = found.map_err(|error| why(&error))?;
    let model = found.instance.model(&found.instance.default_viewpoint());
    Ok((found, model.map_err(|error| error.to_string())?))
}

fn plan(drawn: &Drawn, model: &Model, how: &Solving<'_>) -> Plan {
    Plan {
        engines: engines(model, how.step),
        models: Models::Default,
        task: Some(if drawn.optimise { Task::Optimise } else { Task::All }),
        timeout: how.timeout,
        memory: None,
        seed: how.seed,
        jobs: 1,
        keep: usize::MAX,
        streams: false,
        cores: Cores::None,
        alone: false,
        checker: None,
    }
}

/// Returns engines of different families, with brute force if the model is small.
fn engines(model: &Model, step: &Step) -> Vec<Arc<dyn Engine>> {
    let brute = model.assignments().is_some_and(|count| count <= FEW).then_some("brute");
    let names = brute.into_iter().chain(["native", "sat:batsat"]);
    let specs = names.filter_map(|name| name.parse::<Spec>().ok());
    let guard = |spec| PanicGuard { engine: Arc::new(spec), step: step.clone() };
    specs.map(|spec| Arc::new(guard(spec)) as Arc<dyn Engine>).collect()
}

impl Meaning {
    /// Compares an engine's answer with the solutions; returns 1 if they agree, 0 if it has no
    /// answer.
    fn judge(&self, row: Row, optimise: bool, tally: &mut TextTally) -> Result<usize, String> {
        let answers: &mut Answers = tally.engines.entry(row.engine.clone()).or_default();
        if !row.checked {
            answers.disagree += 1;
            let why = row.wrong.or(row.reason);
            return Err(format!("{}: {}", row.engine, why.as_deref().unwrap_or("wrong")));
        }
        if !row.complete {
            *(if row.is_unsupported() {
                &mut answers.unsupported
            } else {
                &mut answers.unknown
            }) += 1;
            let why = row.answer.reason().or(row.reason.as_deref()).unwrap_or_default();
            let reason = format!("{}: {}", row.answer.name(), general(why));
            tally.give_reason(reason);
            return Ok(0);
        }
        if !self.is_answer(&row, optimise) {
            answers.disagree += 1;
            return Err(format!(
                "{}: {} solutions, the first {:?}, value {:?}; expected {}, the first {:?}, value \
                 {:?}",
                row.engine,
                row.kept.len(),
                row.kept.iter().min(),
                row.value,
                self.solutions.len(),
                self.solutions.first(),
                self.best,
            ));
        }
        answers.agree += 1;
        Ok(1)
    }

    /// Whether the row has all solutions; for an optimisation, one of the best with its value.
    fn is_answer(&self, row: &Row, optimise: bool) -> bool {
        if optimise {
            return row.value.map(|value| i128::from(value.units)) == self.best
                && row.kept.is_empty() == self.solutions.is_empty()
                && row.kept.iter().all(|terms| self.solutions.contains(terms));
        }
        let mut solutions: Vec<_> = row.kept.iter().collect();
        solutions.sort();
        solutions.into_iter().eq(&self.solutions)
    }
}
