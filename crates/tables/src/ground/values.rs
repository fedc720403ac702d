//! The values of expressions.

use super::{Bound, Grounder, Num, Truth};
use crate::build_error::CompileError;
use crate::expr::Expr;
use parallax_model::decimal::Decimal;

impl Grounder<'_> {
    /// Returns the value of an expression. Adds to `defined` the conditions under which it has one.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn num(
        &mut self,
        expr: &Expr,
        bound: &Bound<'_>,
        defined: &mut Vec<Truth>,
    ) -> Result<Num, CompileError> {
        match expr {
            Expr::Number(number) => Ok(Num::Known(*number)),
            Expr::Name(_, number) => Ok(Num::Known(Decimal::integer((*number).into()))),
            Expr::Variable(place) => Ok(bound.value(self.glossary, *place)),
            Expr::Apply(symbol, arguments) => {
                let arguments = self.nums(arguments, bound, defined)?;
                self.apply(*symbol, &arguments, defined)
            }
            Expr::Sum(list) => self.sum(list, bound, defined),
            Expr::Product(list) => {
                let parts = self.nums(list, bound, defined)?;
                self.product(&parts)
            }
            Expr::Quotient(a, b) => self.divide(true, a, b, bound, defined),
            Expr::Remainder(a, b) => self.divide(false, a, b, bound, defined),
            Expr::Abs(a) => {
                let a = self.num(a, bound, defined)?;
                let minus = self.product(&[Num::Known(Decimal::integer(-1)), a])?;
                self.extreme(&[a, minus], true)
            }
            Expr::Min(list) => {
                let parts = self.nums(list, bound, defined)?;
                self.extreme(&parts, false)
            }
            Expr::Max(list) => {
                let parts = self.nums(list, bound, defined)?;
                self.extreme(&parts, true)
            }
        }
    }

    pub(super) fn nums(
        &mut self,
        list: &[Expr],
        bound: &Bound<'_>,
        defined: &mut Vec<Truth>,
    ) -> Result<Vec<Num>, CompileError> {
        list.iter().map(|expr| self.num(expr, bound, defined)).collect()
    }
}
