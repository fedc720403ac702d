//! Signals and the time limit: what is found is printed in time, whatever the engines do.

use std::io;
use std::time::Duration;

use parallax_model::ask::Control;

use super::printer::{Shared, locked};
use crate::cli::interrupt;

/// The time that engines have to stop after a signal. MiniZinc ends the program 200 ms after it.
const AFTER_SIGNAL: Duration = Duration::from_millis(100);

/// The time that engines have to stop at the limit. MiniZinc sends a signal a second after it.
const AFTER_LIMIT: Duration = Duration::from_millis(700);

/// Prints the best solution so far and ends the program on SIGINT and SIGTERM.
pub(super) fn signals(control: &Control, printer: &Shared) {
    let (control, printer) = (control.clone(), printer.clone());
    let handled = ctrlc::set_handler(move || {
        control.cancel();
        std::thread::sleep(AFTER_SIGNAL);
        leave(locked(&printer).stop());
    });
    if let Err(error) = handled {
        eprintln!("parallax: signals will end the program at once: {error}");
    }
}

/// Ends the program soon after the limit, if it does not end itself.
pub(super) fn limit(limit: Option<Duration>, control: &Control, printer: &Shared) {
    let Some(limit) = limit else { return };
    let (control, printer) = (control.clone(), printer.clone());
    std::thread::spawn(move || {
        std::thread::sleep(limit.saturating_add(AFTER_LIMIT));
        control.cancel();
        leave(locked(&printer).expire());
    });
}

/// Ends the program. The other end of a pipe may be gone.
fn leave(_written: io::Result<()>) -> ! {
    interrupt::end(0)
}
