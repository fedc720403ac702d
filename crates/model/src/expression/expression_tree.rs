//! The tree of an expression.

use std::fmt;
use std::sync::Arc;

use crate::{Domain, Relation, VarId};

/// An expression over the variables of a model: a number or a truth value. A clone shares all of
/// it, and so do the expressions that are built from it.
#[derive(Clone)]
pub struct Expr(pub(super) Arc<Tree>);

/// An operation and its operands.
pub(super) struct Tree {
    pub(super) operation: Operation,
    pub(super) parts: Vec<Expr>,
}

/// The operation of an expression on its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operation {
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
    pub(super) fn new(operation: Operation, parts: Vec<Expr>) -> Self {
        Expr(Arc::new(Tree { operation, parts }))
    }

    pub(super) fn of<E: Into<Expr>>(
        operation: Operation,
        parts: impl IntoIterator<Item = E>,
    ) -> Self {
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
