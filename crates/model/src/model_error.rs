//! Reasons why a model is refused.

use compact_str::CompactString;

use super::constraint::ConstraintError;
use super::dimension::DimensionError;
use super::expression::ExpressionError;
use super::flatten::FlattenError;
use super::search_plan::PlanError;
use super::{MAX_VALUE, Value};

/// A fault in a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// A variable has an empty name.
    #[error("a variable without a name")]
    Unnamed,
    /// Two variables have one name.
    #[error("two variables are named '{name}'")]
    TwoVariables {
        /// The name.
        name: CompactString,
    },
    /// A variable has a value that models do not allow.
    #[error("variable '{name}': value {value} is beyond {MAX_VALUE}")]
    LargeValue {
        /// The name of the variable.
        name: CompactString,
        /// The value.
        value: Value,
    },
    /// Two dimensions have one name.
    #[error("two dimensions are named '{name}'")]
    TwoDimensions {
        /// The name.
        name: String,
    },
    /// A dimension is faulty.
    #[error("dimension '{name}': {fault}")]
    Dimension {
        /// The name of the dimension.
        name: String,
        /// The fault in it.
        fault: DimensionError,
    },
    /// A constraint is faulty.
    #[error("constraint {number}{}: {fault}", label_suffix(label))]
    Constraint {
        /// Its place in the model, from 1.
        number: usize,
        /// Its label; may be empty.
        label: CompactString,
        /// The fault in it.
        fault: ConstraintError,
    },
    /// The objective is faulty.
    #[error("the objective: {0}")]
    Objective(ConstraintError),
    /// A grid does not fit the number of variables.
    #[error("a grid of order {order} in a model of {variables} variables")]
    Grid {
        /// The order of the grid.
        order: usize,
        /// The number of variables.
        variables: usize,
    },
    /// The search plan is faulty.
    #[error("the search plan: {0}")]
    SearchPlan(#[from] PlanError),
    /// An expression cannot be flattened to constraints.
    #[error(transparent)]
    Flattening(Box<FlattenError>),
    /// An expression cannot be written.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// A puzzle or a format has no such model.
    #[error("{reason}")]
    NotOffered {
        /// The reason, in terms of the puzzle or the format.
        reason: String,
    },
}

impl ModelError {
    /// Creates the fault of a puzzle or a format that has no such model, for this reason.
    #[inline]
    pub fn new(reason: impl Into<String>) -> Self {
        ModelError::NotOffered { reason: reason.into() }
    }
}

impl From<FlattenError> for ModelError {
    fn from(fault: FlattenError) -> Self {
        match fault {
            FlattenError::Model(fault) => *fault,
            other => ModelError::Flattening(Box::new(other)),
        }
    }
}

/// Returns a label in parentheses after a blank; empty for an empty label.
fn label_suffix(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(" ({label})") }
}
