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
    /// Where it should be, and the nearest name, in words.
    rest: String,
}

impl Missing {
    pub(super) fn new<'k>(
        what: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Self {
        // A faulty model of very many names is not searched for long.
        const NAMES: usize = 10_000;
        let rest = did_you_mean(name, known.into_iter().take(NAMES));
        Missing { what: what.into(), name: name.to_owned(), rest }
    }

    /// A name that is missing in a dimension.
    pub(super) fn within(self, dimension: &str) -> Self {
        Missing { rest: format!(" in dimension '{dimension}'{}", self.rest), ..self }
    }

    pub(super) fn variable(model: &Model, name: &str) -> Self {
        Missing::new("variable", name, model.variables().iter().map(|v| v.name.as_str()))
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { what, name, rest } = self;
        write!(f, "there is no {what} '{name}'{rest}")
    }
}
