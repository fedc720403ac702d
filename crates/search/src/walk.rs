//! Decisions one by one, for searches of other kinds.

use parallax_model::ask::{Control, Counters, Refusal, Stop};
use parallax_model::{Given, Model, Value, VarId};

use super::Search;
use super::levels::Level;
use super::session::{PropagationStop, Work};
use super::settings::Settings;
use super::store::{Reason, Store};

/// The domains of a model, propagated after each decision. The order of the decisions is up to
/// the caller.
pub struct Walk {
    search: Search,
}

impl Walk {
    /// Propagates the root of a model.
    ///
    /// # Errors
    /// If domains are too large for bit sets, or `control` says stop.
    pub fn new(model: &Model, control: &Control) -> Result<Self, Refusal> {
        Ok(Walk { search: Search::new(model, &Settings::default(), 0, control)? })
    }

    /// The same with the strongest propagation of every constraint.
    ///
    /// # Errors
    /// As [`new`](Walk::new).
    pub fn strongest(model: &Model, control: &Control) -> Result<Self, Refusal> {
        let mut settings = Settings::default();
        settings.levels.all = Some(Level::Domain);
        Ok(Walk { search: Search::new(model, &settings, 0, control)? })
    }

    /// The domains, unless propagation at the root found a conflict.
    #[must_use]
    pub fn domains(&self) -> Option<&Store> {
        (!self.search.is_refuted()).then(|| self.store())
    }

    /// Starts a question: undoes all decisions, and takes the givens. Returns whether there is no
    /// conflict.
    ///
    /// # Errors
    /// If `control` says stop.
    pub fn start(&mut self, givens: &[Given], control: &Control) -> Result<bool, Stop> {
        while self.search.store.depth() > 0 {
            self.search.store.undo_level();
        }
        let store = &self.search.store;
        self.search.work = Work::since(store);
        self.search.guide.reset(false, false);
        self.search.store.obey(control);
        if self.search.is_refuted() {
            return Ok(false);
        }
        self.search.store.open_level();
        let fixed = self.search.fix_givens(givens);
        Ok(fixed.is_ok() && self.propagates(control)?)
    }

    /// The domains.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.search.store
    }

    /// How urgent an open variable is: the weight of its failed constraints by the size of its
    /// domain (dom/wdeg). The same questions give the same scores.
    #[must_use]
    pub fn score(&self, variable: VarId) -> f64 {
        let store = &self.search.store;
        let sized = || 1.0 / f64::from(store.size(variable));
        self.search.guide.score(variable, store).unwrap_or_else(sized)
    }

    /// Decides on a value of a variable's domain. Returns whether there is no conflict; otherwise
    /// the decision is undone.
    ///
    /// # Errors
    /// If `control` says stop.
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

    /// Counts a node: a variable is chosen.
    pub fn count_node(&mut self) {
        self.search.work.nodes += 1;
    }

    /// The effort of this question, by the names of native search.
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
