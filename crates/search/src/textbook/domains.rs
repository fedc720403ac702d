//! The domains, and what an assignment removes from them.

use std::sync::Arc;

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{Given, Model, Value, VarId};
use parallax_propagation::levels::ConsistencyLevel;
use parallax_propagation::store::{ChangeReason, DomainStore, PropagationConflict};

use super::TextbookEffort;
use super::forward::ForwardChecker;
use super::settings::TextbookPropagation;
use crate::session::{PropagationStop, SearchState};
use crate::settings::SearchSettings;

/// Domains with their propagation.
pub(super) enum TextbookDomains {
    /// Forward checking.
    Forward(Box<ForwardChecker>),
    /// Generalised arc consistency, by the propagators of native search, and the number of
    /// values that it removes from the model without givens.
    General(Box<SearchState>, u64),
}

impl TextbookDomains {
    pub(super) fn new(
        model: &Arc<Model>,
        strength: TextbookPropagation,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        Ok(match strength {
            TextbookPropagation::Forward => {
                TextbookDomains::Forward(Box::new(ForwardChecker::new(model)?))
            }
            TextbookPropagation::General => {
                let mut settings = SearchSettings::default();
                settings.levels.all = Some(ConsistencyLevel::Domain);
                let search = SearchState::new(model, &settings, seed, control)?;
                let removed = search.store.prunings();
                TextbookDomains::General(Box::new(search), removed)
            }
        })
    }

    pub(super) fn store(&self) -> &DomainStore {
        match self {
            TextbookDomains::Forward(forward) => &forward.store,
            TextbookDomains::General(search, _) => &search.store,
        }
    }

    fn store_mut(&mut self) -> &mut DomainStore {
        match self {
            TextbookDomains::Forward(forward) => &mut forward.store,
            TextbookDomains::General(search, _) => &mut search.store,
        }
    }

    /// Opens a level with the givens, and propagates before the first assignment. Givens are part
    /// of the question: what they exclude themselves is not counted.
    pub(super) fn begin_question(
        &mut self,
        givens: &[Given],
        effort: &mut TextbookEffort,
        control: &Control,
    ) -> Result<bool, StopReason> {
        let store = self.store_mut();
        store.set_limits(control);
        store.open_level();
        store.set_reason(ChangeReason::Given);
        let fixed =
            givens.iter().try_for_each(|given| store.fix_value(given.variable, given.value));
        let before = store.prunings();
        let possible = fixed.is_ok()
            && match self {
                TextbookDomains::Forward(forward) => forward.check_root(control)?,
                TextbookDomains::General(search, removed) => {
                    // The root was propagated when the session was built; each question counts
                    // these values again.
                    effort.root = *removed;
                    !search.refuted && propagate_search(search, control)?
                }
            };
        effort.root += self.store().prunings() - before;
        effort.prunings = effort.root;
        effort.kept = effort.root;
        Ok(possible)
    }

    /// Assigns a value of its domain to a variable in a new level, and propagates. Returns whether
    /// all domains have values left, and how many values propagation removed.
    pub(super) fn assign_value(
        &mut self,
        v: VarId,
        value: Value,
        control: &Control,
    ) -> Result<(bool, u64), StopReason> {
        let store = self.store_mut();
        store.open_level();
        store.set_reason(ChangeReason::Decision);
        if store.fix_value(v, value) == Err(PropagationConflict) {
            return Ok((false, 0));
        }
        // Counted from here on: the other values of the assigned variable are not prunings.
        let before = store.prunings();
        let possible = match self {
            TextbookDomains::Forward(forward) => forward.assign_value(v, value, control)?,
            TextbookDomains::General(search, _) => propagate_search(search, control)?,
        };
        Ok((possible, self.store().prunings() - before))
    }

    /// Takes the last assignment back.
    pub(super) fn take_back(&mut self, v: VarId) {
        if let TextbookDomains::Forward(forward) = self {
            forward.take_back(v);
        }
        self.store_mut().undo_level();
    }

    /// Undoes what is left of a question; all assignments are taken back before.
    pub(super) fn end_question(&mut self) {
        while self.store().depth() > 0 {
            self.store_mut().undo_level();
        }
    }
}

fn propagate_search(search: &mut SearchState, control: &Control) -> Result<bool, StopReason> {
    match search.propagate(control) {
        Ok(()) => Ok(true),
        Err(PropagationStop::Conflict) => Ok(false),
        Err(PropagationStop::Stopped(stop)) => Err(stop),
    }
}
