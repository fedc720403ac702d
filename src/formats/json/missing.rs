//! Names that a model uses, and nobody has.

use std::fmt;

use crate::ask::did_you_mean;
use crate::model::Model;

/// A name that nobody has.
pub(super) struct Missing {
    /// What it should name.
    what: String,
    /// The name.
    pub(super) name: String,
    /// The nearest name, in words.
    near: String,
}

impl Missing {
    pub(super) fn new<'k>(
        what: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Self {
        // A faulty model of very many names is not searched for long.
        const NAMES: usize = 10_000;
        let near = did_you_mean(name, known.into_iter().take(NAMES));
        Missing { what: what.into(), name: name.to_owned(), near }
    }

    pub(super) fn variable(model: &Model, name: &str) -> Self {
        Missing::new("variable", name, model.variables().iter().map(|v| v.name.as_str()))
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { what, name, near } = self;
        write!(f, "there is no {what} '{name}'{near}")
    }
}
