//! Why propagation does not take a model.

use parallax_model::engine_api::PreparationError;

use crate::propagators::PropagatorError;
use crate::store::DomainSizeError;

/// Why propagation does not take a model, or not at these levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PropagationRefusal {
    /// A constraint has no propagator at its level.
    #[error("'{label}': {why}")]
    Constraint {
        /// The label of the constraint.
        label: String,
        /// The reason.
        why: PropagatorError,
    },
    /// A domain does not become a bit set.
    #[error("the domain of '{variable}' {why}")]
    Domain {
        /// The variable.
        variable: String,
        /// The reason.
        why: DomainSizeError,
    },
    /// The domains have too many words for the atoms of nogoods.
    #[error("the domains are too large for learning")]
    Words,
}

impl From<PropagationRefusal> for PreparationError {
    fn from(why: PropagationRefusal) -> Self {
        PreparationError::Unsupported(why.to_string())
    }
}
