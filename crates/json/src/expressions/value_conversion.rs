//! Parts as numbers and as truths.

use super::expression_scope::{ArrayCell, ExpressionScope, ExpressionValue};
use parallax_model::VarId;
use parallax_model::flatten::{BoolExpression, DagNode, IntExpression};

impl ExpressionScope<'_> {
    /// Returns the term of a number, one for equal numbers.
    pub(super) fn number_term(&mut self, number: i64) -> IntExpression {
        let terms = &mut self.terms;
        *self.numbers.entry(number).or_insert_with(|| terms.add_number(number))
    }

    /// Returns a variable as a part.
    pub(super) fn variable_value(&mut self, variable: usize) -> ExpressionValue {
        let terms = &mut self.terms;
        ExpressionValue::Int(
            *self.variables.entry(variable).or_insert_with(|| terms.add_variable(variable)),
        )
    }

    /// Returns a part as a number; a truth is 0 or 1.
    pub(crate) fn convert_int(&mut self, part: ExpressionValue) -> IntExpression {
        match part {
            ExpressionValue::Number(number) => self.number_term(number),
            ExpressionValue::Truth(truth) => self.number_term(truth.into()),
            ExpressionValue::Int(int) => int,
            ExpressionValue::Bool(truth) => self.terms.number_of(truth),
        }
    }

    /// Returns a part as a truth; a number is true unless it is 0.
    pub(crate) fn convert_truth(&mut self, part: ExpressionValue) -> BoolExpression {
        match part {
            ExpressionValue::Number(number) => self.terms.add_truth(number != 0),
            ExpressionValue::Truth(truth) => self.terms.add_truth(truth),
            ExpressionValue::Bool(truth) => truth,
            ExpressionValue::Int(int) => match self.terms.of_int(int) {
                // A flag is a literal, while `x != 0` would be a comparison.
                DagNode::Variable(v) if self.model.domain(VarId::new(v as usize)).is_boolean() => {
                    self.terms.add_flag(v as usize)
                }
                _ => self.terms.is_nonzero(int),
            },
        }
    }

    /// Returns parts as numbers.
    pub(super) fn convert_ints(&mut self, parts: &[ExpressionValue]) -> Vec<IntExpression> {
        parts.iter().map(|&part| self.convert_int(part)).collect()
    }

    /// Returns parts as truths.
    pub(super) fn convert_truths(&mut self, parts: &[ExpressionValue]) -> Vec<BoolExpression> {
        parts.iter().map(|&part| self.convert_truth(part)).collect()
    }

    /// Returns the value of a cell.
    pub(super) fn cell_value(&mut self, item: ArrayCell) -> ExpressionValue {
        match item {
            ArrayCell::Number(number) => ExpressionValue::Number(number),
            ArrayCell::Variable(variable) => self.variable_value(variable),
        }
    }
}

/// Returns whether a part is a truth, known or not.
pub(super) fn is_truth(part: ExpressionValue) -> bool {
    matches!(part, ExpressionValue::Truth(_) | ExpressionValue::Bool(_))
}

/// Returns a known part as a number.
pub(super) fn constant_value(part: ExpressionValue) -> Option<i64> {
    match part {
        ExpressionValue::Number(number) => Some(number),
        ExpressionValue::Truth(truth) => Some(truth.into()),
        _ => None,
    }
}

/// Returns parts as numbers if all are known.
pub(super) fn all_constant_values(parts: &[ExpressionValue]) -> Option<Vec<i64>> {
    parts.iter().map(|&part| constant_value(part)).collect()
}
