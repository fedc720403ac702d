//! A snapshot from which searches are cloned.

use parallax_propagation::propagators::{ConstraintPropagator, ObjectiveBoundPropagator};
use parallax_propagation::store::DomainStore;

use crate::SearchState;
use crate::heuristics::BranchingGuide;
use crate::node_counters::NodeCounters;
use crate::restarts::RestartSchedule;
use crate::session::SearchObjective;
use crate::settings::SearchSettings;

/// The state with which every subtree of a question begins, so that its result does not depend on
/// the subtrees that the same thread worked on before.
pub(super) struct SearchTemplate {
    store: DomainStore,
    propagators: Vec<Box<dyn ConstraintPropagator>>,
    pub(super) guide: BranchingGuide,
    pub(super) settings: SearchSettings,
    pub(super) restarts: RestartSchedule,
    variables: usize,
    aim: Option<SearchObjective>,
    owners: Vec<usize>,
}

impl SearchTemplate {
    /// Copies the state of a search whose levels are all undone.
    pub(super) fn from_search(search: &SearchState) -> Self {
        SearchTemplate {
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
    pub(super) fn build_search(&self) -> SearchState {
        let mut search = SearchState {
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
        self.restore_state(&mut search, &self.guide);
        search
    }

    /// Restores this state in a search that [`build_search`](SearchTemplate::build_search) returned
    /// and that has no open level, with a guide that may have learned more.
    pub(super) fn restore_state(&self, search: &mut SearchState, guide: &BranchingGuide) {
        // `clone_from` reuses the vector. The store needs no copy: its trail has undone all levels.
        search.propagators.clone_from(&self.propagators);
        // A copied bound would be shared between threads; each search gets its own.
        search.aim = self.aim.as_ref().map(|aim| {
            let (ceiling, bound) = ObjectiveBoundPropagator::new(&aim.objective);
            search.propagators[aim.propagator as usize] = Box::new(ceiling);
            SearchObjective { bound, ..aim.clone() }
        });
        // Whether a propagator has ever been called changes its first call, and so the counters.
        search.store.queue.take_state_of(&self.store.queue);
        search.guide.take_state_of(guide);
        search.failed = None;
    }
}
