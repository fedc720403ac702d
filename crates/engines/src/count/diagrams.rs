//! Counting by decision diagrams.

use std::sync::Arc;

use parallax_model::engine_api::{
    CandidateCallback, Control, CountingMethod, EnumerationEnd, PreparationError, QuestionClock,
    QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model};
use parallax_translate::diagrams::ModelDiagrams;

/// Maximum number of nodes of the constraints' diagrams, and of their conjunction.
pub(super) const MAX_NODES: u64 = 50_000_000;

/// A model as decision diagrams.
pub(super) struct DiagramSession {
    diagrams: ModelDiagrams,
}

impl DiagramSession {
    /// Builds the diagrams of the constraints, with at most `nodes` nodes.
    ///
    /// # Errors
    /// If they would be too large, or `control` stops it.
    pub(super) fn build_diagrams(
        model: &Arc<Model>,
        nodes: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        Ok(DiagramSession {
            diagrams: ModelDiagrams::from_model(&model.narrow_domains(), nodes, control)?,
        })
    }
}

impl Session for DiagramSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if let Some(refused) = QuestionOutcome::unless_counting(task) {
            return refused;
        }
        let mut clock = QuestionClock::start_clock();
        let mut counters = self.diagrams.diagram_sizes();
        let counted = match self.diagrams.count_solutions(givens, control) {
            Ok(counted) => counted,
            Err(fault) => {
                let ended = match PreparationError::from(fault) {
                    PreparationError::Stopped(stop) => EnumerationEnd::Stopped(stop),
                    PreparationError::Failed(why) | PreparationError::Unsupported(why) => {
                        EnumerationEnd::GaveUp(why)
                    }
                };
                return QuestionOutcome::from_enumeration(0, ended, counters, clock.elapsed_time());
            }
        };
        counters.add_all(&counted.counters);
        let found = u64::from(counted.solution.is_some());
        if let Some(values) = counted.solution
            && clock.run_outside(|| on_candidate(&values)).is_break()
        {
            return QuestionOutcome::from_enumeration(
                found,
                EnumerationEnd::Enough,
                counters,
                clock.elapsed_time(),
            );
        }
        QuestionOutcome::from_enumeration(
            found,
            EnumerationEnd::Exhausted,
            counters,
            clock.elapsed_time(),
        )
        .with_count(counted.number, CountingMethod::Diagrams)
    }
}
