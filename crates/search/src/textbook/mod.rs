//! Forward checking and generalised arc consistency as textbooks and their exercises present them,
//! with the counts of such an exercise.
//!
//! Every variable is *assigned* in turn, also one that has a single value left, and every value
//! that is tried counts. Forward checking acts on a constraint when exactly one of its variables
//! is not assigned (Haralick and Elliott 1980). A variable whose domain has shrunk to one value
//! is not assigned yet. That is the difference to the level `fc` of native search, which goes
//! on from such a variable at once, and so looks further ahead. Generalised arc consistency is
//! enforced before the first assignment and after each (Bessiere 2006); its result is unique, so
//! the propagators of native search compute it.
//!
//! `settings.rs` names the order of variables and values, `domains.rs` removes values, `effort.rs`
//! counts, and `walk.rs` is the search.

mod domains;
mod effort;
mod forward;
mod settings;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;

use parallax_model::ask::{Clock, Control, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use parallax_model::{Given, Model};

use domains::Domains;
use effort::Effort;
pub use settings::{Order, Strength, TextbookSettings, ValueOrder};
use walk::Walk;

/// A model prepared for textbook search.
pub struct Textbook {
    model: Arc<Model>,
    settings: TextbookSettings,
    domains: Domains,
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
