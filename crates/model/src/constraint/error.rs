//! Reasons why a model refuses a constraint.

use super::compare::MAX_OFFSET;
use crate::{MAX_VALUE, Value};

/// A fault in a constraint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum ConstraintError {
    /// It names a variable that does not exist.
    #[error("there is no variable number {number}")]
    NoVariable { number: usize },
    /// It names a dimension that does not exist.
    #[error("there is no dimension number {number}")]
    NoDimension { number: u32 },
    /// A condition or a truth has values other than 0 and 1.
    #[error("'{variable}' is not a boolean (0 or 1)")]
    NotBoolean { variable: String },
    /// The inner constraint of an implication is one itself.
    #[error("an implication inside an implication")]
    NestedImplication,
    /// The inner constraint of an implication is a global one.
    #[error("a global constraint inside an implication")]
    NestedGlobal,
    /// A scope that needs a variable has none.
    #[error("its scope is empty")]
    EmptyScope,
    /// A sum could leave 64 bits.
    #[error("its sum can reach {largest}, which is too large (2^61)")]
    LargeSum { largest: i128 },
    /// An offset could leave 64 bits.
    #[error("its offset {offset} is beyond {MAX_OFFSET}")]
    LargeOffset { offset: i64 },
    /// Two vectors are not equally long.
    #[error("its vectors have lengths {left} and {right}")]
    VectorLengths { left: usize, right: usize },
    /// Two arrays are not equally long.
    #[error("its arrays have lengths {left} and {right}")]
    ArrayLengths { left: usize, right: usize },
    /// Two bounds are about one value.
    #[error("value {value} is counted twice")]
    TwoCounts { value: Value },
    /// A tuple is not as long as the scope. Tuples count from 1.
    #[error("tuple {tuple} has {values} values, its scope {variables} variables")]
    TupleLength { tuple: usize, values: usize, variables: usize },
    /// A number of equal classes is impossible.
    #[error("exactly {number} equal classes of {variables} variables")]
    EqualClasses { number: usize, variables: usize },
    /// A table of classes cannot tell two classes apart.
    #[error("a table of classes of '{dimension}', of which two are named '{class}'")]
    TwoClasses { dimension: String, class: String },
    /// A row of classes is not as long as the scope. Rows count from 1.
    #[error("row {row} has {classes} classes, its scope {variables} variables")]
    RowLength { row: usize, classes: usize, variables: usize },
    /// A row has a class that does not exist. Rows count from 1, classes from 0.
    #[error("row {row} has class number {class} of {classes}")]
    NoClass { row: usize, class: u32, classes: usize },
    /// The numbers of items and sizes differ.
    #[error("{items} items and {sizes} sizes")]
    SizeCount { items: usize, sizes: usize },
    /// A size is negative or too large.
    #[error("a size {size}; expected 0 to {MAX_VALUE}")]
    OtherSize { size: Value },
    /// A length, a height or a limit may be negative.
    #[error("the {what} {operand} may be {low}; expected 0 or more")]
    Negative { what: &'static str, operand: String, low: Value },
    /// A length, a height or a limit may be too large.
    #[error("the {what} {high} is beyond {MAX_VALUE}")]
    LargeOperand { what: &'static str, high: Value },
    /// Tasks do not each have a length and a height.
    #[error("{starts} starts, {lengths} lengths and {heights} heights")]
    TaskCount { starts: usize, lengths: usize, heights: usize },
    /// Boxes do not each have lengths.
    #[error("{origins} origins and {lengths} lengths")]
    OriginCount { origins: usize, lengths: usize },
    /// Boxes have no dimension.
    #[error("tasks without a dimension")]
    NoDimensions,
    /// A box has another number of dimensions than the first. Boxes count from 1.
    #[error("task {task} has {starts} starts and {lengths} lengths; expected {dimensions}")]
    TaskDimensions { task: usize, starts: usize, lengths: usize, dimensions: usize },
}
