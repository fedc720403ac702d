//! Facts that one search of a question passes to another: values that no further solution takes.

use parallax_model::{Value, VarId};
use parallax_propagation::SearchDecision;
use parallax_propagation::store::{ChangeReason, PropagationConflict};

use crate::SearchState;

/// Facts about all solutions of a question that were not found yet.
#[derive(Default)]
pub(crate) struct SolutionFacts {
    /// For the first variables, the values that remain.
    domains: Vec<Vec<Value>>,
    decisions: Vec<SearchDecision>,
}

impl SolutionFacts {
    /// Reads the domains of the first variables from a search whose decisions are all undone.
    pub(crate) fn from_search(search: &SearchState, variables: usize) -> Self {
        let all = (0..variables).map(|index| search.store.values(VarId::new(index)).collect());
        SolutionFacts { domains: all.collect(), decisions: Vec::new() }
    }

    /// Takes decisions that hold in the whole rest of a tree.
    pub(crate) fn from_decisions(decisions: impl Iterator<Item = SearchDecision>) -> Self {
        SolutionFacts { domains: Vec::new(), decisions: decisions.collect() }
    }

    /// Removes all other values in a search that is at its root.
    ///
    /// # Errors
    /// Returns a conflict if there is no further solution.
    pub(super) fn apply_facts(&self, search: &mut SearchState) -> Result<(), PropagationConflict> {
        let store = &mut search.store;
        // Neither search can explain these removals; as givens they count as part of the root.
        store.set_reason(ChangeReason::Given);
        for (index, values) in self.domains.iter().enumerate() {
            let v = VarId::new(index);
            // `values` is ascending, as domains are read, so the search is binary.
            let gone: Vec<Value> =
                store.values(v).filter(|value| values.binary_search(value).is_err()).collect();
            gone.into_iter().try_for_each(|value| store.remove_value(v, value))?;
        }
        self.decisions.iter().try_for_each(|decision| decision.apply(store))
    }
}
