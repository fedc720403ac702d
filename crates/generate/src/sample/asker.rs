//! Queries an engine about parts of the solutions, and checks its answers.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{
    Answer, CaughtPanic, Control, Count, Counters, Engine, Outcome, Session, Task, caught,
};
use parallax_model::{Model, Value};

use super::part::Prefix;
use super::{Missing, Population, SampleError};

/// An engine with a session for one problem, which is reused for later questions.
pub(super) struct Asker<'a> {
    problem: &'a Population<'a>,
    engine: &'a dyn Engine,
    seed: u64,
    control: &'a Control,
    session: Option<Box<dyn Session>>,
    /// The effort of all questions.
    pub(super) counters: Counters,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        problem: &'a Population<'a>,
        engine: &'a dyn Engine,
        seed: u64,
        control: &'a Control,
    ) -> Self {
        Asker { problem, engine, seed, control, session: None, counters: Counters::new() }
    }

    /// Returns the number of solutions in a part.
    ///
    /// # Errors
    /// Returns an error if the engine does not finish, or contradicts itself.
    pub(super) fn count(&mut self, part: &Prefix) -> Result<Count, Missing> {
        let (outcome, given) = self.ask(part, Task::Count, &mut |_| {})?;
        if !outcome.complete {
            return Err(Missing::Unanswered(incomplete(outcome)));
        }
        Ok(outcome.counted.unwrap_or_else(|| given.into()))
    }

    /// Passes the values of all variables of each solution in a part to `take`. Returns their
    /// number; `None` if there are more than `most`, of which one more is passed.
    ///
    /// # Errors
    /// Returns an error if the engine does not finish, or contradicts itself.
    pub(super) fn list(
        &mut self,
        part: &Prefix,
        most: u64,
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<Option<u64>, Missing> {
        let (outcome, given) = self.ask(part, Task::Limit(most.saturating_add(1)), take)?;
        match given {
            _ if given > most => Ok(None),
            _ if outcome.complete => Ok(Some(given)),
            _ => Err(Missing::Unanswered(incomplete(outcome))),
        }
    }

    /// Returns the values of all variables of a solution in a part; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the engine does not decide, or contradicts itself.
    pub(super) fn one(&mut self, part: &Prefix) -> Result<Option<Vec<Value>>, Missing> {
        let mut found = None;
        let (outcome, _) = self.ask(part, Task::First, &mut |values| {
            found.get_or_insert_with(|| values.to_vec());
        })?;
        match outcome.answer {
            _ if found.is_some() => Ok(found),
            Answer::Unsatisfiable => Ok(None),
            _ => Err(Missing::Unanswered(incomplete(outcome))),
        }
    }

    /// Makes one query and checks candidates and outcome. Also returns the number of candidates.
    fn ask(
        &mut self,
        part: &Prefix,
        task: Task,
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(Outcome, u64), Missing> {
        self.control.check()?;
        let Asker { problem, control, .. } = *self;
        let model = problem.model();
        let fresh = part.bounds.is_some() || self.engine.abilities().asks_once;
        let kept = if fresh { None } else { self.session.take() };
        let givens = if fresh { Vec::new() } else { part.givens(model) };
        let mut session = match kept {
            Some(session) => session,
            None if fresh => self.prepare(&smaller(model, part).into())?,
            None => self.prepare(model)?,
        };
        let (mut wrong, mut given) = (None, 0u64);
        let mut on_candidate = |values: &[Value]| {
            given += 1;
            match problem.checked(values) {
                Err(how) => wrong = Some(how),
                Ok(_) if !part.holds(model, values) => {
                    wrong = Some(SampleError::Given);
                }
                Ok(_) if task.limit().is_some_and(|limit| given > limit) => {
                    wrong = Some(SampleError::TooMany);
                }
                Ok(_) => {
                    take(values);
                    return ControlFlow::Continue(());
                }
            }
            ControlFlow::Break(())
        };
        let asked = caught(|| session.ask(&givens, task, control, &mut on_candidate));
        let outcome = asked.map_err(crash)?;
        self.counters.add("questions", 1);
        self.counters.add_all(&outcome.counters);
        let wrong = wrong
            .or_else(|| outcome.wrong.clone().map(SampleError::Solver))
            .or_else(|| outcome.contradiction(given.into()).map(SampleError::Contradiction));
        if let Some(error) = wrong {
            let (engine, error) = (self.engine.name(), Box::new(error));
            return Err(SampleError::Engine { engine, error }.into());
        }
        if outcome.stopped.is_none() && !fresh {
            // A solver that was stopped may be unable to continue.
            self.session = Some(session);
        }
        Ok((outcome, given))
    }

    fn prepare(&self, model: &Arc<Model>) -> Result<Box<dyn Session>, Missing> {
        let prepared = caught(|| self.engine.prepare(model, self.seed, self.control));
        Ok(prepared.map_err(crash)??)
    }
}

/// Returns the model with the domains of a part.
fn smaller(model: &Model, part: &Prefix) -> Model {
    let model = model.restricted(&part.givens(model));
    let Some((variable, domain)) = part.next(&model).filter(|_| part.bounds.is_some()) else {
        return model;
    };
    let mut domains: Vec<_> = model.variables().iter().map(|v| v.domain.clone()).collect();
    domains[variable.index()] = domain;
    model.with_domains(domains)
}

/// Converts a panic to an unknown answer.
fn crash(panic: CaughtPanic) -> Missing {
    Missing::Unanswered(Answer::Unknown(format!("crash: panic: {panic}").into()))
}

/// Returns the answer of an engine that did not finish.
fn incomplete(outcome: Outcome) -> Answer {
    match outcome.answer {
        Answer::Unknown(_) | Answer::Unsupported(_) => outcome.answer,
        _ => Answer::Unknown(outcome.stopped.unwrap_or_else(|| "the engine stopped".into())),
    }
}
