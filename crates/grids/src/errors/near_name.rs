//! The known name that is nearest to an unknown one.

use std::fmt;

use crate::rules::KEYS;

/// The nearest known name, for the end of a message. `None` displays as nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearName(pub Option<&'static str>);

impl fmt::Display for NearName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(f, " (did you mean '{name}'?)"),
            None => Ok(()),
        }
    }
}

/// The key that is nearest to the first words of a line of the plain form. `None` lists all keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearKey(pub Option<&'static str>);

impl fmt::Display for NearKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(word) = self.0 {
            return write!(f, "(did you mean '{word}'?)");
        }
        let keys: Vec<&str> = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
        write!(f, "expected one of {}", keys.join(", "))
    }
}
