//! A session of textbook search.

use std::sync::Arc;

use parallax_model::ask::{Clock, Control, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use parallax_model::{Given, Model};

use super::domains::Domains;
use super::effort::Effort;
use super::settings::TextbookSettings;
use super::walk::Walk;

/// A model prepared for textbook search.
pub struct Textbook {
    pub(super) model: Arc<Model>,
    pub(super) settings: TextbookSettings,
    pub(super) domains: Domains,
}

impl Textbook {
    /// Prepares a model; generalised arc consistency is enforced already here.
    ///
    /// # Errors
    /// If domains are too large for bit sets, or `control` says stop.
    pub fn new(
        model: &Arc<Model>,
        settings: &TextbookSettings,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let domains = Domains::new(model, settings.strength, seed, control)?;
        Ok(Textbook { model: model.clone(), settings: *settings, domains })
    }
}

impl Session for Textbook {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut clock = Clock::start();
        let objective = match (task, self.model.objective()) {
            (Task::Optimise, None) => return Outcome::without_objective(),
            (Task::Optimise, Some(objective)) => Some(objective),
            _ => None,
        };
        let mut timed = |values: &[_]| clock.outside(|| on_candidate(values));
        let mut effort = Effort::default();
        let ended = match (control.stopped(), task.limit()) {
            (Some(stop), _) => (Ended::Stopped(stop), 0, None),
            (None, Some(0)) => (Ended::Enough, 0, None),
            (None, limit) => match self.domains.begin(givens, &mut effort, control) {
                Err(stop) => (Ended::Stopped(stop), 0, None),
                Ok(false) => (Ended::Exhausted, 0, None),
                Ok(true) => {
                    let mut walk =
                        Walk::new(&self.model, self.settings, &mut self.domains, control);
                    walk.objective = objective;
                    walk.limit = limit;
                    let ended = walk.run(&mut effort, &mut timed);
                    (ended, walk.found, walk.best)
                }
            },
        };
        self.domains.end();
        let (ended, found, best) = ended;
        match objective {
            None => Outcome::enumerated(found, ended, effort.counters(), clock.elapsed()),
            Some(_) => Outcome::optimised(best, ended, effort.counters(), clock.elapsed()),
        }
    }
}
