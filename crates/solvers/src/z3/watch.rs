//! Interrupts a check when a limit is reached, and only then.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use z3::{Context, ContextHandle, SatResult, Solver};

use parallax_model::ask::{Control, Stop};

/// The time between two looks at a running check.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Watches the checks of one question.
pub(super) struct Watch<'c> {
    control: &'c Control,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    checking: bool,
    over: bool,
    /// Set by the first interrupt, permanently.
    interrupted: Option<Stop>,
}

impl Watch<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a check, unless a limit is reached before or meanwhile. An answer under an
    /// interrupt does not count.
    pub(super) fn check(&self, solver: &Solver) -> Result<SatResult, Stop> {
        self.control.check()?;
        self.state().checking = true;
        let result = solver.check();
        let mut state = self.state();
        state.checking = false;
        state.interrupted.map_or(Ok(result), Err)
    }

    /// Runs the watching thread. It interrupts under the lock, so only while a check runs (or
    /// has just returned, in which case `check` knows of it), and repeatedly, because Z3 may
    /// miss one.
    fn keep(&self, context: &ContextHandle<'_>) {
        let mut state = self.state();
        while !state.over {
            if state.checking
                && let Some(stop) = self.control.stopped()
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
struct Over<'w, 'c>(&'w Watch<'c>);

impl Drop for Over<'_, '_> {
    fn drop(&mut self) {
        self.0.state().over = true;
        self.0.changed.notify_all();
    }
}

/// Runs work whose checks are watched. Returns its result and whether the context is still
/// usable: no interrupt occurred.
///
/// # Errors
/// If the watching thread cannot be started.
pub(super) fn watched<T>(
    control: &Control,
    work: impl FnOnce(&Watch<'_>) -> T,
) -> io::Result<(T, bool)> {
    let watch = Watch { control, state: Mutex::default(), changed: Condvar::new() };
    let context = Context::thread_local();
    let handle = context.handle();
    let result = std::thread::scope(|scope| {
        let _over = Over(&watch);
        std::thread::Builder::new()
            .name("z3 watch".into())
            .spawn_scoped(scope, || watch.keep(&handle))?;
        Ok::<T, io::Error>(work(&watch))
    })?;
    let sound = watch.state().interrupted.is_none();
    Ok((result, sound))
}
