//! Adds nodes of every kind to expressions.

use super::expr::narrow_index;
use super::{BoolExpression, DagNode, ExpressionDag, IntExpression};
use crate::{ComparisonOperator, Domain};

impl ExpressionDag {
    /// Adds a constant.
    pub fn add_truth(&mut self, value: bool) -> BoolExpression {
        BoolExpression(self.add_node(DagNode::Truth(value)))
    }

    /// Adds the flag of the 0/1 variable with this number: whether it is 1.
    pub fn add_flag(&mut self, variable: usize) -> BoolExpression {
        BoolExpression(self.add_node(DagNode::Flag(narrow_index(variable))))
    }

    /// Adds a negation.
    pub fn add_not(&mut self, term: BoolExpression) -> BoolExpression {
        BoolExpression(self.add_node(DagNode::Not(term)))
    }

    /// Adds a conjunction; it is true without operands.
    pub fn add_and(&mut self, parts: &[BoolExpression]) -> BoolExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        BoolExpression(self.add_node(DagNode::And(list)))
    }

    /// Adds a disjunction; it is false without operands.
    pub fn add_or(&mut self, parts: &[BoolExpression]) -> BoolExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        BoolExpression(self.add_node(DagNode::Or(list)))
    }

    /// Adds an equivalence.
    pub fn add_iff(&mut self, a: BoolExpression, b: BoolExpression) -> BoolExpression {
        BoolExpression(self.add_node(DagNode::Iff(a, b)))
    }

    /// Adds a choice: `then` if the condition is true, otherwise `other`.
    pub fn add_bool_choice(
        &mut self,
        condition: BoolExpression,
        then: BoolExpression,
        other: BoolExpression,
    ) -> BoolExpression {
        BoolExpression(self.add_node(DagNode::Choose(condition, then, other)))
    }

    /// Adds a comparison.
    pub fn add_comparison(
        &mut self,
        left: IntExpression,
        relation: ComparisonOperator,
        right: IntExpression,
    ) -> BoolExpression {
        BoolExpression(self.add_node(DagNode::Compare(left, relation, right)))
    }

    /// Adds the statement that no two of the operands are equal.
    pub fn add_distinct(&mut self, parts: &[IntExpression]) -> BoolExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        BoolExpression(self.add_node(DagNode::Distinct(list)))
    }

    /// Adds a number.
    pub fn add_number(&mut self, value: i64) -> IntExpression {
        IntExpression(self.add_node(DagNode::Number(value)))
    }

    /// Adds the integer variable with this number.
    pub fn add_variable(&mut self, variable: usize) -> IntExpression {
        IntExpression(self.add_node(DagNode::Variable(narrow_index(variable))))
    }

    /// Adds the sum of the operands.
    pub fn add_sum(&mut self, parts: &[IntExpression]) -> IntExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        IntExpression(self.add_node(DagNode::Add(list)))
    }

    /// Adds a constant times an operand.
    pub fn add_multiple(&mut self, factor: i64, term: IntExpression) -> IntExpression {
        IntExpression(self.add_node(DagNode::Scale(factor, term)))
    }

    /// Adds a choice of integers: `then` if the condition is true, otherwise `other`.
    pub fn add_int_choice(
        &mut self,
        condition: BoolExpression,
        then: IntExpression,
        other: IntExpression,
    ) -> IntExpression {
        IntExpression(self.add_node(DagNode::Select(condition, then, other)))
    }

    /// Adds a product.
    pub fn add_product(&mut self, left: IntExpression, right: IntExpression) -> IntExpression {
        IntExpression(self.add_node(DagNode::Mul(left, right)))
    }

    /// Adds a quotient, truncated towards 0; undefined if the divisor is 0.
    pub fn add_quotient(
        &mut self,
        dividend: IntExpression,
        divisor: IntExpression,
    ) -> IntExpression {
        IntExpression(self.add_node(DagNode::Div(dividend, divisor)))
    }

    /// Adds the remainder of [`ExpressionDag::add_quotient`], with the sign of the dividend;
    /// undefined if the divisor is 0.
    pub fn add_remainder(
        &mut self,
        dividend: IntExpression,
        divisor: IntExpression,
    ) -> IntExpression {
        IntExpression(self.add_node(DagNode::Mod(dividend, divisor)))
    }

    /// Adds the least of the operands; `None` without operands.
    #[must_use]
    pub fn add_min(&mut self, parts: &[IntExpression]) -> Option<IntExpression> {
        let list = self.add_list(parts.iter().map(|part| part.0));
        (!parts.is_empty()).then(|| IntExpression(self.add_node(DagNode::Min(list))))
    }

    /// Adds the greatest of the operands; `None` without operands.
    #[must_use]
    pub fn add_max(&mut self, parts: &[IntExpression]) -> Option<IntExpression> {
        let list = self.add_list(parts.iter().map(|part| part.0));
        (!parts.is_empty()).then(|| IntExpression(self.add_node(DagNode::Max(list))))
    }

    /// Adds an absolute value.
    pub fn add_abs(&mut self, term: IntExpression) -> IntExpression {
        IntExpression(self.add_node(DagNode::Abs(term)))
    }

    /// Adds the statement that all operands are equal; it is true without operands.
    pub fn all_equal(&mut self, parts: &[IntExpression]) -> BoolExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        BoolExpression(self.add_node(DagNode::AllEqual(list)))
    }

    /// Adds the statement that all operands are true or all are false; it is true without operands.
    pub fn all_alike(&mut self, parts: &[BoolExpression]) -> BoolExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        BoolExpression(self.add_node(DagNode::AllAlike(list)))
    }

    /// Adds the statement that an odd number of the operands is true.
    pub fn add_parity(&mut self, parts: &[BoolExpression]) -> BoolExpression {
        let list = self.add_list(parts.iter().map(|part| part.0));
        BoolExpression(self.add_node(DagNode::Odd(list)))
    }

    /// Adds the statement that an integer is in a set. Equal sets are stored once.
    pub fn add_member(&mut self, term: IntExpression, set: Domain) -> BoolExpression {
        let set = self.add_set(set);
        BoolExpression(self.add_node(DagNode::Member(term, set)))
    }

    /// Adds the statement that an integer is not 0. That of [`ExpressionDag::number_of`] a truth
    /// value is the truth value itself.
    pub fn is_nonzero(&mut self, term: IntExpression) -> BoolExpression {
        match self.of_int(term) {
            DagNode::NumberOf(truth) => truth,
            DagNode::Number(number) => self.add_truth(number != 0),
            _ => {
                let zero = self.add_number(0);
                self.add_comparison(term, ComparisonOperator::Ne, zero)
            }
        }
    }

    /// Adds a truth value as a number: 1 if it is true, otherwise 0.
    pub fn number_of(&mut self, truth: BoolExpression) -> IntExpression {
        IntExpression(self.add_node(DagNode::NumberOf(truth)))
    }

    /// Adds the power of a base; `0^0` is 1. It is undefined if the exponent is negative.
    pub fn add_power(&mut self, base: IntExpression, exponent: IntExpression) -> IntExpression {
        IntExpression(self.add_node(DagNode::Pow(base, exponent)))
    }

    /// Adds the distance of two integers, `|a - b|`.
    pub fn add_distance(&mut self, a: IntExpression, b: IntExpression) -> IntExpression {
        let negated = self.add_multiple(-1, b);
        let difference = self.add_sum(&[a, negated]);
        self.add_abs(difference)
    }
}
