//! Why an engine ended early.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{EnumerationEnd, StopReason};

/// Why an engine ended early, or has no answer. In JSON it is its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// A limit was reached, or the run was cancelled.
    Stopped(StopReason),
    /// The engine itself gave up, for this reason.
    GaveUp(String),
}

impl EndReason {
    /// Returns the reason in words.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            EndReason::Stopped(stop) => stop.description(),
            EndReason::GaveUp(words) => words,
        }
    }

    /// Returns the limit that was reached, if it was a limit.
    #[must_use]
    pub fn stop(&self) -> Option<StopReason> {
        match self {
            EndReason::Stopped(stop) => Some(*stop),
            EndReason::GaveUp(_) => None,
        }
    }

    /// Reads a reason from a file of results or from another process: the words of a limit mean
    /// that limit.
    pub fn read(words: impl Into<String>) -> Self {
        let words = words.into();
        // The JSON form is the bare text, so the words themselves tell a limit from another reason.
        let all = [StopReason::Timeout, StopReason::Cancelled, StopReason::Memory];
        match all.into_iter().find(|stop| stop.description() == words) {
            Some(stop) => EndReason::Stopped(stop),
            None => EndReason::GaveUp(words),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<StopReason> for EndReason {
    fn from(stop: StopReason) -> Self {
        EndReason::Stopped(stop)
    }
}

impl From<String> for EndReason {
    fn from(words: String) -> Self {
        EndReason::GaveUp(words)
    }
}

impl From<&str> for EndReason {
    fn from(words: &str) -> Self {
        EndReason::GaveUp(words.to_owned())
    }
}

impl From<EndReason> for String {
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::Stopped(stop) => stop.to_string(),
            EndReason::GaveUp(words) => words,
        }
    }
}

impl From<EndReason> for EnumerationEnd {
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::Stopped(stop) => EnumerationEnd::Stopped(stop),
            EndReason::GaveUp(words) => EnumerationEnd::GaveUp(words),
        }
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = Cow::<'de, str>::deserialize(deserializer)?;
        Ok(EndReason::read(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_its_text_in_json() {
        for (reason, json) in [
            (EndReason::from(StopReason::Memory), "\"out of memory\""),
            (EndReason::from("it is tired"), "\"it is tired\""),
        ] {
            assert_eq!(serde_json::to_string(&reason).unwrap(), json);
            assert_eq!(serde_json::from_str::<EndReason>(json).unwrap(), reason);
        }
        assert_eq!(EndReason::from("timeout").stop(), None);
        assert_eq!(EndReason::read("timeout").stop(), Some(StopReason::Timeout));
    }
}
