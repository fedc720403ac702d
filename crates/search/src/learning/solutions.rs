//! Solutions of a search that learns: what is reported, and what later ones must not repeat.

use parallax_model::engine_api::EnumerationEnd;
use parallax_model::{Value, VarId};
use parallax_propagation::explain::{DomainAtom, RootClaimStatus};

use super::tree::LearningTree;

impl LearningTree<'_> {
    /// Reports a solution, and continues with better ones or others.
    pub(super) fn report_solution(&mut self, found: &mut u64) -> Result<bool, EnumerationEnd> {
        *found += 1;
        // All variables are fixed, so the minimum is the value.
        for (i, value) in self.values.iter_mut().enumerate() {
            *value = self.search.store.min(VarId::new(i));
        }
        if let Some(aim) = &self.aim {
            let cost = aim.objective.convert_cost(aim.objective.value_under(&self.values));
            aim.bound.set_cost(cost - 1);
        }
        let enough = (self.on_candidate)(&self.values).is_break();
        if enough || self.task.solution_limit().is_some_and(|limit| *found >= limit) {
            return Err(EnumerationEnd::Enough);
        }
        if self.aim.is_some() {
            // The bound fails here, and the jump leads to where a better solution may begin.
            self.stale = self.history.depth() + 1;
            self.enforce_bound();
            return Ok(true);
        }
        // Lent out for the call, which borrows the whole tree.
        let values = std::mem::take(&mut self.values);
        let goes_on = self.exclude_solution(&values);
        self.values = values;
        goes_on
    }

    /// Excludes the shown values of a solution, and returns to the root; returns false if no other
    /// solution remains.
    ///
    /// # Errors
    /// Returns the end of the search if the nogood does not fit.
    pub(crate) fn exclude_solution(&mut self, values: &[Value]) -> Result<bool, EnumerationEnd> {
        // A solution's nogood is kept, so it is simplified by what holds at the root only.
        self.return_root();
        let mut atoms: Vec<DomainAtom> = Vec::new();
        for &v in &self.shown {
            match self.root.equality_status(&self.search.store, v, values[v.index()]) {
                RootClaimStatus::Open(atom) => atoms.push(atom),
                RootClaimStatus::Always => {}
                // The root does not allow the solution, so it cannot come again.
                RootClaimStatus::Never => return Ok(true),
            }
        }
        // All shown variables are fixed at the root: every other solution repeats this one.
        if atoms.is_empty() {
            return Ok(false);
        }
        self.add_at_root(&atoms)
    }

    /// Accepts only solutions of less cost from now on.
    pub(crate) fn improve_on(&mut self, cost: i64) {
        if let Some(aim) = &self.aim {
            aim.bound.lower_cost(cost.saturating_sub(1));
            self.stale = self.history.depth() + 1;
            self.enforce_bound();
        }
    }
}
