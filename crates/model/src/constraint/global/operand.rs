//! A number or a variable.

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, ModelAssignment, Rename};
use crate::{Model, Value, VarId};

/// A number, or a variable in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or the name of a variable")]
pub enum ConstraintOperand<V = VarId> {
    /// The number itself.
    Number(Value),
    /// The value of the variable.
    Variable(V),
}

impl<V> ConstraintOperand<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<ConstraintOperand<W>, E> {
        Ok(match self {
            ConstraintOperand::Number(number) => ConstraintOperand::Number(*number),
            ConstraintOperand::Variable(variable) => ConstraintOperand::Variable(v(variable)?),
        })
    }
}

impl ConstraintOperand {
    /// Returns its variable, if it is one.
    #[must_use]
    pub fn as_variable(self) -> Option<VarId> {
        match self {
            ConstraintOperand::Number(_) => None,
            ConstraintOperand::Variable(variable) => Some(variable),
        }
    }

    /// Returns its value under an assignment.
    #[must_use]
    pub fn value_under(self, a: ModelAssignment<'_>) -> Value {
        match self {
            ConstraintOperand::Number(number) => number,
            ConstraintOperand::Variable(variable) => a.value_of(variable),
        }
    }

    /// Returns its least and its greatest value; `None` if the variable has no value.
    #[must_use]
    pub fn value_bounds(self, model: &Model) -> Option<(Value, Value)> {
        match self {
            ConstraintOperand::Number(number) => Some((number, number)),
            ConstraintOperand::Variable(variable) => {
                model.domain(variable).min().zip(model.domain(variable).max())
            }
        }
    }

    /// Returns the number, or the name of the variable.
    pub(super) fn description(self, model: &Model) -> String {
        match self {
            ConstraintOperand::Number(number) => number.to_string(),
            ConstraintOperand::Variable(variable) => model.name_of(variable).to_owned(),
        }
    }
}

/// Returns an error if one of the operands may be negative, or is beyond the values of models.
/// `what` names them: `length`.
pub(super) fn require_natural(
    what: &'static str,
    operands: &[ConstraintOperand],
    model: &Model,
) -> Result<(), ConstraintError> {
    for operand in operands {
        match operand.value_bounds(model) {
            // A variable without values has no bounds and passes: nothing holds anyway.
            Some((low, _)) if low < 0 => {
                let operand = operand.description(model);
                return Err(ConstraintError::Negative { what, operand, low });
            }
            Some((_, high)) if high > crate::MAX_VALUE => {
                return Err(ConstraintError::LargeOperand { what, high });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the operands in words, separated by commas.
pub(super) fn list_words(operands: &[ConstraintOperand], model: &Model) -> String {
    operands.iter().map(|operand| operand.description(model)).collect::<Vec<_>>().join(", ")
}
