//! Flattens the expressions of richer formats to constraints.
//!
//! Variables of the expressions are the variables of the model with the same number. Boolean
//! structure becomes clauses over hidden 0/1 variables that are true exactly when their
//! subexpression is (Tseitin 1968), so the number of solutions does not change. A subexpression
//! used in many places is flattened once. Products, divisions and powers become hidden integers
//! that their operands determine, even if a division is undefined.
//!
//! [`ExpressionFlattener::assert_expression`] keeps the plain forms.
//! [`ExpressionFlattener::assert_whole`] has another rule for undefined operations, and from its
//! first call on, constraints of special shapes become constraints that propagate more: tables of a
//! few values, comparisons of two variables, clauses of comparisons that share their truth values.
//!
//! The expressions form a graph (`flatten/expr.rs`). A subexpression that occurs in many places is
//! one node, nodes come before those that use them, and reading, flattening and evaluation visit
//! each node once.

mod arithmetic;
#[cfg(test)]
mod arithmetic_tests;
mod assert;
mod bounds;
mod build;
mod defined_assertions;
mod definedness;
mod disjunction_bounds;
mod distance;
mod divide;
mod error;
mod expr;
mod flattener;
mod large_products;
#[cfg(test)]
mod limit_tests;
mod member;
mod objective;
mod power;
#[cfg(test)]
mod random_expressions;
mod runs;
#[cfg(test)]
mod shape_tests;
mod shared_truths;
mod small_tables;
mod source_expressions;
mod subexpressions;
mod subterm_values;
mod sum;
mod term_ranges;
#[cfg(test)]
mod tests;
mod truth_counts;
mod values;

pub use flattener::ExpressionFlattener;
pub(super) use flattener::POLL_EVERY;
use flattener::{FlatLiteral, MAX_DISTINCT, MAX_PAIRED, MAX_POWER_ROWS, negate_atom};

pub use bounds::{VariableBounds, find_bounds, weakest_bounds};
pub use error::FlattenError;
pub use expr::{BoolExpression, ConstantSet, DagNode, ExpressionDag, IntExpression, OperandList};
pub use source_expressions::SourceExpressions;
pub use term_ranges::{TermRange, TermRanges};
pub use values::{ExpressionValueError, ExpressionValues};

use super::{
    AllDifferent, AtomicConstraint, ComparisonOperator, Constraint, Domain, LinearTerm, MAX_VALUE,
    Reify, Value, VarId,
};
