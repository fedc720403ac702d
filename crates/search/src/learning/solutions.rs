//! Solutions of a search that learns: what is reported, and what later ones must not repeat.

use parallax_model::ask::Ended;
use parallax_model::{Value, VarId};
use parallax_propagation::explain::{Atom, Standing};

use super::tree::LearningTree;

impl LearningTree<'_> {
    /// Reports a solution, and goes on to better ones or others.
    pub(super) fn solved(&mut self, found: &mut u64) -> Result<bool, Ended> {
        *found += 1;
        for (i, value) in self.values.iter_mut().enumerate() {
            *value = self.search.store.min(VarId::new(i));
        }
        if let Some(aim) = &self.aim {
            let cost = aim.objective.signed(aim.objective.value(&self.values));
            aim.bound.set(cost - 1);
        }
        let enough = (self.on_candidate)(&self.values).is_break();
        if enough || self.task.limit().is_some_and(|limit| *found >= limit) {
            return Err(Ended::Enough);
        }
        if self.aim.is_some() {
            // The bound fails here, and the jump leads to where a better solution may begin.
            self.stale = self.history.depth() + 1;
            self.enforce_bound();
            return Ok(true);
        }
        let values = std::mem::take(&mut self.values);
        let goes_on = self.exclude(&values);
        self.values = values;
        goes_on
    }

    /// Excludes the shown values of a solution, and returns to the root; returns false if no others
    /// are left.
    ///
    /// # Errors
    /// Returns the end of the search if the nogood does not fit.
    pub(crate) fn exclude(&mut self, values: &[Value]) -> Result<bool, Ended> {
        self.restart();
        let mut atoms: Vec<Atom> = Vec::new();
        for &v in &self.shown {
            match self.root.is(&self.search.store, v, values[v.index()]) {
                Standing::Open(atom) => atoms.push(atom),
                Standing::Always => {}
                Standing::Never => return Ok(true),
            }
        }
        if atoms.is_empty() {
            return Ok(false);
        }
        self.add_at_root(&atoms)
    }

    /// Accepts only solutions of less cost from now on.
    pub(crate) fn improve_on(&mut self, cost: i64) {
        if let Some(aim) = &self.aim {
            aim.bound.lower(cost.saturating_sub(1));
            self.stale = self.history.depth() + 1;
            self.enforce_bound();
        }
    }
}
