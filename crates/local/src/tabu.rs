//! A step of tabu search: the best move of a drawn variable, or of several while none improves.

use std::ops::ControlFlow;

use rand::Rng;

use super::walk::{LocalWalk, StepResult};

/// One step in this many takes any move of its variable, in tabu search.
const STEPS_PER_RANDOM_MOVE: u32 = 128;

impl LocalWalk<'_, '_> {
    pub(super) fn tabu_step(&mut self) -> StepResult<()> {
        let mut v = self.draw_variable();
        // Rare random moves leave cycles that resting variables do not break.
        let found = if self.rng.random_range(0..STEPS_PER_RANDOM_MOVE) == 0 {
            self.any_move(v)
        } else {
            let mut found = self.best_move(v)?;
            for _ in 1..self.draws {
                if found.is_some_and(|found| found.delta < 0) {
                    break;
                }
                let w = self.draw_variable();
                let next = self.best_move(w)?;
                if let Some(better) = next
                    && found.is_none_or(|found| better.delta < found.delta)
                {
                    (found, v) = (next, w);
                }
            }
            found.map(|found| found.change)
        };
        match found {
            Some(change) => self.make_move(change),
            None => self.rest_variable(v),
        }
        ControlFlow::Continue(())
    }
}
