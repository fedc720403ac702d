//! Which variable and which value come next.

mod activity;
mod candidates;
mod diagonal;
#[cfg(test)]
mod tests;
mod value;
mod variable;
mod weights;

pub use value::ValueHeuristic;
pub use variable::VariableHeuristic;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::propagators::Propagator;
use super::settings::Settings;
use super::store::Store;
use crate::model::{Model, Value, VarId};
use candidates::Candidates;
use variable::Chooser;

/// Chooses variables and values, and learns from how the search goes.
pub(super) struct Guide {
    /// The shown variables, then the hidden ones, which come last.
    open: [Candidates; 2],
    chooser: Chooser,
    values: ValueHeuristic,
    last_conflict: bool,
    /// The variable whose assignment failed last.
    failed: Option<VarId>,
    seed: u64,
    rng: ChaCha8Rng,
}

impl Guide {
    pub(super) fn new(
        model: &Model,
        settings: &Settings,
        seed: u64,
        propagators: &[Box<dyn Propagator>],
        store: &mut Store,
    ) -> Self {
        let open = [true, false].map(|shown| {
            let all = 0..model.variables().len();
            let chosen = all.filter(|&i| model.variables()[i].shown == shown);
            Candidates::new(chosen.map(VarId::new).collect(), store)
        });
        Guide {
            open,
            chooser: Chooser::new(settings.variables, model, propagators),
            values: settings.values,
            last_conflict: settings.last_conflict,
            failed: None,
            seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Forgets what was learned: each question starts alike.
    pub(super) fn reset(&mut self) {
        self.rng = ChaCha8Rng::seed_from_u64(self.seed);
        self.failed = None;
        self.chooser.reset();
        self.open.iter_mut().for_each(Candidates::reset);
    }

    /// The next variable, and whether it is shown; `None` when all are fixed.
    pub(super) fn choose(&mut self, store: &mut Store) -> Option<(VarId, bool)> {
        let [shown, hidden] = &mut self.open;
        shown.drop_fixed(store);
        if let Some(failed) = self.failed.filter(|&v| !store.is_fixed(v)) {
            // A hidden variable has its turn when no shown one is open.
            let is_shown = shown.holds(failed);
            if is_shown || shown.is_empty(store) {
                return Some((failed, is_shown));
            }
        }
        if let Some(v) = self.chooser.choose(shown.open(store), store, &mut self.rng) {
            return Some((v, true));
        }
        hidden.drop_fixed(store);
        let v = self.chooser.choose(hidden.open(store), store, &mut self.rng)?;
        Some((v, false))
    }

    /// The value to try first.
    #[inline]
    pub(super) fn value(&mut self, v: VarId, store: &Store) -> Value {
        self.values.pick(v, store, &mut self.rng)
    }

    /// Appends all values of a variable, the one to try first last.
    pub(super) fn all_values(&mut self, v: VarId, store: &Store, into: &mut Vec<Value>) {
        self.values.order(v, store, &mut self.rng, into);
    }

    /// A commit is about to be made.
    #[inline]
    pub(super) fn commits(&mut self, store: &Store) {
        self.chooser.commits(store);
    }

    /// Propagation has ended; `assigned` was the last commit, if that was an
    /// assignment.
    #[inline]
    pub(super) fn propagated(&mut self, assigned: Option<VarId>, consistent: bool, store: &Store) {
        self.chooser.propagated(store);
        if self.last_conflict
            && let Some(v) = assigned
        {
            if !consistent {
                self.failed = Some(v);
            } else if self.failed == Some(v) {
                self.failed = None;
            }
        }
    }

    /// A propagator found a conflict.
    #[inline]
    pub(super) fn conflict(&mut self, propagator: usize) {
        self.chooser.conflict(propagator);
    }

    /// The search begins anew.
    pub(super) fn restarted(&mut self) {
        self.failed = None;
        self.chooser.restarted();
    }
}
