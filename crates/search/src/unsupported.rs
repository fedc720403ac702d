//! Why native search does not take a model.

use parallax_model::engine_api::{PreparationError, did_you_mean};
use parallax_propagation::PropagationRefusal;

/// Why native search does not take a model, or not with these settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedModel {
    /// A heuristic needs a square grid.
    #[error("the heuristic opre needs a square grid, and the model has none")]
    NoGrid,
    /// A level is set for a group of constraints that the model does not have.
    #[error("the model has no constraint group '{group}'{}", other_groups(.group, .known))]
    Group {
        /// The name of the group.
        group: String,
        /// The groups that the model has.
        known: Vec<String>,
    },
    /// Propagation does not take it.
    #[error(transparent)]
    Propagation(#[from] PropagationRefusal),
    /// The domains have too many values for the watches of nogoods.
    #[error("learning takes domains of at most {most} values in all")]
    LearningValues {
        /// The greatest number of values of all variables.
        most: usize,
    },
    /// A certificate is requested from a search that learns.
    #[error("certificates have no nogoods: certify native search without learn")]
    LearningCertificate,
}

/// Returns the end of the message about a group that the model does not have.
fn other_groups(group: &str, known: &[String]) -> String {
    if known.is_empty() {
        return "; its constraints have no labels".to_owned();
    }
    let near = did_you_mean(group, known.iter().map(String::as_str));
    format!("{near}; it has: {}", known.join(", "))
}

impl From<UnsupportedModel> for PreparationError {
    fn from(why: UnsupportedModel) -> Self {
        PreparationError::Unsupported(why.to_string())
    }
}
