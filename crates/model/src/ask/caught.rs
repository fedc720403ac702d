//! Turns panics into errors.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    /// The place of this thread's last panic, while panics are silent.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics print nothing, in the whole process; caught panics report their place.
pub fn silence_panics() {
    set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        PLACE.with(|last| *last.borrow_mut() = place);
    }));
}

/// Runs `work` and catches its panic. State that `work` may have left inconsistent must not be used
/// again.
///
/// # Errors
/// Returns the message of the panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let place = PLACE.with(|last| last.borrow_mut().take());
        let message = message(&*payload);
        match place {
            Some(place) => format!("{message} ({place})"),
            None => message,
        }
    })
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().map(str::to_owned);
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".into()).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_errors_and_results_pass() {
        assert_eq!(caught(|| 7), Ok(7));
        let fallen = caught(|| Vec::<u8>::new()[usize::from(std::hint::black_box(3u8))]);
        assert!(fallen.unwrap_err().contains("index out of bounds"));
    }
}
