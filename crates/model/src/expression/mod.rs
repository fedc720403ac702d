//! Constraints and objectives written with operators.
//!
//! An [`Expr`] is built from variables and numbers. Arithmetic, comparisons and logic mix: a truth
//! value as a number is 0 or 1, and a number as a truth value is whether it is not 0. Division
//! truncates towards 0, and a remainder has the sign of the dividend.
//! [`Model::require`](crate::Model::require) posts an expression as a constraint, which is false
//! wherever it divides by 0 or has a negative exponent in any part.
//!
//! Eight queens that do not attack each other:
//!
//! ```
//! use parallax_model::{Domain, Model, all_different};
//!
//! let mut model = Model::new("queens");
//! let mut q = Vec::new();
//! for row in 0..8 {
//!     q.push(model.add_shown(format!("q{row}"), Domain::range(0, 7))?);
//! }
//! model.require("columns", &all_different(q.iter().copied()))?;
//! for j in 0..8 {
//!     for i in 0..j {
//!         model.require("diagonal", &(q[i] + i).ne(q[j] + j))?;
//!         model.require("diagonal", &(q[i] - i).ne(q[j] - j))?;
//!     }
//! }
//! assert_eq!(model.constraints().len(), 1 + 2 * 28);
//! assert!(model.check(&[], &[0, 4, 7, 5, 2, 6, 1, 3]).is_ok());
//! assert!(model.check(&[], &[0, 4, 7, 5, 2, 6, 3, 1]).is_err());
//! # Ok::<(), parallax_model::ModelError>(())
//! ```

mod error;
mod functions;
mod lower;
mod methods;
mod operators;
mod require;
#[cfg(test)]
mod tests;

pub use error::ExpressionError;
pub use functions::{all, all_different, all_equal, any, count_true, product, sum};

use std::fmt;
use std::sync::Arc;

use crate::{Domain, Relation, VarId};

/// An expression over the variables of a model: a number or a truth value. A clone shares all of
/// it, and so do the expressions that are built from it.
#[derive(Clone)]
pub struct Expr(Arc<Tree>);

/// An operation and its operands.
struct Tree {
    operation: Operation,
    parts: Vec<Expr>,
}

/// The operation of an expression on its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Operation {
    /// A number; one beyond 64 bits is refused later.
    Number(i128),
    Truth(bool),
    Variable(VarId),
    Sum,
    /// The negated operand.
    Negated,
    Product,
    Quotient,
    Remainder,
    Power,
    Abs,
    Distance,
    Min,
    Max,
    Compare(Relation),
    And,
    Or,
    Not,
    /// Whether an odd number of the operands is true.
    Odd,
    /// Whether all are true or none is.
    Alike,
    /// The second operand if the first is true, otherwise the third.
    Choice,
    AllDifferent,
    AllEqual,
    Member(Domain),
}

impl Expr {
    fn new(operation: Operation, parts: Vec<Expr>) -> Self {
        Expr(Arc::new(Tree { operation, parts }))
    }

    fn of<E: Into<Expr>>(operation: Operation, parts: impl IntoIterator<Item = E>) -> Self {
        Expr::new(operation, parts.into_iter().map(Into::into).collect())
    }
}

/// Drops nested operands one by one: they may be nested deeper than the stack allows.
impl Drop for Tree {
    fn drop(&mut self) {
        let mut open = std::mem::take(&mut self.parts);
        while let Some(part) = open.pop() {
            if let Some(mut tree) = Arc::into_inner(part.0) {
                open.append(&mut tree.parts);
            }
        }
    }
}

/// Writes the outermost operation alone, because expressions may be large.
impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {} operands", self.0.operation, self.0.parts.len())
    }
}

impl VarId {
    /// Returns the variable as an expression.
    #[must_use]
    pub fn expr(self) -> Expr {
        Expr::new(Operation::Variable(self), Vec::new())
    }
}

impl From<VarId> for Expr {
    fn from(variable: VarId) -> Self {
        variable.expr()
    }
}

impl From<&VarId> for Expr {
    fn from(variable: &VarId) -> Self {
        variable.expr()
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Self {
        expr.clone()
    }
}

impl From<bool> for Expr {
    fn from(truth: bool) -> Self {
        Expr::new(Operation::Truth(truth), Vec::new())
    }
}
