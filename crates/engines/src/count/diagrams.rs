//! Counting by decision diagrams.

use std::sync::Arc;

use parallax_model::ask::{
    Clock, Control, Counting, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model};
use parallax_translate::diagrams::Diagrams;

/// Maximum number of nodes of the constraints' diagrams, and of their conjunction.
pub(super) const NODES: u64 = 50_000_000;

/// A model as decision diagrams.
pub(super) struct DiagramSession {
    diagrams: Diagrams,
}

impl DiagramSession {
    /// Builds the diagrams of the constraints, with at most `nodes` nodes.
    ///
    /// # Errors
    /// If they would be too large, or `control` stops it.
    pub(super) fn start(
        model: &Arc<Model>,
        nodes: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        Ok(DiagramSession { diagrams: Diagrams::of(&model.narrowed(), nodes, control)? })
    }
}

impl Session for DiagramSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if let Some(refused) = Outcome::unless_counting(task) {
            return refused;
        }
        let mut clock = Clock::start();
        let mut counters = self.diagrams.sizes();
        let counted = match self.diagrams.count(givens, control) {
            Ok(counted) => counted,
            Err(fault) => {
                let ended = match Refusal::from(fault) {
                    Refusal::Stopped(stop) => Ended::Stopped(stop),
                    Refusal::Failed(why) | Refusal::Unsupported(why) => Ended::GaveUp(why),
                };
                return Outcome::enumerated(0, ended, counters, clock.elapsed());
            }
        };
        counters.add_all(&counted.counters);
        let found = u64::from(counted.solution.is_some());
        if let Some(values) = counted.solution
            && clock.outside(|| on_candidate(&values)).is_break()
        {
            return Outcome::enumerated(found, Ended::Enough, counters, clock.elapsed());
        }
        Outcome::enumerated(found, Ended::Exhausted, counters, clock.elapsed())
            .with_count(counted.number, Counting::Diagrams)
    }
}
