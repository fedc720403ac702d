//! The tree of an expression.

use std::fmt;
use std::sync::Arc;

use crate::{ComparisonOperator, Domain, VarId};

/// An expression over the variables of a model: a number or a truth value. A clone shares all of
/// it, and so do the expressions that are built from it.
#[derive(Clone)]
pub struct ModelExpression(pub(super) Arc<OperationNode>);

/// An operation and its operands.
pub(super) struct OperationNode {
    pub(super) operation: ExpressionOperation,
    pub(super) parts: Vec<ModelExpression>,
}

/// The operation of an expression on its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExpressionOperation {
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
    Compare(ComparisonOperator),
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

impl ModelExpression {
    pub(super) fn new(operation: ExpressionOperation, parts: Vec<ModelExpression>) -> Self {
        ModelExpression(Arc::new(OperationNode { operation, parts }))
    }

    pub(super) fn from_operands<E: Into<ModelExpression>>(
        operation: ExpressionOperation,
        parts: impl IntoIterator<Item = E>,
    ) -> Self {
        ModelExpression::new(operation, parts.into_iter().map(Into::into).collect())
    }
}

/// Drops nested operands one by one: they may be nested deeper than the stack allows.
impl Drop for OperationNode {
    fn drop(&mut self) {
        let mut open = std::mem::take(&mut self.parts);
        while let Some(part) = open.pop() {
            // The last owner takes over the operands; an operand with other owners stays alive. The
            // node itself is dropped with an empty list, so that nothing recurses.
            if let Some(mut tree) = Arc::into_inner(part.0) {
                open.append(&mut tree.parts);
            }
        }
    }
}

/// Writes the outermost operation alone, because expressions may be large.
impl fmt::Debug for ModelExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {} operands", self.0.operation, self.0.parts.len())
    }
}

impl VarId {
    /// Returns the variable as an expression.
    #[must_use]
    pub fn to_expression(self) -> ModelExpression {
        ModelExpression::new(ExpressionOperation::Variable(self), Vec::new())
    }
}

impl From<VarId> for ModelExpression {
    fn from(variable: VarId) -> Self {
        variable.to_expression()
    }
}

impl From<&VarId> for ModelExpression {
    fn from(variable: &VarId) -> Self {
        variable.to_expression()
    }
}

impl From<&ModelExpression> for ModelExpression {
    fn from(expr: &ModelExpression) -> Self {
        expr.clone()
    }
}

impl From<bool> for ModelExpression {
    fn from(truth: bool) -> Self {
        ModelExpression::new(ExpressionOperation::Truth(truth), Vec::new())
    }
}
