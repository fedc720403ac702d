//! Panics as results.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    /// Where the last panic of this thread arose, while panics are silent.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on panics of the whole process print nothing; those that are
/// caught tell their place.
pub fn silence_panics() {
    set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        PLACE.with(|last| *last.borrow_mut() = place);
    }));
}

/// What `work` gives, or the message of its panic. What it left half done must
/// not be used again.
///
/// # Errors
/// The message of the panic.
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
    text.unwrap_or_else(|| "a panic without words".into()).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_told_and_results_pass() {
        assert_eq!(caught(|| 7), Ok(7));
        let fallen = caught(|| Vec::<u8>::new()[usize::from(std::hint::black_box(3u8))]);
        assert!(fallen.unwrap_err().contains("index out of bounds"));
    }
}
