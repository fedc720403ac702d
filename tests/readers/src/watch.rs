//! A thread that reads, watched by another that checks the clock.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use parallax_model::engine_api::catch_panic;

use crate::targets::Reader;

/// The result of reading a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TextFate {
    Read,
    Refused,
    Panicked(String),
    Slow,
}

/// A thread that reads texts one by one. If a text takes too long, the thread is abandoned, since
/// it cannot be stopped, and another replaces it.
pub(crate) struct Watched {
    texts: Sender<(Reader, Arc<[u8]>)>,
    results: Receiver<TextFate>,
}

impl Watched {
    pub(crate) fn start() -> Self {
        let (texts, take) = channel::<(Reader, Arc<[u8]>)>();
        let (give, results) = channel();
        std::thread::spawn(move || {
            for (reader, bytes) in take {
                let seen = match catch_panic(|| reader(&bytes)) {
                    Ok(true) => TextFate::Read,
                    Ok(false) => TextFate::Refused,
                    Err(how) => TextFate::Panicked(how.to_string()),
                };
                if give.send(seen).is_err() {
                    return;
                }
            }
        });
        Watched { texts, results }
    }

    pub(crate) fn read(&mut self, reader: &Reader, bytes: &Arc<[u8]>, limit: Duration) -> TextFate {
        if self.texts.send((reader.clone(), bytes.clone())).is_err() {
            *self = Watched::start();
            return TextFate::Panicked("the reading thread ended".into());
        }
        match self.results.recv_timeout(limit) {
            Ok(seen) => seen,
            Err(RecvTimeoutError::Timeout) => {
                *self = Watched::start();
                TextFate::Slow
            }
            Err(RecvTimeoutError::Disconnected) => {
                *self = Watched::start();
                TextFate::Panicked("the reading thread ended".into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_is_seen_and_reading_goes_on() {
        let mut watched = Watched::start();
        let reader: Reader = Arc::new(|bytes: &[u8]| match bytes {
            b"hang" => loop {
                std::thread::park();
            },
            b"panic" => panic!("panicked"),
            other => other == b"good",
        });
        let mut read = |text: &str, limit| {
            watched.read(&reader, &text.as_bytes().into(), Duration::from_millis(limit))
        };
        assert_eq!(read("good", 60_000), TextFate::Read);
        assert_eq!(read("hang", 10), TextFate::Slow);
        assert_eq!(read("bad", 60_000), TextFate::Refused);
        assert!(
            matches!(read("panic", 60_000), TextFate::Panicked(how) if how.contains("panicked"))
        );
        assert_eq!(read("good", 60_000), TextFate::Read);
    }
}
