//! Decisions one by one, for searches of other kinds.

use parallax_model::engine_api::{Control, EffortCounters, PreparationError, StopReason};
use parallax_model::{Given, Model, Value, VarId};
use parallax_propagation::levels::ConsistencyLevel;
use parallax_propagation::store::{ChangeReason, DomainStore};

use super::SearchState;
use super::node_counters::NodeCounters;
use super::session::PropagationStop;
use super::settings::SearchSettings;

/// Domains of a model, propagated after each decision. The caller chooses the order of the
/// decisions.
pub struct DecisionWalk {
    search: SearchState,
}

impl DecisionWalk {
    /// Propagates the root of a model.
    ///
    /// # Errors
    /// Returns an error if domains are too large for bit sets, or `control` is stopped.
    pub fn new(model: &Model, control: &Control) -> Result<Self, PreparationError> {
        Ok(DecisionWalk {
            search: SearchState::new(model, &SearchSettings::default(), 0, control)?,
        })
    }

    /// Propagates the root of a model, with the strongest propagation of every constraint.
    ///
    /// # Errors
    /// Returns the errors of [`new`](DecisionWalk::new).
    pub fn with_strongest_levels(
        model: &Model,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let mut settings = SearchSettings::default();
        settings.levels.all = Some(ConsistencyLevel::Domain);
        Ok(DecisionWalk { search: SearchState::new(model, &settings, 0, control)? })
    }

    /// Returns the domains, unless propagation at the root found a conflict.
    #[must_use]
    pub fn consistent_store(&self) -> Option<&DomainStore> {
        (!self.search.is_refuted()).then(|| self.store())
    }

    /// Starts a question: undoes all decisions, and takes the givens. Returns false on a conflict.
    ///
    /// # Errors
    /// Returns a `StopReason` if `control` is stopped.
    pub fn start_question(
        &mut self,
        givens: &[Given],
        control: &Control,
    ) -> Result<bool, StopReason> {
        // The caller may leave a question at any depth.
        while self.search.store.depth() > 0 {
            self.search.store.undo_level();
        }
        let store = &self.search.store;
        self.search.work = NodeCounters::from_store(store);
        // Neither last-conflict reasoning nor switches: the caller chooses the variables.
        self.search.guide.reset(false, false);
        self.search.store.set_limits(control);
        if self.search.is_refuted() {
            return Ok(false);
        }
        self.search.store.open_level();
        let fixed = self.search.fix_givens(givens);
        Ok(fixed.is_ok() && self.propagate_domains(control)?)
    }

    /// Returns the domains.
    #[must_use]
    pub fn store(&self) -> &DomainStore {
        &self.search.store
    }

    /// Returns the priority of an open variable: the weight of its failed constraints divided by
    /// the size of its domain (dom/wdeg). The scores depend only on the questions of the walk so
    /// far.
    #[must_use]
    pub fn variable_score(&self, variable: VarId) -> f64 {
        let store = &self.search.store;
        // Heuristics without scores fall back on the smallest domain.
        let sized = || 1.0 / f64::from(store.domain_size(variable));
        self.search.guide.variable_score(variable, store).unwrap_or_else(sized)
    }

    /// Decides on a value of a variable's domain. On a conflict, undoes the decision and returns
    /// false.
    ///
    /// # Errors
    /// Returns a `StopReason` if `control` is stopped.
    pub fn commit_value(
        &mut self,
        variable: VarId,
        value: Value,
        control: &Control,
    ) -> Result<bool, StopReason> {
        self.search.work.enumerations += 1;
        self.search.work.assignments += 1;
        let store = &mut self.search.store;
        store.open_level();
        store.set_reason(ChangeReason::Decision);
        let fixed = store.fix_value(variable, value);
        let consistent = fixed.is_ok() && self.propagate_domains(control)?;
        if !consistent {
            self.search.work.backtracks += 1;
            self.undo_decision();
        }
        Ok(consistent)
    }

    /// Undoes the last decision.
    pub fn undo_decision(&mut self) {
        self.search.store.undo_level();
    }

    /// Counts a node: a variable has been chosen.
    pub fn count_node(&mut self) {
        self.search.work.nodes += 1;
    }

    /// Returns the effort of this question, by the names of native search.
    #[must_use]
    pub fn counters(&self) -> EffortCounters {
        self.search.counters()
    }

    fn propagate_domains(&mut self, control: &Control) -> Result<bool, StopReason> {
        match self.search.propagate(control) {
            Ok(()) => Ok(true),
            Err(PropagationStop::Conflict) => Ok(false),
            Err(PropagationStop::Stopped(stop)) => Err(stop),
        }
    }
}
