//! Local search as an engine.

use std::sync::Arc;

use parallax_local::{LocalSettings, Search, search};
use parallax_model::ask::{
    Answer, Clock, Control, Counters, Ended, OnCandidate, Outcome, Session, Task,
};
use parallax_model::{Given, Model, Value};

/// Makes a session of local search. Each question starts in the same state, so that the same seed
/// gives the same counters.
pub(super) fn session(model: &Arc<Model>, settings: &LocalSettings, seed: u64) -> Box<dyn Session> {
    Box::new(LocalSession { model: model.clone(), settings: settings.clone(), seed })
}

struct LocalSession {
    model: Arc<Model>,
    settings: LocalSettings,
    seed: u64,
}

/// The reason why a task for more than one solution is refused.
const ONE_ONLY: &str = "local search finds one solution or better and better ones; it cannot list or \
                        count all";

impl Session for LocalSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut clock = Clock::start();
        let optimise = task == Task::Optimise;
        match task {
            Task::First | Task::Limit(1) => {}
            Task::Limit(0) => {
                let (ended, counters) = (Ended::Enough, Counters::new());
                return Outcome::enumerated(0, ended, counters, clock.elapsed());
            }
            Task::Optimise if self.model.objective().is_none() => {
                return Outcome::without_objective();
            }
            Task::Optimise => {}
            Task::All | Task::Count | Task::Limit(_) => {
                return Outcome::at_once(Answer::Unsupported(ONE_ONLY.into()));
            }
        }
        let mut give = |values: &[Value]| clock.outside(|| on_candidate(values));
        let asked = Search { model: &self.model, givens, optimise, seed: self.seed };
        let walked = match search(asked, &self.settings, control, &mut give) {
            Ok(walked) => walked,
            Err(refusal) => return Outcome::at_once(refusal.into()),
        };
        let elapsed = clock.elapsed();
        if optimise {
            Outcome::optimised(walked.best, walked.ended, walked.counters, elapsed)
        } else {
            Outcome::enumerated(walked.found, walked.ended, walked.counters, elapsed)
        }
    }
}
