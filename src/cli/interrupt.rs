//! Ctrl-C and termination signals: the first ends the run within a second, with the results so far;
//! the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, StopReason};

use super::progress;

/// Exit code after an interrupt, as in shells.
pub(super) const INTERRUPTED_EXIT_CODE: u8 = 130;

/// The time that an interrupted run has to print its results. After that the program ends: some
/// part of it waits and ignores the control.
const INTERRUPT_GRACE: Duration = Duration::from_millis(950);

/// Signals that follow each other faster than this count as one.
const SIGNAL_GAP: Duration = Duration::from_millis(100);

/// Whether a signal has interrupted the run.
static INTERRUPT_HAPPENED: AtomicBool = AtomicBool::new(false);

/// Whether a signal has interrupted the run.
pub(super) fn is_interrupted() -> bool {
    INTERRUPT_HAPPENED.load(Ordering::Relaxed)
}

/// Returns a control that Ctrl-C (or a termination signal) cancels.
pub(super) fn interrupt_control() -> Control {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = flag.clone();
    let mut first: Option<Instant> = None;
    let handled = ctrlc::set_handler(move || {
        INTERRUPT_HAPPENED.store(true, Ordering::Relaxed);
        // `swap` tells the first signal from later ones; the handler runs on one thread, so `first`
        // is set by then.
        if shared.swap(true, Ordering::Relaxed) {
            // `timeout` and job control may send one signal twice.
            if first.is_some_and(|first| first.elapsed() > SIGNAL_GAP) {
                end_program(INTERRUPTED_EXIT_CODE);
            }
            return;
        }
        first = Some(Instant::now());
        // The grace runs on another thread: a handler that slept would delay the second signal.
        std::thread::spawn(|| {
            std::thread::sleep(INTERRUPT_GRACE);
            end_program(INTERRUPTED_EXIT_CODE);
        });
        let say =
            || eprintln!("parallax: interrupted; reporting what is done (again: quit at once)");
        if progress::is_shown() {
            // Another thread may keep the line hidden for a while. The message waits for it on a
            // separate thread, so that the handler can take the second signal.
            std::thread::spawn(move || progress::write_aside(say));
        } else {
            say();
        }
    });
    if let Err(error) = handled {
        eprintln!("parallax: Ctrl-C will end the program at once: {error}");
    }
    Control::with_flag(flag)
}

/// Returns the exit code of a run that may have been interrupted; an interrupt does not hide a
/// disagreement (4) or a wrong answer (5) found before.
pub(super) fn exit_code(control: &Control, code: u8) -> u8 {
    match code {
        4 | 5 => code,
        _ if control.stop_reason() == Some(StopReason::Cancelled) => INTERRUPTED_EXIT_CODE,
        _ => code,
    }
}

/// Ends the program. Unlike [`std::process::exit`], it does not run the exit handlers of C++
/// libraries: a solver that ignores interrupts may still run on another thread, and would find its
/// data destroyed. Standard output is not flushed: another thread may be in the middle of a write
/// to a pipe that its reader has left full.
pub(super) fn end_program(code: u8) -> ! {
    parallax_solvers::process::end_children();
    signal_hook::low_level::exit(code.into())
}
