//! Errors for names that a model uses but does not define.

use std::fmt;

use parallax_model::Model;
use parallax_model::engine_api::did_you_mean;

/// An undefined name.
pub(super) struct UndefinedNameError {
    /// The kind of object that the name should denote, such as `variable`.
    what: String,
    /// The name.
    pub(super) name: String,
    /// The place where the name should be defined and the nearest known name, as text.
    rest: String,
}

impl UndefinedNameError {
    pub(super) fn new<'k>(
        what: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Self {
        // Bounds the search in a faulty model with very many names.
        const NAMES: usize = 10_000;
        let rest = did_you_mean(name, known.into_iter().take(NAMES));
        UndefinedNameError { what: what.into(), name: name.to_owned(), rest }
    }

    /// Adds that the name should be defined in `dimension`.
    pub(super) fn within_dimension(self, dimension: &str) -> Self {
        UndefinedNameError { rest: format!(" in dimension '{dimension}'{}", self.rest), ..self }
    }

    pub(super) fn undefined_variable(model: &Model, name: &str) -> Self {
        UndefinedNameError::new("variable", name, model.variables().iter().map(|v| v.name.as_str()))
    }
}

impl fmt::Display for UndefinedNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UndefinedNameError { what, name, rest } = self;
        write!(f, "there is no {what} '{name}'{rest}")
    }
}
