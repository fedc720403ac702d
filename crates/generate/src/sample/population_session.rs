//! Queries an engine about parts of the solutions, and checks its answers.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, CaughtPanic, Control, EffortCounters, Engine, QuestionOutcome, Session, SolutionCount,
    Task, catch_panic,
};
use parallax_model::{Model, Value};

use super::solution_prefix::SolutionPrefix;
use super::{MissingSampleError, SampleError, SamplePopulation};

/// An engine with a session for one problem, which is reused for later questions.
pub(super) struct PopulationSession<'a> {
    problem: &'a SamplePopulation<'a>,
    engine: &'a dyn Engine,
    seed: u64,
    control: &'a Control,
    session: Option<Box<dyn Session>>,
    /// The effort of all questions.
    pub(super) counters: EffortCounters,
}

impl<'a> PopulationSession<'a> {
    pub(super) fn new(
        problem: &'a SamplePopulation<'a>,
        engine: &'a dyn Engine,
        seed: u64,
        control: &'a Control,
    ) -> Self {
        PopulationSession {
            problem,
            engine,
            seed,
            control,
            session: None,
            counters: EffortCounters::new(),
        }
    }

    /// Returns the number of solutions in a part.
    ///
    /// # Errors
    /// Returns an error if the engine does not finish, or contradicts itself.
    pub(super) fn count_part(
        &mut self,
        part: &SolutionPrefix,
    ) -> Result<SolutionCount, MissingSampleError> {
        let (outcome, given) = self.ask_part(part, Task::Count, &mut |_| {})?;
        if !outcome.complete {
            return Err(MissingSampleError::Unanswered(unfinished_answer(outcome)));
        }
        Ok(outcome.counted.unwrap_or_else(|| given.into()))
    }

    /// Passes the values of all variables of each solution in a part to `take`. Returns their
    /// number; `None` if there are more than `limit`, of which one more is passed.
    ///
    /// # Errors
    /// Returns an error if the engine does not finish, or contradicts itself.
    pub(super) fn list_part(
        &mut self,
        part: &SolutionPrefix,
        limit: u64,
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<Option<u64>, MissingSampleError> {
        let (outcome, given) = self.ask_part(part, Task::Limit(limit.saturating_add(1)), take)?;
        match given {
            // The question asks for one more than the limit, which shows whether there are more.
            _ if given > limit => Ok(None),
            _ if outcome.complete => Ok(Some(given)),
            _ => Err(MissingSampleError::Unanswered(unfinished_answer(outcome))),
        }
    }

    /// Returns the values of all variables of a solution in a part; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the engine does not decide, or contradicts itself.
    pub(super) fn solve_part(
        &mut self,
        part: &SolutionPrefix,
    ) -> Result<Option<Vec<Value>>, MissingSampleError> {
        let mut found = None;
        let (outcome, _) = self.ask_part(part, Task::First, &mut |values| {
            found.get_or_insert_with(|| values.to_vec());
        })?;
        match outcome.answer {
            _ if found.is_some() => Ok(found),
            Answer::Unsatisfiable => Ok(None),
            _ => Err(MissingSampleError::Unanswered(unfinished_answer(outcome))),
        }
    }

    /// Makes one query and checks candidates and outcome. Also returns the number of candidates.
    fn ask_part(
        &mut self,
        part: &SolutionPrefix,
        task: Task,
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(QuestionOutcome, u64), MissingSampleError> {
        self.control.check_stop()?;
        let PopulationSession { problem, control, .. } = *self;
        let model = problem.model();
        // Bounds are no givens, so a part with bounds needs a model with narrower domains, and with
        // it a session for one question.
        let fresh = part.bounds.is_some() || self.engine.abilities().asks_once;
        // Taken out, so that it is lost if the question panics or the answer is wrong; a good one
        // is put back at the end.
        let kept = if fresh { None } else { self.session.take() };
        let givens = if fresh { Vec::new() } else { part.as_givens(model) };
        let mut session = match kept {
            Some(session) => session,
            None if fresh => self.prepare_session(&part_model(model, part).into())?,
            None => self.prepare_session(model)?,
        };
        let (mut wrong, mut given) = (None, 0u64);
        let mut on_candidate = |values: &[Value]| {
            given += 1;
            match problem.check_values(values) {
                Err(how) => wrong = Some(how),
                Ok(_) if !part.holds_values(model, values) => {
                    wrong = Some(SampleError::Given);
                }
                Ok(_) if task.solution_limit().is_some_and(|limit| given > limit) => {
                    wrong = Some(SampleError::TooMany);
                }
                Ok(_) => {
                    take(values);
                    return ControlFlow::Continue(());
                }
            }
            ControlFlow::Break(())
        };
        let asked = catch_panic(|| session.ask(&givens, task, control, &mut on_candidate));
        let outcome = asked.map_err(crash_answer)?;
        self.counters.add_amount("questions", 1);
        self.counters.add_all(&outcome.counters);
        // A wrong candidate, what the engine reports of itself, then a contradiction between the
        // answer and the number of candidates.
        let wrong = wrong
            .or_else(|| outcome.wrong.clone().map(SampleError::Solver))
            .or_else(|| outcome.find_contradiction(given.into()).map(SampleError::Contradiction));
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

    fn prepare_session(&self, model: &Arc<Model>) -> Result<Box<dyn Session>, MissingSampleError> {
        let prepared = catch_panic(|| self.engine.prepare(model, self.seed, self.control));
        Ok(prepared.map_err(crash_answer)??)
    }
}

/// Returns the model with the domains of a part.
fn part_model(model: &Model, part: &SolutionPrefix) -> Model {
    let model = model.restrict_givens(&part.as_givens(model));
    let Some((variable, domain)) = part.next(&model).filter(|_| part.bounds.is_some()) else {
        return model;
    };
    let mut domains: Vec<_> = model.variables().iter().map(|v| v.domain.clone()).collect();
    domains[variable.index()] = domain;
    model.with_domains(domains)
}

/// Converts a panic to an unknown answer.
fn crash_answer(panic: CaughtPanic) -> MissingSampleError {
    MissingSampleError::Unanswered(Answer::Unknown(format!("crash: panic: {panic}").into()))
}

/// Returns the answer of an engine that did not finish.
fn unfinished_answer(outcome: QuestionOutcome) -> Answer {
    match outcome.answer {
        Answer::Unknown(_) | Answer::Unsupported(_) => outcome.answer,
        _ => Answer::Unknown(outcome.stopped.unwrap_or_else(|| "the engine stopped".into())),
    }
}
