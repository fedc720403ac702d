//! The domains, and what an assignment removes from them.

use std::sync::Arc;

use parallax_model::ask::{Control, Refusal, Stop};
use parallax_model::{Given, Model, Value, VarId};
use parallax_propagation::levels::Level;
use parallax_propagation::store::{Conflict, Reason, Store};

use super::Effort;
use super::forward::Forward;
use super::settings::Strength;
use crate::session::{PropagationStop, Search};
use crate::settings::Settings;

/// Domains with their propagation.
pub(super) enum Domains {
    /// Forward checking.
    Forward(Box<Forward>),
    /// Generalised arc consistency, by the propagators of native search, and the number of
    /// values that it removes from the model without givens.
    General(Box<Search>, u64),
}

impl Domains {
    pub(super) fn new(
        model: &Arc<Model>,
        strength: Strength,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        Ok(match strength {
            Strength::Forward => Domains::Forward(Box::new(Forward::new(model)?)),
            Strength::General => {
                let mut settings = Settings::default();
                settings.levels.all = Some(Level::Domain);
                let search = Search::new(model, &settings, seed, control)?;
                let removed = search.store.prunings();
                Domains::General(Box::new(search), removed)
            }
        })
    }

    pub(super) fn store(&self) -> &Store {
        match self {
            Domains::Forward(forward) => &forward.store,
            Domains::General(search, _) => &search.store,
        }
    }

    fn store_mut(&mut self) -> &mut Store {
        match self {
            Domains::Forward(forward) => &mut forward.store,
            Domains::General(search, _) => &mut search.store,
        }
    }

    /// Opens a level with the givens, and propagates before the first assignment. Givens are part
    /// of the question: what they exclude themselves is not counted.
    pub(super) fn begin(
        &mut self,
        givens: &[Given],
        effort: &mut Effort,
        control: &Control,
    ) -> Result<bool, Stop> {
        let store = self.store_mut();
        store.obey(control);
        store.open_level();
        store.because(Reason::Given);
        let fixed = givens.iter().try_for_each(|given| store.fix(given.variable, given.value));
        let before = store.prunings();
        let possible = fixed.is_ok()
            && match self {
                Domains::Forward(forward) => forward.root(control)?,
                Domains::General(search, removed) => {
                    effort.root = *removed;
                    !search.refuted && propagated(search, control)?
                }
            };
        effort.root += self.store().prunings() - before;
        effort.prunings = effort.root;
        effort.kept = effort.root;
        Ok(possible)
    }

    /// Assigns a value of its domain to a variable in a new level, and propagates. Returns whether
    /// all domains have values left, and how many values propagation removed.
    pub(super) fn assign(
        &mut self,
        v: VarId,
        value: Value,
        control: &Control,
    ) -> Result<(bool, u64), Stop> {
        let store = self.store_mut();
        store.open_level();
        store.because(Reason::Decision);
        if store.fix(v, value) == Err(Conflict) {
            return Ok((false, 0));
        }
        let before = store.prunings();
        let possible = match self {
            Domains::Forward(forward) => forward.assign(v, value, control)?,
            Domains::General(search, _) => propagated(search, control)?,
        };
        Ok((possible, self.store().prunings() - before))
    }

    /// Takes the last assignment back.
    pub(super) fn take_back(&mut self, v: VarId) {
        if let Domains::Forward(forward) = self {
            forward.take_back(v);
        }
        self.store_mut().undo_level();
    }

    /// Undoes what is left of a question; all assignments are taken back before.
    pub(super) fn end(&mut self) {
        while self.store().depth() > 0 {
            self.store_mut().undo_level();
        }
    }
}

fn propagated(search: &mut Search, control: &Control) -> Result<bool, Stop> {
    match search.propagate(control) {
        Ok(()) => Ok(true),
        Err(PropagationStop::Conflict) => Ok(false),
        Err(PropagationStop::Stopped(stop)) => Err(stop),
    }
}
