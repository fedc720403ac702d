//! A snapshot from which searches are cloned.

use parallax_propagation::propagators::{Ceiling, Propagator};
use parallax_propagation::store::Store;

use crate::Search;
use crate::heuristics::Guide;
use crate::node_counters::NodeCounters;
use crate::restarts::Schedule;
use crate::session::Aim;
use crate::settings::Settings;

/// The state with which every subtree of a question begins, so that its result does not depend on
/// the subtrees that the same thread worked on before.
pub(super) struct Template {
    store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    pub(super) guide: Guide,
    pub(super) settings: Settings,
    pub(super) restarts: Schedule,
    variables: usize,
    aim: Option<Aim>,
    owners: Vec<usize>,
}

impl Template {
    /// Copies the state of a search whose levels are all undone.
    pub(super) fn of(search: &Search) -> Self {
        Template {
            store: search.store.clone(),
            propagators: search.propagators.clone(),
            guide: search.guide.clone(),
            settings: search.settings.clone(),
            restarts: search.restarts,
            variables: search.variables,
            aim: search.aim.clone(),
            owners: search.owners.clone(),
        }
    }

    /// Returns a search in this state.
    pub(super) fn search(&self) -> Search {
        let mut search = Search {
            store: self.store.clone(),
            propagators: Vec::new(),
            guide: self.guide.clone(),
            settings: self.settings.clone(),
            restarts: self.restarts,
            variables: self.variables,
            refuted: false,
            work: NodeCounters::default(),
            aim: None,
            owners: self.owners.clone(),
            permutations: Vec::new(),
            failed: None,
            trace: None,
            certifier: None,
        };
        self.restore(&mut search, &self.guide);
        search
    }

    /// Restores this state in a search that [`search`](Template::search) returned and that has no
    /// open level, with a guide that may have learned more.
    pub(super) fn restore(&self, search: &mut Search, guide: &Guide) {
        search.propagators.clone_from(&self.propagators);
        // Each search has a bound of its own.
        search.aim = self.aim.as_ref().map(|aim| {
            let (ceiling, bound) = Ceiling::new(&aim.objective);
            search.propagators[aim.propagator as usize] = Box::new(ceiling);
            Aim { bound, ..aim.clone() }
        });
        search.store.queue.take_state_of(&self.store.queue);
        search.guide.take_state_of(guide);
        search.failed = None;
    }
}
