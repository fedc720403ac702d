//! Posts comparisons of an absolute value with a number as comparisons of its operand.

use super::assert::IntegerComparison;
use super::sum::LinearSum;
use super::{
    ComparisonOperator, DagNode, ExpressionFlattener, FlatLiteral, FlattenError, IntExpression,
};

/// `|inner| relation number`, with the relation that must hold where `inner` is defined.
#[derive(Clone, Copy)]
pub(super) struct DistanceComparison {
    inner: IntExpression,
    pub(super) relation: ComparisonOperator,
    number: i64,
    /// Whether `inner` must be defined; otherwise an undefined one satisfies the assertion.
    positive: bool,
    /// Whether it has few nodes, and nothing but sums inside.
    pub(super) is_linear: bool,
}

impl ExpressionFlattener<'_> {
    /// Returns an asserted comparison as one of an absolute value with a number, if it is one.
    pub(super) fn compared_distance(
        &self,
        compared: IntegerComparison,
        positive: bool,
    ) -> Option<DistanceComparison> {
        let number = |term: Option<IntExpression>| match term.map(|term| self.terms.of_int(term)) {
            None => Some(0),
            Some(DagNode::Number(number)) => Some(number),
            _ => None,
        };
        let IntegerComparison { left, relation, right } = compared;
        // The number may be on either side: 3 < |x| is |x| > 3.
        let (term, relation, number) = match (number(Some(left)), number(right)) {
            (None, Some(number)) => (left, relation, number),
            (Some(number), None) => (right?, relation.mirror_relation(), number),
            _ => return None,
        };
        let DagNode::Abs(inner) = self.terms.of_int(term) else { return None };
        let relation = if positive { relation } else { relation.negate_relation() };
        // Over integers a strict order is a weak one: |x| < 3 is |x| <= 2.
        let (relation, number) = match relation {
            ComparisonOperator::Lt => (ComparisonOperator::Le, number.checked_sub(1)?),
            ComparisonOperator::Gt => (ComparisonOperator::Ge, number.checked_add(1)?),
            same => (same, number),
        };
        let is_linear =
            self.collect_small([inner.node_index()]).is_some_and(|few| few.operations == 0);
        Some(DistanceComparison { inner, relation, number, positive, is_linear })
    }

    /// Posts such a comparison. Returns false, and posts nothing, if it may be undefined where it
    /// must then be true.
    pub(super) fn post_distance(
        &mut self,
        label: &str,
        distance: DistanceComparison,
    ) -> Result<bool, FlattenError> {
        let DistanceComparison { inner, relation, number, positive, .. } = distance;
        let Some(negated) = number.checked_neg() else { return Ok(false) };
        // A shared sum is copied, not moved: the caller needs it again if nothing is posted here.
        self.is_shared[inner.node_index()] = true;
        let sum = self.integer_sum(inner)?;
        let defined = self.all_defined([inner])?;
        match defined {
            FlatLiteral::Const(true) => {}
            _ if positive => self.post_clause(label, &[defined])?,
            _ => return Ok(false),
        }
        self.spend_steps(2 * sum.len())?;
        // |inner| <= n is inner - n <= 0 and inner + n >= 0; the opposite relation joins the
        // opposite comparisons by `or`.
        let above = sum.clone().subtract_sum(LinearSum::from_constant(number))?;
        let below = sum.subtract_sum(LinearSum::from_constant(negated))?;
        match relation {
            // The absolute value is at least 0 anyway.
            ComparisonOperator::Ge | ComparisonOperator::Ne if number < 0 => {}
            ComparisonOperator::Ge if number == 0 => {}
            ComparisonOperator::Le | ComparisonOperator::Eq if number < 0 => {
                self.post_clause(label, &[])?;
            }
            ComparisonOperator::Le | ComparisonOperator::Lt => {
                self.post_relation(label, &above, ComparisonOperator::Le, None)?;
                self.post_relation(label, &below, ComparisonOperator::Ge, None)?;
            }
            ComparisonOperator::Eq if number == 0 => {
                self.post_relation(label, &above, ComparisonOperator::Eq, None)?;
            }
            ComparisonOperator::Ne => {
                self.post_relation(label, &above, ComparisonOperator::Ne, None)?;
                self.post_relation(label, &below, ComparisonOperator::Ne, None)?;
            }
            _ => {
                let lits = [
                    self.relation_literal(&above, relation)?,
                    self.relation_literal(&below, relation.mirror_relation())?,
                ];
                self.post_clause(label, &lits)?;
            }
        }
        Ok(true)
    }
}
