//! Interrupts a check when a limit is reached, and only then.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use z3::{Context, ContextHandle, SatResult, Solver};

use parallax_model::engine_api::{Control, StopReason};

/// The time between two looks at a running check.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Watches the checks of one question.
pub(super) struct Z3Watch<'c> {
    control: &'c Control,
    state: Mutex<Z3WatchState>,
    changed: Condvar,
}

#[derive(Default)]
struct Z3WatchState {
    checking: bool,
    over: bool,
    /// Set by the first interrupt, permanently.
    interrupted: Option<StopReason>,
}

impl Z3Watch<'_> {
    fn lock_state(&self) -> MutexGuard<'_, Z3WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a check, unless a limit is reached before or meanwhile. An answer under an
    /// interrupt does not count.
    pub(super) fn run_check(&self, solver: &Solver) -> Result<SatResult, StopReason> {
        self.control.check_stop()?;
        self.lock_state().checking = true;
        let result = solver.check();
        // Under the lock, the watch either has interrupted, which discards the result, or finds
        // that the check is over.
        let mut state = self.lock_state();
        state.checking = false;
        state.interrupted.map_or(Ok(result), Err)
    }

    /// Runs the watching thread. It interrupts under the lock, so only while a check runs (or
    /// has just returned, in which case `check` knows of it), and repeatedly, because Z3 may
    /// miss one.
    fn watch_limits(&self, context: &ContextHandle<'_>) {
        let mut state = self.lock_state();
        while !state.over {
            if state.checking
                && let Some(stop) = self.control.stop_reason()
            {
                state.interrupted.get_or_insert(stop);
                context.interrupt();
            }
            let waited = self.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Ends the watching thread, even if the work panics.
struct Z3WatchGuard<'w, 'c>(&'w Z3Watch<'c>);

impl Drop for Z3WatchGuard<'_, '_> {
    fn drop(&mut self) {
        self.0.lock_state().over = true;
        self.0.changed.notify_all();
    }
}

/// Runs work whose checks are watched. Returns its result and whether the context is still
/// usable: no interrupt occurred.
///
/// # Errors
/// If the watching thread cannot be started.
pub(super) fn run_watched<T>(
    control: &Control,
    work: impl FnOnce(&Z3Watch<'_>) -> T,
) -> io::Result<(T, bool)> {
    let watch = Z3Watch { control, state: Mutex::default(), changed: Condvar::new() };
    let context = Context::thread_local();
    let handle = context.handle();
    let result = std::thread::scope(|scope| {
        // The scope waits for the thread, so the guard must tell it to end even if the work panics.
        let _over = Z3WatchGuard(&watch);
        std::thread::Builder::new()
            .name("z3 watch".into())
            .spawn_scoped(scope, || watch.watch_limits(&handle))?;
        Ok::<T, io::Error>(work(&watch))
    })?;
    let sound = watch.lock_state().interrupted.is_none();
    Ok((result, sound))
}
