//! Reasons why a document has no model.

use parallax_model::flatten::FlattenError;
use parallax_model::{AutomatonError, ConstraintError, MAX_VALUE, ModelError};

use super::draft::MAX_POSTED;

/// The reason why the model cannot have a constraint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum FlatzincPostError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    #[error("the model has more than {MAX_POSTED} parts up to here")]
    TooManyParts,
    /// A coefficient or a constant leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    #[error("the number {number} is beyond {MAX_VALUE}")]
    LargeValue { number: i64 },
    /// A term is neither a variable nor a number of the model: a fault of the draft.
    #[error("a variable has no place in the model")]
    NoPlace,
    #[error("this constraint is not supported where it may be false")]
    NotReified,
    #[error("a power of more than {most} pairs of operands")]
    LongPower { most: u64 },
    /// A sum is flattened as an operation: a fault of the constraint.
    #[error("a sum is linear")]
    LinearOperation,
    #[error("a size is a variable")]
    VariableSize,
    #[error("a variable limit")]
    VariableLimit,
    #[error("a cell of a table is a variable")]
    VariableCell,
    #[error("bins from {low} to {high}; at most {most}")]
    TooManyBins { low: i64, high: i64, most: u64 },
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// The model refuses a constraint, which the caller names.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
    #[error(transparent)]
    Model(Box<ModelError>),
    #[error(transparent)]
    Expression(#[from] FlattenError),
}

impl From<ModelError> for FlatzincPostError {
    fn from(fault: ModelError) -> Self {
        FlatzincPostError::Model(Box::new(fault))
    }
}

/// The reason why a constraint refuses its arguments. They count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArgumentError {
    #[error("argument {place}: expected {expected}")]
    OtherForm { place: usize, expected: &'static str },
    #[error("argument {place}: {found}; expected {expected}")]
    OtherType { place: usize, found: FoundTerm, expected: &'static str },
    #[error("no arguments; expected a bool as the last one")]
    NoArguments,
    #[error("{found} arguments; expected {expected} after them")]
    TooFew { found: usize, expected: &'static str },
    #[error("{found} arguments; expected {expected}")]
    TooMany { found: usize, expected: usize },
    #[error("expected a constant integer")]
    NoConstant,
    #[error("arrays of lengths {first} and {second}; expected one length")]
    OtherLengths { first: usize, second: usize },
    #[error("{cells} cells in {columns} columns")]
    MatrixCells { cells: i64, columns: i64 },
    #[error("a table of {cells} cells for {width} columns")]
    TableCells { cells: usize, width: usize },
    #[error("a size {size}; expected 0 or more")]
    NegativeSize { size: i64 },
    #[error(
        "{transitions} transitions; expected one for each of {states} states and {symbols} \
         symbols"
    )]
    TransitionCount { transitions: usize, states: i64, symbols: i64 },
    #[error("the start {start}; expected a state from 1 to {states}")]
    OtherStart { start: i64, states: i64 },
    #[error("an assumption has no truth value")]
    AssumptionReified,
    #[error("constraints of floats are not supported")]
    FloatConstraint,
    #[error(
        "constraints of set variables are not supported; MiniZinc replaces them where a library \
         includes nosets.mzn"
    )]
    SetConstraint,
    /// No constraint has this name; `near` may suggest one.
    #[error("there is no such constraint{near}")]
    UnknownConstraint { near: String },
}

/// A term that is not of the type that an argument has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum FoundTerm {
    #[error("{0}")]
    Number(i64),
    #[error("a variable that does not exist")]
    Nothing,
    #[error("the bool '{0}'")]
    Bool(String),
    #[error("the integer '{0}'")]
    Integer(String),
    #[error("the variable '{0}'")]
    Variable(String),
}

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultSite {
    Constraint(usize),
    Variable(usize),
    /// The goal, or the model as a whole.
    Goal,
}

/// A fault of a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum FlatzincDocumentError {
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// A variable has values that models do not allow, and no constraint excludes them.
    #[error(
        "the variable '{name}'{} has {}, and the constraints give it none within \
         -{MAX_VALUE}..{MAX_VALUE}; declare such bounds",
        label_suffix(label.as_deref()), describe_range(*range)
    )]
    WideDomain {
        name: String,
        /// The user's label of the first constraint that mentions it.
        label: Option<String>,
        /// The bounds of the value, both included. `None` if there are none.
        range: Option<(i64, i64)>,
    },
    #[error(transparent)]
    Post(#[from] FlatzincPostError),
}

/// A fault of a document, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub(super) struct FlatzincBuildError {
    pub(super) site: FaultSite,
    pub(super) fault: FlatzincDocumentError,
}

impl FlatzincBuildError {
    pub(super) fn new(site: FaultSite, fault: impl Into<FlatzincDocumentError>) -> Self {
        FlatzincBuildError { site, fault: fault.into() }
    }
}

fn label_suffix(label: Option<&str>) -> String {
    label.map(|own| format!(" (in '{own}')")).unwrap_or_default()
}

fn describe_range(range: Option<(i64, i64)>) -> String {
    range.map_or_else(|| "no bounds".into(), |(low, high)| format!("the values {low}..{high}"))
}
