//! Answers every task from one session, each with the propagation that pays off for it.

use std::sync::Arc;

use parallax_model::ask::{Clock, Control, OnCandidate, Outcome, Refusal, Session, Task};
use parallax_model::{Given, Model};

use super::settings::wants_one;
use super::{Search, Settings};

/// An enumerating search, plus a second search for tasks that end with one solution, if the
/// settings propagate differently there ([`Settings::for_one`]). The first such task builds the
/// second search.
pub struct ByTask {
    model: Arc<Model>,
    seed: u64,
    many: Search,
    for_one: Option<Settings>,
    one: Option<Search>,
}

impl ByTask {
    /// Builds the enumerating search of a model.
    ///
    /// # Errors
    /// Returns the errors of [`Search::new`].
    pub fn new(
        model: &Arc<Model>,
        settings: &Settings,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let many = Search::new(model, settings, seed, control)?;
        let for_one = settings.for_one(model).filter(|_| !many.is_refuted());
        Ok(ByTask { model: model.clone(), seed, many, for_one, one: None })
    }

    /// Returns the search for a task. Falls back on the enumerating search if the other one cannot
    /// be built.
    pub(super) fn search(&mut self, task: Task, control: &Control) -> &mut Search {
        if self.one.is_none()
            && wants_one(task)
            && let Some(settings) = &self.for_one
        {
            self.one = Search::new(&self.model, settings, self.seed, control).ok();
        }
        match &mut self.one {
            Some(one) if wants_one(task) => one,
            _ => &mut self.many,
        }
    }
}

impl Session for ByTask {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let clock = Clock::start();
        let search = self.search(task, control);
        let prepared = clock.elapsed();
        let mut outcome = search.ask(givens, task, control, on_candidate);
        outcome.solve += prepared;
        outcome
    }
}
