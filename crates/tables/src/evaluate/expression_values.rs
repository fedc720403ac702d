//! The values of expressions, and whether tests hold.

use parallax_model::ComparisonOperator;

use super::exact::{ExactNumber, Worth, combine_numbers, exact_integer};
use super::{TableInterpretation, Values};
use crate::expr::{CellTest, TableExpression};
use crate::glossary::{SymbolId, ValueSort};
use crate::table::{ColumnHeader, HitPolicy, RuleTable};
use parallax_model::decimal::DecimalNumber;

impl TableInterpretation<'_> {
    /// Returns the value of a variable; `None` if a partial function has none.
    pub(super) fn variable_value(&self, symbol: SymbolId, variable: usize) -> Worth {
        let block = self.layout.symbol_block(symbol);
        let units = i64::from(self.values[variable]);
        (block.none != Some(units))
            .then_some(ExactNumber { units: units.into(), digits: block.digits })
    }

    pub(super) fn applied_variable(
        &self,
        table: &RuleTable,
        symbol: SymbolId,
        arguments: &[TableExpression],
        values: &Values,
    ) -> Option<usize> {
        let glossary = self.glossary();
        let kinds = &glossary.find_symbol(symbol).arguments;
        let mut units = Vec::with_capacity(arguments.len());
        for (argument, &kind) in arguments.iter().zip(kinds) {
            let worth = self.expression_value(table, argument, values)?;
            let typed = ExactNumber { units: 0, digits: glossary.type_digits(kind) };
            // An argument with more decimal places than its type has is outside it. 0 is 0 at every
            // scale.
            let (worth, _) = worth
                .common_units(typed)
                .filter(|_| worth.digits <= typed.digits || worth.units == 0)?;
            units.push(i64::try_from(worth).ok()?);
        }
        self.layout.symbol_block(symbol).variable_index(&units)
    }

    pub(super) fn expression_value(
        &self,
        table: &RuleTable,
        expr: &TableExpression,
        values: &Values,
    ) -> Worth {
        let of = |expr: &TableExpression| self.expression_value(table, expr, values);
        let all =
            |list: &[TableExpression]| list.iter().map(of).collect::<Option<Vec<ExactNumber>>>();
        match expr {
            TableExpression::Number(DecimalNumber { units, digits }) => {
                Some(ExactNumber { units: (*units).into(), digits: *digits })
            }
            TableExpression::Name(_, number) => Some(exact_integer((*number).into())),
            TableExpression::Variable(variable) => {
                let digits = self.glossary().type_digits(table.variables[variable.0].kind);
                Some(ExactNumber { units: values[variable.0].into(), digits })
            }
            TableExpression::Apply(symbol, arguments) => self
                .variable_value(*symbol, self.applied_variable(table, *symbol, arguments, values)?),
            TableExpression::Sum(list) => {
                list.iter().try_fold(exact_integer(0), |sum, (negative, part)| {
                    let part = of(part)?;
                    let digits = sum.digits.max(part.digits);
                    let (a, b) = (sum.scaled_units(digits)?, part.scaled_units(digits)?);
                    Some(ExactNumber {
                        units: if *negative { a.checked_sub(b)? } else { a.checked_add(b)? },
                        digits,
                    })
                })
            }
            TableExpression::Product(list) => {
                all(list)?.into_iter().try_fold(exact_integer(1), |product, part| {
                    let units = product.units.checked_mul(part.units)?;
                    // Decimal places add up: 0.1 * 0.1 is 0.01.
                    Some(ExactNumber { units, digits: product.digits + part.digits })
                })
            }
            TableExpression::Quotient(a, b) => {
                // At a common scale the units divide like the numbers. Division by 0 has no value.
                let (a, b) = of(a)?.common_units(of(b)?)?;
                Some(exact_integer(a.checked_div_euclid(b)?))
            }
            TableExpression::Remainder(a, b) => {
                let (a, b) = of(a)?.common_units(of(b)?)?;
                Some(exact_integer(a.checked_rem_euclid(b)?))
            }
            TableExpression::Abs(a) => {
                let a = of(a)?;
                Some(ExactNumber { units: a.units.checked_abs()?, digits: a.digits })
            }
            TableExpression::Min(list) => combine_numbers(HitPolicy::Least, &all(list)?),
            TableExpression::Max(list) => combine_numbers(HitPolicy::Greatest, &all(list)?),
        }
    }

    pub(super) fn expression_truth(
        &self,
        table: &RuleTable,
        expr: &TableExpression,
        values: &Values,
    ) -> bool {
        let TableExpression::Apply(symbol, arguments) = expr else { return false };
        let variable = self.applied_variable(table, *symbol, arguments, values);
        variable.is_some_and(|variable| self.values[variable] == 1)
    }

    pub(super) fn test_holds(
        &self,
        table: &RuleTable,
        head: &ColumnHeader,
        test: &CellTest,
        values: &Values,
    ) -> bool {
        let sort = match head {
            ColumnHeader::Variable(variable) => {
                self.glossary().sort_of(table.variables[variable.0].kind)
            }
            ColumnHeader::Term(typed) => typed.sort,
        };
        self.passes_test(table, (&head.column_expression(), sort), test, values)
    }

    pub(super) fn passes_test(
        &self,
        table: &RuleTable,
        (head, sort): (&TableExpression, ValueSort),
        test: &CellTest,
        values: &Values,
    ) -> bool {
        match test {
            CellTest::Any => true,
            CellTest::Is(truth) => self.expression_truth(table, head, values) == *truth,
            CellTest::Not(inner) => !self.passes_test(table, (head, sort), inner, values),
            CellTest::One(list) => {
                list.iter().any(|test| self.passes_test(table, (head, sort), test, values))
            }
            // Truth values have no order, so a comparison is one of = and !=.
            CellTest::Compare(relation, expr) if sort == ValueSort::Truth => {
                let same = self.expression_truth(table, head, values)
                    == self.expression_truth(table, expr, values);
                same == (*relation != ComparisonOperator::Ne)
            }
            CellTest::Compare(relation, expr) => {
                // A comparison with a missing value does not hold.
                let order = || {
                    self.expression_value(table, head, values)?
                        .compare_units(self.expression_value(table, expr, values)?)
                };
                order().is_some_and(|order| relation.holds_between(order, 0))
            }
            CellTest::Range(low, with_low, high, with_high) => {
                let inside = || {
                    let value = self.expression_value(table, head, values)?;
                    let low = value.compare_units(self.expression_value(table, low, values)?)?;
                    let high = value.compare_units(self.expression_value(table, high, values)?)?;
                    Some(
                        (low > 0 || *with_low && low == 0) && (high < 0 || *with_high && high == 0),
                    )
                };
                inside().unwrap_or(false)
            }
        }
    }
}
