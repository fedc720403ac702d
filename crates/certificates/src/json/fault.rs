//! Faults of models as JSON.

use std::fmt;

use super::super::faults::ModelFault;
use super::super::model::Value;

/// Why a text is not a model, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelJsonError {
    /// The line and the column, from 1; none if the fault is about the whole text.
    pub at: Option<(usize, usize)>,
    /// The fault there.
    pub what: JsonProblem,
}

impl fmt::Display for ModelJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.map_or(Ok(()), |(line, column)| write!(f, "{line}:{column}: "))?;
        self.what.fmt(f)
    }
}

impl std::error::Error for ModelJsonError {}

faults! {
    /// A fault at a position in a text.
    JsonProblem {
        Expected { what: &'static str } => "expected {what}",
        Found { what: &'static str } => "{what}",
        Unknown { what: &'static str } => "there is no such {what}",
        UnknownKey { key: String } => "unknown key '{key}'",
        MissingKey { key: String } => "'{key}' is missing",
        KeyTwice { key: String } => "the key '{key}' is there twice",
        UnknownName { name: String } => "no value is named '{name}'",
        NoName { name: String } => "'{name}' is no name of a value",
        NumberName { name: String } => "the name '{name}' of a value is a number",
        TwoNames { value: Value } => "{value} has two names",
        NoRun { text: String } => "'{text}' is no run of values",
        LargeDomain { most: usize } => "more than {most} values",
        LargeDomains { most: usize } => "more than {most} values in all domains",
    } or { Model(ModelFault) }
}
