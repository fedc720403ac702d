//! A bound on the blocks in progress.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

use parallax_model::engine_api::Control;

/// Keeps the reader at most `width` blocks ahead of the results.
pub(super) struct BlockWindow {
    /// The number of blocks whose results were returned.
    returned: Mutex<usize>,
    moved: Condvar,
    width: usize,
}

impl BlockWindow {
    pub(super) fn new(width: usize) -> Self {
        BlockWindow { returned: Mutex::new(0), moved: Condvar::new(), width }
    }

    pub(super) fn wait_for(&self, block: usize, control: &Control) {
        let mut returned = self.returned.lock().expect("no holder panics");
        while block >= *returned + self.width && control.stop_reason().is_none() {
            let pause = Duration::from_millis(100);
            returned = self.moved.wait_timeout(returned, pause).expect("no holder panics").0;
        }
    }

    pub(super) fn advance_window(&self) {
        *self.returned.lock().expect("no holder panics") += 1;
        self.moved.notify_all();
    }
}
