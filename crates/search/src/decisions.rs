//! Decisions one by one, for searches of other kinds.

use parallax_model::ask::{Control, Counters, Refusal, Stop};
use parallax_model::{Given, Model, Value, VarId};
use parallax_propagation::levels::Level;
use parallax_propagation::store::{Reason, Store};

use super::Search;
use super::node_counters::NodeCounters;
use super::session::PropagationStop;
use super::settings::Settings;

/// Domains of a model, propagated after each decision. The caller chooses the order of the
/// decisions.
pub struct Walk {
    search: Search,
}

impl Walk {
    /// Propagates the root of a model.
    ///
    /// # Errors
    /// Returns an error if domains are too large for bit sets, or `control` is stopped.
    pub fn new(model: &Model, control: &Control) -> Result<Self, Refusal> {
        Ok(Walk { search: Search::new(model, &Settings::default(), 0, control)? })
    }

    /// Propagates the root of a model, with the strongest propagation of every constraint.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Walk::new).
    pub fn strongest(model: &Model, control: &Control) -> Result<Self, Refusal> {
        let mut settings = Settings::default();
        settings.levels.all = Some(Level::Domain);
        Ok(Walk { search: Search::new(model, &settings, 0, control)? })
    }

    /// Returns the domains, unless propagation at the root found a conflict.
    #[must_use]
    pub fn domains(&self) -> Option<&Store> {
        (!self.search.is_refuted()).then(|| self.store())
    }

    /// Starts a question: undoes all decisions, and takes the givens. Returns false on a conflict.
    ///
    /// # Errors
    /// Returns a [`Stop`] if `control` is stopped.
    pub fn start(&mut self, givens: &[Given], control: &Control) -> Result<bool, Stop> {
        while self.search.store.depth() > 0 {
            self.search.store.undo_level();
        }
        let store = &self.search.store;
        self.search.work = NodeCounters::since(store);
        self.search.guide.reset(false, false);
        self.search.store.obey(control);
        if self.search.is_refuted() {
            return Ok(false);
        }
        self.search.store.open_level();
        let fixed = self.search.fix_givens(givens);
        Ok(fixed.is_ok() && self.propagates(control)?)
    }

    /// Returns the domains.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.search.store
    }

    /// Returns the priority of an open variable: the weight of its failed constraints divided by
    /// the size of its domain (dom/wdeg). The scores depend only on the questions of the walk so
    /// far.
    #[must_use]
    pub fn score(&self, variable: VarId) -> f64 {
        let store = &self.search.store;
        let sized = || 1.0 / f64::from(store.size(variable));
        self.search.guide.score(variable, store).unwrap_or_else(sized)
    }

    /// Decides on a value of a variable's domain. On a conflict, undoes the decision and returns
    /// false.
    ///
    /// # Errors
    /// Returns a [`Stop`] if `control` is stopped.
    pub fn commit(
        &mut self,
        variable: VarId,
        value: Value,
        control: &Control,
    ) -> Result<bool, Stop> {
        self.search.work.enumerations += 1;
        self.search.work.assignments += 1;
        let store = &mut self.search.store;
        store.open_level();
        store.because(Reason::Decision);
        let fixed = store.fix(variable, value);
        let consistent = fixed.is_ok() && self.propagates(control)?;
        if !consistent {
            self.search.work.backtracks += 1;
            self.undo();
        }
        Ok(consistent)
    }

    /// Undoes the last decision.
    pub fn undo(&mut self) {
        self.search.store.undo_level();
    }

    /// Counts a node: a variable has been chosen.
    pub fn count_node(&mut self) {
        self.search.work.nodes += 1;
    }

    /// Returns the effort of this question, by the names of native search.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.search.counters()
    }

    fn propagates(&mut self, control: &Control) -> Result<bool, Stop> {
        match self.search.propagate(control) {
            Ok(()) => Ok(true),
            Err(PropagationStop::Conflict) => Ok(false),
            Err(PropagationStop::Stopped(stop)) => Err(stop),
        }
    }
}
