//! Why a script has no model.

use parallax_model::flatten::FlattenError;
use parallax_model::{MAX_VALUE, ModelError};

/// A fault in the model of a script.
pub(super) enum ScriptError {
    /// In the declaration with this number.
    Symbol(usize, SmtlibSymbolError),
    /// In the assertion on this line.
    Assertion(usize, FlattenError),
}

/// Why a symbol has no variable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SmtlibSymbolError {
    /// The assertions bound an integer on one side only, or on none.
    #[error(
        "integer '{name}' has no {missing}; expected assertions such as (>= {name} 0) and (<= \
         {name} 9)"
    )]
    Unbounded { name: String, missing: &'static str },
    #[error(
        "integer '{name}' may be from {low} to {high}; values beyond {MAX_VALUE} are not supported"
    )]
    LargeValue { name: String, low: i128, high: i128 },
    #[error(transparent)]
    Model(#[from] ModelError),
}
