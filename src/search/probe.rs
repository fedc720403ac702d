//! What propagation alone says of a few decisions.

use super::Search;
use super::session::Halt;
use super::store::Store;
use crate::ask::{Control, Stop};
use crate::model::Given;

impl Search {
    /// Fixes some values, propagates to the end, lets `look` see the domains
    /// that are left, and takes everything back. False, without a look, if
    /// that leads to a contradiction.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn probe(
        &mut self,
        decisions: &[Given],
        control: &Control,
        look: impl FnOnce(&Store),
    ) -> Result<bool, Stop> {
        control.check()?;
        if self.is_refuted() {
            return Ok(false);
        }
        self.store.obey(control);
        self.store.open_level();
        let fixed = self.fix_givens(decisions).map_err(|_| Halt::Conflict);
        let ended = fixed.and_then(|()| self.propagate(control));
        if ended.is_ok() {
            look(&self.store);
        }
        while self.store.depth() > 0 {
            self.store.undo_level();
        }
        match ended {
            Ok(()) => Ok(true),
            Err(Halt::Conflict) => Ok(false),
            Err(Halt::Stopped(stop)) => Err(stop),
        }
    }
}
