//! Names that mean nothing: of a technique, of a candidate.

use parallax_instance::NamedValueError;
use parallax_model::engine_api::did_you_mean;
use parallax_model::{Domain, Value};

use super::technique::Technique;

/// A name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown technique '{name}'{}; known: {}",
    did_you_mean(.name, Technique::ALL.iter().map(|technique| technique.description())),
    Technique::ALL.iter().map(|technique| technique.description()).collect::<Vec<_>>().join("; ")
)]
pub struct UnknownTechnique {
    /// The name.
    pub name: String,
}

/// Why a text is not a candidate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CandidateError {
    /// The text is not a variable with a value.
    #[error(transparent)]
    Value(#[from] NamedValueError),
    /// The variable does not have the value.
    #[error("'{text}': {variable} has no value {value}; it has {domain}")]
    NoValue {
        /// The text.
        text: String,
        /// The name of the variable.
        variable: String,
        /// The value.
        value: Value,
        /// The values of the variable.
        domain: Domain,
    },
}
