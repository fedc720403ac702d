//! The values of expressions.

use super::{GroundNumber, GroundTruth, TableGrounder, VariableBindings};
use crate::build_error::CompileError;
use crate::expr::TableExpression;
use parallax_model::decimal::DecimalNumber;

impl TableGrounder<'_> {
    /// Returns the value of an expression. Adds to `defined` the conditions under which it has one.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn ground_number(
        &mut self,
        expr: &TableExpression,
        bound: &VariableBindings<'_>,
        defined: &mut Vec<GroundTruth>,
    ) -> Result<GroundNumber, CompileError> {
        match expr {
            TableExpression::Number(number) => Ok(GroundNumber::Known(*number)),
            TableExpression::Name(_, number) => {
                Ok(GroundNumber::Known(DecimalNumber::from_integer((*number).into())))
            }
            TableExpression::Variable(variable) => Ok(bound.bound_value(self.glossary, *variable)),
            TableExpression::Apply(symbol, arguments) => {
                let arguments = self.ground_numbers(arguments, bound, defined)?;
                self.apply_symbol(*symbol, &arguments, defined)
            }
            TableExpression::Sum(list) => self.sum_expressions(list, bound, defined),
            TableExpression::Product(list) => {
                let parts = self.ground_numbers(list, bound, defined)?;
                self.multiply_numbers(&parts)
            }
            TableExpression::Quotient(a, b) => self.divide_numbers(true, a, b, bound, defined),
            TableExpression::Remainder(a, b) => self.divide_numbers(false, a, b, bound, defined),
            TableExpression::Abs(a) => {
                let a = self.ground_number(a, bound, defined)?;
                // |a| is max(a, -a).
                let minus = self
                    .multiply_numbers(&[GroundNumber::Known(DecimalNumber::from_integer(-1)), a])?;
                self.extreme_number(&[a, minus], true)
            }
            TableExpression::Min(list) => {
                let parts = self.ground_numbers(list, bound, defined)?;
                self.extreme_number(&parts, false)
            }
            TableExpression::Max(list) => {
                let parts = self.ground_numbers(list, bound, defined)?;
                self.extreme_number(&parts, true)
            }
        }
    }

    pub(super) fn ground_numbers(
        &mut self,
        list: &[TableExpression],
        bound: &VariableBindings<'_>,
        defined: &mut Vec<GroundTruth>,
    ) -> Result<Vec<GroundNumber>, CompileError> {
        list.iter().map(|expr| self.ground_number(expr, bound, defined)).collect()
    }
}
