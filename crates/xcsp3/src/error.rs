//! Why a document has no model.

use parallax_model::flatten::FlattenError;
use parallax_model::{AutomatonError, ConstraintError, MAX_VALUE, ModelError};

use super::automata::MAX_SIZE;
use super::constraints::{MAX_BINS, MAX_LOAD, MAX_TRANSITIONS};
use super::draft::MAX_POSTED;

/// Why the model cannot have a constraint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Xcsp3PostError {
    /// The caller's time is over.
    #[error("stopped")]
    Stopped,
    #[error("the model has more than {MAX_POSTED} parts up to here")]
    TooManyParts,
    /// A coefficient or a constant leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    #[error("the number {number} is beyond {MAX_VALUE}")]
    LargeValue { number: i64 },
    #[error("a value is beyond the range of models")]
    OtherValue,
    /// A slot is used before it has a variable: a fault of the draft.
    #[error("a variable is missing")]
    NoVariable,
    #[error("expressions in the list are not supported")]
    ListedExpression,
    #[error("{bins} bins; expected {MAX_BINS} or less")]
    TooManyBins { bins: u64 },
    #[error("the sum of the sizes is beyond {MAX_LOAD}")]
    LargeLoad,
    #[error("it takes {transitions} transitions; expected {MAX_TRANSITIONS} or less")]
    TooManyTransitions { transitions: u64 },
    #[error("its deterministic automaton is larger than {MAX_SIZE}")]
    LargeAutomaton,
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// The model refuses a constraint, which the caller names.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
    #[error(transparent)]
    Model(Box<ModelError>),
    /// An expression, as the file has it, cannot be flattened.
    #[error("{fault}: {term}")]
    Expression { fault: FlattenError, term: String },
}

impl From<ModelError> for Xcsp3PostError {
    fn from(fault: ModelError) -> Self {
        Xcsp3PostError::Model(Box::new(fault))
    }
}

/// A fault of a model, with the index of the constraint; the index after the last one is the
/// objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub(super) struct Xcsp3BuildError {
    /// The index of the constraint; `None` if the fault is in none.
    pub(super) entry: Option<usize>,
    pub(super) fault: Xcsp3PostError,
}

impl Xcsp3BuildError {
    /// A fault that is in no constraint.
    pub(super) fn without_place(fault: impl Into<Xcsp3PostError>) -> Self {
        Xcsp3BuildError { entry: None, fault: fault.into() }
    }

    /// A fault of the constraint at a place.
    pub(super) fn at_entry(entry: usize, fault: impl Into<Xcsp3PostError>) -> Self {
        Xcsp3BuildError { entry: Some(entry), fault: fault.into() }
    }
}

/// Why an operator does not take its operands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OperandError {
    #[error("{found} operands; expected {least}")]
    OtherNumber { found: usize, least: usize },
    #[error("{found} operands; expected {least} or more")]
    OtherRange { found: usize, least: usize },
    #[error("a set as an operand; expected it in 'in' or 'notin'")]
    SetOperand,
    #[error("a set as the first operand; expected a number")]
    SetFirst,
    #[error("a number as the second operand; expected a set")]
    NumberSecond,
}
