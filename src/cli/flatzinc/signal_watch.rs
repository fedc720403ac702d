//! Signals and the time limit: prints the results in time, even if an engine does not stop.

use std::io;
use std::time::Duration;

use parallax_model::engine_api::Control;

use super::printer::{SharedPrinter, lock_printer};
use crate::cli::interrupt;

/// The time that engines have to stop after a signal. MiniZinc ends the program 200 ms after it.
const AFTER_SIGNAL: Duration = Duration::from_millis(100);

/// The time that engines have to stop at the limit. MiniZinc sends a signal a second after it.
const AFTER_LIMIT: Duration = Duration::from_millis(700);

/// Prints the best solution so far and ends the program on SIGINT and SIGTERM.
pub(super) fn watch_signals(control: &Control, printer: &SharedPrinter) {
    let (control, printer) = (control.clone(), printer.clone());
    let handled = ctrlc::set_handler(move || {
        control.cancel_work();
        std::thread::sleep(AFTER_SIGNAL);
        exit_program(lock_printer(&printer).print_stopped());
    });
    if let Err(error) = handled {
        eprintln!("parallax: signals will end the program at once: {error}");
    }
}

/// Ends the program soon after the limit, if it does not end itself.
pub(super) fn watch_limit(limit: Option<Duration>, control: &Control, printer: &SharedPrinter) {
    let Some(limit) = limit else { return };
    let (control, printer) = (control.clone(), printer.clone());
    std::thread::spawn(move || {
        std::thread::sleep(limit.saturating_add(AFTER_LIMIT));
        control.cancel_work();
        exit_program(lock_printer(&printer).print_expired());
    });
}

/// Ends the program, also if the other end of a pipe is closed and the write failed.
fn exit_program(_written: io::Result<()>) -> ! {
    interrupt::end_program(0)
}
