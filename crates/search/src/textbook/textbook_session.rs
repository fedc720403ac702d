//! A session of textbook search.

use std::sync::Arc;

use parallax_model::engine_api::{
    CandidateCallback, Control, EnumerationEnd, PreparationError, QuestionClock, QuestionOutcome,
    Session, Task,
};
use parallax_model::{Given, Model};

use super::domains::TextbookDomains;
use super::effort::TextbookEffort;
use super::settings::TextbookSettings;
use super::walk::TextbookWalk;

/// A model prepared for textbook search.
pub struct TextbookSession {
    pub(super) model: Arc<Model>,
    pub(super) settings: TextbookSettings,
    pub(super) domains: TextbookDomains,
}

impl TextbookSession {
    /// Prepares a model; generalised arc consistency is enforced already here.
    ///
    /// # Errors
    /// Returns an error if domains are too large for bit sets, or `control` is stopped.
    pub fn new(
        model: &Arc<Model>,
        settings: &TextbookSettings,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let domains = TextbookDomains::new(model, settings.strength, seed, control)?;
        Ok(TextbookSession { model: model.clone(), settings: *settings, domains })
    }
}

impl Session for TextbookSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut clock = QuestionClock::start_clock();
        let objective = match (task, self.model.objective()) {
            (Task::Optimise, None) => return QuestionOutcome::without_objective(),
            (Task::Optimise, Some(objective)) => Some(objective),
            _ => None,
        };
        let mut timed = |values: &[_]| clock.run_outside(|| on_candidate(values));
        let mut effort = TextbookEffort::default();
        let ended = match (control.stop_reason(), task.solution_limit()) {
            (Some(stop), _) => (EnumerationEnd::Stopped(stop), 0, None),
            (None, Some(0)) => (EnumerationEnd::Enough, 0, None),
            (None, limit) => match self.domains.begin_question(givens, &mut effort, control) {
                Err(stop) => (EnumerationEnd::Stopped(stop), 0, None),
                Ok(false) => (EnumerationEnd::Exhausted, 0, None),
                Ok(true) => {
                    let mut walk =
                        TextbookWalk::new(&self.model, self.settings, &mut self.domains, control);
                    walk.objective = objective;
                    walk.limit = limit;
                    let ended = walk.run_search(&mut effort, &mut timed);
                    (ended, walk.found, walk.best)
                }
            },
        };
        self.domains.end_question();
        let (ended, found, best) = ended;
        match objective {
            None => QuestionOutcome::from_enumeration(
                found,
                ended,
                effort.counters(),
                clock.elapsed_time(),
            ),
            Some(_) => QuestionOutcome::from_optimisation(
                best,
                ended,
                effort.counters(),
                clock.elapsed_time(),
            ),
        }
    }
}
