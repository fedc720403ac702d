//! A number or a variable.

use serde::{Deserialize, Serialize};

use super::super::{Assignment, ConstraintError, Rename};
use crate::{Model, Value, VarId};

/// A number, or a variable in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or the name of a variable")]
pub enum Operand<V = VarId> {
    /// The number itself.
    Number(Value),
    /// The value of the variable.
    Variable(V),
}

impl<V> Operand<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Operand<W>, E> {
        Ok(match self {
            Operand::Number(number) => Operand::Number(*number),
            Operand::Variable(variable) => Operand::Variable(v(variable)?),
        })
    }
}

impl Operand {
    /// Returns its variable, if it is one.
    #[must_use]
    pub fn variable(self) -> Option<VarId> {
        match self {
            Operand::Number(_) => None,
            Operand::Variable(variable) => Some(variable),
        }
    }

    /// Returns its value under an assignment.
    #[must_use]
    pub fn value(self, a: Assignment<'_>) -> Value {
        match self {
            Operand::Number(number) => number,
            Operand::Variable(variable) => a.value(variable),
        }
    }

    /// Returns its least and its greatest value; `None` if the variable has no value.
    #[must_use]
    pub fn ends(self, model: &Model) -> Option<(Value, Value)> {
        match self {
            Operand::Number(number) => Some((number, number)),
            Operand::Variable(variable) => {
                model.domain(variable).min().zip(model.domain(variable).max())
            }
        }
    }

    /// Returns the number, or the name of the variable.
    pub(super) fn words(self, model: &Model) -> String {
        match self {
            Operand::Number(number) => number.to_string(),
            Operand::Variable(variable) => model.name_of(variable).to_owned(),
        }
    }
}

/// Returns an error if one of the operands may be negative, or is beyond the values of models.
/// `what` names them: `length`.
pub(super) fn require_natural(
    what: &'static str,
    operands: &[Operand],
    model: &Model,
) -> Result<(), ConstraintError> {
    for operand in operands {
        match operand.ends(model) {
            Some((low, _)) if low < 0 => {
                let operand = operand.words(model);
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
pub(super) fn list_words(operands: &[Operand], model: &Model) -> String {
    operands.iter().map(|operand| operand.words(model)).collect::<Vec<_>>().join(", ")
}
