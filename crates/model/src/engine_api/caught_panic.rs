//! Turns panics into errors.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use super::Answer;

thread_local! {
    /// The place of this thread's last panic, while panics are silent.
    static LAST_PANIC_PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtPanic {
    /// Its message, on one line.
    pub message: String,
    /// The file, line and column, while panics are silent.
    pub location: Option<String>,
}

impl fmt::Display for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            Some(location) => write!(f, "{} ({location})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for CaughtPanic {}

impl From<CaughtPanic> for Answer {
    fn from(panic: CaughtPanic) -> Self {
        Answer::Unknown(panic.to_string().into())
    }
}

/// Makes panics print nothing, in the whole process; caught panics report their place.
pub fn silence_panics() {
    set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        // The hook runs on the panicking thread before it unwinds, so `catch_panic` finds the
        // place.
        LAST_PANIC_PLACE.with(|last| *last.borrow_mut() = place);
    }));
}

/// Runs `work` and catches its panic. State that `work` may have left inconsistent must not be used
/// again.
///
/// # Errors
/// Returns the panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let location = LAST_PANIC_PLACE.with(|last| last.borrow_mut().take());
        CaughtPanic { message: panic_message(&*payload), location }
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().map(str::to_owned);
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".into()).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_errors_and_results_pass() {
        assert_eq!(catch_panic(|| 7), Ok(7));
        let fallen = catch_panic(|| Vec::<u8>::new()[usize::from(std::hint::black_box(3u8))]);
        assert!(fallen.unwrap_err().message.contains("index out of bounds"));
    }
}
