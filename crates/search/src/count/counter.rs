//! Counts the solutions of a model by components.

use parallax_model::ask::{Control, Stop};
use parallax_model::{Given, Model};

use super::Plan;
use super::components::{Counted, Walk};
use super::divide::Links;
use crate::Search;
use crate::session::PropagationStop;

/// A model prepared for counting by components.
pub struct Counter {
    links: Links,
    plan: Plan,
    /// The number of nodes after which a count ends without a number.
    nodes: u64,
}

/// The number of nodes after which the search first checks whether the cache helps. It checks again
/// whenever the number has doubled.
const PATIENCE: u64 = 20_000;

impl Counter {
    /// Builds the graph of variables and constraints of a model.
    #[must_use]
    pub fn new(model: &Model, plan: Plan) -> Self {
        Counter { links: Links::of(model), plan, nodes: u64::MAX }
    }

    /// Bounds the nodes of a count, which then ends without a number.
    pub(super) fn within(self, nodes: Option<u64>) -> Self {
        Counter { nodes: nodes.unwrap_or(u64::MAX), ..self }
    }

    /// Counts the distinct assignments of the shown variables under givens. `search` is a search of
    /// the same model without open levels; the effort is added to it. With `impatient`, the count
    /// ends without a number if the cache saves less than the search costs.
    ///
    /// # Errors
    /// Returns a [`Stop`] if `control` is stopped.
    pub fn count(
        &mut self,
        search: &mut Search,
        model: &Model,
        givens: &[Given],
        impatient: bool,
        control: &Control,
    ) -> Result<Counted, Stop> {
        search.store.obey(control);
        if search.is_refuted() {
            if let Some(certifier) = &mut search.certifier {
                certifier.ends();
            }
            return Ok(Counted::none());
        }
        search.store.open_level();
        let fixed = search.fix_givens(givens).map_err(|_| PropagationStop::Conflict);
        let counted = match fixed.and_then(|()| search.propagate(control)) {
            Err(PropagationStop::Stopped(stop)) => Err(stop),
            Err(PropagationStop::Conflict) => Ok(Counted::none()),
            Ok(()) => {
                let mut walk = Walk::new(search, model, &mut self.links, &self.plan, control);
                walk.patience = if impatient { PATIENCE } else { u64::MAX };
                walk.most = self.nodes;
                walk.run().map(|number| walk.counted(number))
            }
        };
        while search.store.depth() > 0 {
            search.store.undo_level();
        }
        if let (Ok(_), Some(certifier)) = (&counted, &mut search.certifier) {
            certifier.ends();
        }
        counted
    }
}
