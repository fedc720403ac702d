//! A step of tabu search: the best move of a drawn variable, or of several while none improves.

use std::ops::ControlFlow;

use rand::Rng;

use super::walk::{Going, Walk};

/// One step in this many takes any move of its variable, in tabu search.
const STEPS_A_NOISE: u32 = 128;

impl Walk<'_, '_> {
    pub(super) fn tabu(&mut self) -> Going<()> {
        let mut v = self.drawn();
        let found = if self.rng.random_range(0..STEPS_A_NOISE) == 0 {
            self.any_move(v)
        } else {
            let mut found = self.best(v)?;
            for _ in 1..self.draws {
                if found.is_some_and(|found| found.delta < 0) {
                    break;
                }
                let w = self.drawn();
                let next = self.best(w)?;
                if let Some(better) = next
                    && found.is_none_or(|found| better.delta < found.delta)
                {
                    (found, v) = (next, w);
                }
            }
            found.map(|found| found.change)
        };
        match found {
            Some(change) => self.make(change),
            None => self.rest(v),
        }
        ControlFlow::Continue(())
    }
}
