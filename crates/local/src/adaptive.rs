//! A step of adaptive search: the best move of the variable with the greatest error, and a reset
//! after many without an improvement.

use std::ops::ControlFlow;

use rand::Rng;

use super::walk::{LocalWalk, MAX_PLACES, StepResult};

impl LocalWalk<'_, '_> {
    pub(super) fn adaptive_step(&mut self) -> StepResult<()> {
        let v = match self.worst_variable() {
            Some(v) => v,
            None => self.draw_variable(),
        };
        match self.best_move(v)? {
            Some(found) if found.delta < 0 => self.make_move(found.change),
            // Sideways moves cross plateaus. One in ten is refused and marks the variable
            // instead, so that long plateaus end in a reset.
            Some(found) if found.delta == 0 && self.rng.random_range(0..10) > 0 => {
                self.make_move(found.change);
            }
            _ => {
                self.rest_variable(v);
                self.marked += 1;
                let movable = self.state.problem.movable.len() as u64;
                if self.marked > 2 + movable / 10 {
                    self.reset_variables()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the variable with the greatest error that does not rest. Ties are broken at random.
    fn worst_variable(&mut self) -> Option<u32> {
        let problem = self.state.problem;
        let violated = self.state.violated.member_list();
        // The scan stops after `MAX_PLACES`. Starting anywhere in the list keeps it from always
        // reading the same constraints.
        let first = self.rng.random_range(0..violated.len());
        let mut places = 0;
        for &c in violated[first..].iter().chain(&violated[..first]) {
            for &(v, role) in problem.scopes.list_items(c).iter().take(MAX_PLACES) {
                places += 1;
                let share = self.state.violation_share(c, v, role);
                let error = &mut self.errors[v as usize];
                // `erring` lists the variables to clear, so a step does not touch the errors of all
                // others.
                if *error == 0 && share > 0 {
                    self.erring.push(v);
                }
                *error = error.saturating_add(share);
            }
            if places >= MAX_PLACES {
                break;
            }
        }
        self.state.work += places as u64;
        let (mut worst, mut most, mut equals) = (None, 0, 0u32);
        for &v in &self.erring {
            let error = std::mem::take(&mut self.errors[v as usize]);
            if self.resting[v as usize] >= self.numbers.steps || error < most {
                continue;
            }
            // Reservoir sampling: the k-th variable with the greatest error replaces the choice
            // with probability 1/k, so all are equally likely.
            equals = if error > most { 1 } else { equals + 1 };
            if equals == 1 || self.rng.random_range(0..equals) == 0 {
                (worst, most) = (Some(v), error);
            }
        }
        self.erring.clear();
        worst
    }

    /// Moves a random tenth of the variables.
    fn reset_variables(&mut self) -> StepResult<()> {
        self.numbers.resets += 1;
        self.marked = 0;
        self.resting.fill(0);
        let movable = &self.state.problem.movable;
        for _ in 0..1 + movable.len() / 10 {
            let v = movable[self.rng.random_range(0..movable.len())];
            if let Some(change) = self.any_move(v) {
                self.make_move(change);
            }
            self.poll_limits()?;
        }
        // The moves above made their variables rest, but after a reset all of them may move again.
        self.resting.fill(0);
        ControlFlow::Continue(())
    }
}
