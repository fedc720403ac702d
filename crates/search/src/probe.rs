//! Propagates a few decisions and shows the resulting domains.

use parallax_model::Given;
use parallax_model::engine_api::{Control, StopReason};
use parallax_propagation::store::DomainStore;

use super::SearchState;
use super::session::PropagationStop;

impl SearchState {
    /// Fixes some values, propagates to a fixpoint, calls `look` on the remaining domains, and
    /// undoes everything. On a conflict, returns false and does not call `look`.
    ///
    /// # Errors
    /// Returns a `StopReason` if `control` is stopped.
    pub fn probe_values(
        &mut self,
        decisions: &[Given],
        control: &Control,
        look: impl FnOnce(&DomainStore),
    ) -> Result<bool, StopReason> {
        control.check_stop()?;
        if self.is_refuted() {
            return Ok(false);
        }
        self.store.set_limits(control);
        self.store.open_level();
        let fixed = self.fix_givens(decisions).map_err(|_| PropagationStop::Conflict);
        let ended = fixed.and_then(|()| self.propagate(control));
        if ended.is_ok() {
            look(&self.store);
        }
        while self.store.depth() > 0 {
            self.store.undo_level();
        }
        match ended {
            Ok(()) => Ok(true),
            Err(PropagationStop::Conflict) => Ok(false),
            Err(PropagationStop::Stopped(stop)) => Err(stop),
        }
    }
}
