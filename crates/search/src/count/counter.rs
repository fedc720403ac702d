//! Counts the solutions of a model by components.

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{Given, Model};

use super::ComponentCountOptions;
use super::components::{ComponentSearch, CountResult};
use super::divide::ComponentDivider;
use crate::SearchState;
use crate::session::PropagationStop;

/// A model prepared for counting by components.
pub struct ComponentCounter {
    links: ComponentDivider,
    plan: ComponentCountOptions,
    /// The number of nodes after which a count ends without a number.
    nodes: u64,
}

/// The number of nodes after which the search first checks whether the cache helps. It checks again
/// whenever the number has doubled.
const FIRST_CACHE_CHECK_NODES: u64 = 20_000;

impl ComponentCounter {
    /// Builds the graph of variables and constraints of a model.
    #[must_use]
    pub fn new(model: &Model, plan: ComponentCountOptions) -> Self {
        ComponentCounter { links: ComponentDivider::from_model(model), plan, nodes: u64::MAX }
    }

    /// Bounds the nodes of a count, which then ends without a number.
    pub(super) fn with_node_limit(self, nodes: Option<u64>) -> Self {
        ComponentCounter { nodes: nodes.unwrap_or(u64::MAX), ..self }
    }

    /// Counts the distinct assignments of the shown variables under givens. `search` is a search of
    /// the same model without open levels; the effort is added to it. With `impatient`, the count
    /// ends without a number if the cache saves less than the search costs.
    ///
    /// # Errors
    /// Returns a `StopReason` if `control` is stopped.
    pub fn count_assignments(
        &mut self,
        search: &mut SearchState,
        model: &Model,
        givens: &[Given],
        impatient: bool,
        control: &Control,
    ) -> Result<CountResult, StopReason> {
        search.store.set_limits(control);
        if search.is_refuted() {
            if let Some(certifier) = &mut search.certifier {
                certifier.flush_log();
            }
            return Ok(CountResult::zero_count());
        }
        search.store.open_level();
        let fixed = search.fix_givens(givens).map_err(|_| PropagationStop::Conflict);
        let counted = match fixed.and_then(|()| search.propagate(control)) {
            Err(PropagationStop::Stopped(stop)) => Err(stop),
            Err(PropagationStop::Conflict) => Ok(CountResult::zero_count()),
            Ok(()) => {
                let mut walk =
                    ComponentSearch::new(search, model, &mut self.links, &self.plan, control);
                walk.patience = if impatient { FIRST_CACHE_CHECK_NODES } else { u64::MAX };
                walk.max_nodes = self.nodes;
                walk.count_solutions().map(|number| walk.count_result(number))
            }
        };
        // A count that is stopped or gives up leaves the levels of its open frames.
        while search.store.depth() > 0 {
            search.store.undo_level();
        }
        if let (Ok(_), Some(certifier)) = (&counted, &mut search.certifier) {
            certifier.flush_log();
        }
        counted
    }
}
