//! Finds the consequences of a model: values that a variable has in every solution, and values that
//! it has in none.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use super::{Answer, Control, EndReason, Session, Task};
use crate::{Given, Model, Solution, Value, VarId};

/// Maximum number of pairs of a shown variable and a value.
const MAX_PAIRS: u64 = 1_000_000;

/// Maximum number of solutions that are requested before single values are tested.
const FIRST_SOLUTIONS: u64 = 30;

/// The possible and impossible values of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariableConsequences {
    /// The variable.
    pub variable: VarId,
    /// The values that some solution has, ascending.
    pub values: Vec<Value>,
    /// The values that no solution has, ascending.
    pub excluded: Vec<Value>,
    /// The values that are undecided, because the work was stopped.
    pub open: Vec<Value>,
}

/// The consequences of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelConsequences {
    /// There is no solution.
    Unsatisfiable,
    /// The values of each shown variable.
    Values(Vec<VariableConsequences>),
}

/// Finds the possible values of the shown variables of a model. A solution that `model` and `rules`
/// check proves that a value is possible; the session decides that one is impossible. If there are
/// few solutions, one question finds them all; otherwise each value that occurs in none of the
/// first solutions becomes a question.
///
/// # Errors
/// Returns the answer of a session that neither finds a solution nor proves that there is none, or
/// a reason.
pub fn find_consequences<E: fmt::Display>(
    session: &mut dyn Session,
    model: &Model,
    givens: &[Given],
    rules: &dyn Fn(&Solution) -> Result<(), E>,
    control: &Control,
) -> Result<ModelConsequences, Answer> {
    // Bounds the questions before any is asked: in the worst case there is one for each pair.
    let pairs: u64 = model.shown().iter().map(|&v| model.domain(v).len()).sum();
    if pairs > MAX_PAIRS {
        let reason = format!("{pairs} values to look at; at most {MAX_PAIRS} are supported");
        return Err(Answer::Unsupported(reason));
    }
    let seen = HashSet::new();
    let mut search =
        ConsequenceSearch { session, model, givens, rules, control, seen, is_complete: false };
    match search.ask_session(None, Task::Limit(FIRST_SOLUTIONS))? {
        ValueProbe::Nothing => return Ok(ModelConsequences::Unsatisfiable),
        // A stop after some solutions still decides their values; without any, nothing is known.
        ValueProbe::Unknown(why) if search.seen.is_empty() => return Err(Answer::Unknown(why)),
        _ => {}
    }
    let mut all = Vec::with_capacity(model.shown().len());
    for &variable in model.shown() {
        let mut possible =
            VariableConsequences { variable, values: vec![], excluded: vec![], open: vec![] };
        for value in model.domain(variable).iter() {
            match search.probe_value(Given { variable, value })? {
                ValueProbe::Some => possible.values.push(value),
                ValueProbe::Nothing => possible.excluded.push(value),
                ValueProbe::Unknown(_) => possible.open.push(value),
            }
        }
        all.push(possible);
    }
    Ok(ModelConsequences::Values(all))
}

enum ValueProbe {
    Some,
    Nothing,
    Unknown(EndReason),
}

struct ConsequenceSearch<'a, E> {
    session: &'a mut dyn Session,
    model: &'a Model,
    givens: &'a [Given],
    rules: &'a dyn Fn(&Solution) -> Result<(), E>,
    control: &'a Control,
    /// The values of the solutions found so far.
    seen: HashSet<(VarId, Value)>,
    /// Whether these are all solutions, so that no other value is possible.
    is_complete: bool,
}

impl<E: fmt::Display> ConsequenceSearch<'_, E> {
    /// Decides whether a solution has this value.
    fn probe_value(&mut self, given: Given) -> Result<ValueProbe, Answer> {
        if self.seen.contains(&(given.variable, given.value)) {
            Ok(ValueProbe::Some)
        } else if self.is_complete {
            Ok(ValueProbe::Nothing)
        } else if let Err(stop) = self.control.check_stop() {
            Ok(ValueProbe::Unknown(stop.into()))
        } else {
            self.ask_session(Some(given), Task::First)
        }
    }

    /// Requests solutions, with one more given if any, and stores their values.
    fn ask_session(&mut self, more: Option<Given>, task: Task) -> Result<ValueProbe, Answer> {
        let givens: Vec<Given> = self.givens.iter().copied().chain(more).collect();
        let (model, rules, seen) = (self.model, self.rules, &mut self.seen);
        let mut wrong = None;
        let mut count = 0u128;
        let outcome = self.session.ask(&givens, task, self.control, &mut |values| {
            let checked = model.check(&givens, values).map_err(|violation| violation.to_string());
            let kept = |solution: Solution| match rules(&solution) {
                Ok(()) => Ok(solution),
                Err(broken) => Err(broken.to_string()),
            };
            match checked.and_then(kept) {
                Ok(solution) => {
                    seen.extend(model.shown().iter().map(|&v| (v, solution.value(v))));
                    count += 1;
                    ControlFlow::Continue(())
                }
                Err(why) => {
                    // One wrong solution discredits the engine, so nothing more is asked.
                    wrong = Some(why);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(why) = wrong.or_else(|| outcome.find_contradiction(count)) {
            return Err(Answer::Unknown(format!("the engine is wrong: {why}").into()));
        }
        // A complete search under one more given says nothing about the other values.
        self.is_complete |= more.is_none() && outcome.complete;
        match outcome.answer {
            // A checked solution decides, even if a limit ended the search after it.
            _ if count > 0 => Ok(ValueProbe::Some),
            Answer::Unsatisfiable => Ok(ValueProbe::Nothing),
            Answer::Unknown(why) => Ok(ValueProbe::Unknown(why)),
            other => Err(other),
        }
    }
}
