//! The values of expressions, and whether tests hold.

use parallax_model::Relation;

use super::exact::{Exact, Worth, combined, integer};
use super::{Interpretation, Values};
use crate::expr::{Expr, Test};
use crate::glossary::{Sort, SymbolId};
use crate::table::{Head, Policy, Table};
use parallax_model::decimal::Decimal;

impl Interpretation<'_> {
    /// Returns the value of a variable; `None` if a partial function has none.
    pub(super) fn value(&self, symbol: SymbolId, variable: usize) -> Worth {
        let block = self.layout.block(symbol);
        let units = i64::from(self.values[variable]);
        (block.none != Some(units)).then_some(Exact { units: units.into(), digits: block.digits })
    }

    pub(super) fn variable(
        &self,
        table: &Table,
        symbol: SymbolId,
        arguments: &[Expr],
        values: &Values,
    ) -> Option<usize> {
        let glossary = self.glossary();
        let kinds = &glossary.symbol(symbol).arguments;
        let mut units = Vec::with_capacity(arguments.len());
        for (argument, &kind) in arguments.iter().zip(kinds) {
            let worth = self.worth(table, argument, values)?;
            let one = Exact { units: 0, digits: glossary.digits(kind) };
            let (worth, _) =
                worth.pair(one).filter(|_| worth.digits <= one.digits || worth.units == 0)?;
            units.push(i64::try_from(worth).ok()?);
        }
        self.layout.block(symbol).place(&units)
    }

    pub(super) fn worth(&self, table: &Table, expr: &Expr, values: &Values) -> Worth {
        let of = |expr: &Expr| self.worth(table, expr, values);
        let all = |list: &[Expr]| list.iter().map(of).collect::<Option<Vec<Exact>>>();
        match expr {
            Expr::Number(Decimal { units, digits }) => {
                Some(Exact { units: (*units).into(), digits: *digits })
            }
            Expr::Name(_, number) => Some(integer((*number).into())),
            Expr::Variable(place) => {
                let digits = self.glossary().digits(table.variables[place.0].kind);
                Some(Exact { units: values[place.0].into(), digits })
            }
            Expr::Apply(symbol, arguments) => {
                self.value(*symbol, self.variable(table, *symbol, arguments, values)?)
            }
            Expr::Sum(list) => list.iter().try_fold(integer(0), |sum, (negative, part)| {
                let part = of(part)?;
                let digits = sum.digits.max(part.digits);
                let (a, b) = (sum.at(digits)?, part.at(digits)?);
                Some(Exact {
                    units: if *negative { a.checked_sub(b)? } else { a.checked_add(b)? },
                    digits,
                })
            }),
            Expr::Product(list) => all(list)?.into_iter().try_fold(integer(1), |product, part| {
                let units = product.units.checked_mul(part.units)?;
                Some(Exact { units, digits: product.digits + part.digits })
            }),
            Expr::Quotient(a, b) => {
                let (a, b) = of(a)?.pair(of(b)?)?;
                Some(integer(a.checked_div_euclid(b)?))
            }
            Expr::Remainder(a, b) => {
                let (a, b) = of(a)?.pair(of(b)?)?;
                Some(integer(a.checked_rem_euclid(b)?))
            }
            Expr::Abs(a) => {
                let a = of(a)?;
                Some(Exact { units: a.units.checked_abs()?, digits: a.digits })
            }
            Expr::Min(list) => combined(Policy::Least, &all(list)?),
            Expr::Max(list) => combined(Policy::Greatest, &all(list)?),
        }
    }

    pub(super) fn truth(&self, table: &Table, expr: &Expr, values: &Values) -> bool {
        let Expr::Apply(symbol, arguments) = expr else { return false };
        let variable = self.variable(table, *symbol, arguments, values);
        variable.is_some_and(|variable| self.values[variable] == 1)
    }

    pub(super) fn holds(&self, table: &Table, head: &Head, test: &Test, values: &Values) -> bool {
        let sort = match head {
            Head::Variable(place) => self.glossary().sort_of(table.variables[place.0].kind),
            Head::Term(typed) => typed.sort,
        };
        self.passes(table, (&head.expr(), sort), test, values)
    }

    pub(super) fn passes(
        &self,
        table: &Table,
        (head, sort): (&Expr, Sort),
        test: &Test,
        values: &Values,
    ) -> bool {
        match test {
            Test::Any => true,
            Test::Is(truth) => self.truth(table, head, values) == *truth,
            Test::Not(inner) => !self.passes(table, (head, sort), inner, values),
            Test::One(list) => {
                list.iter().any(|test| self.passes(table, (head, sort), test, values))
            }
            Test::Compare(relation, expr) if sort == Sort::Truth => {
                let same = self.truth(table, head, values) == self.truth(table, expr, values);
                same == (*relation != Relation::Ne)
            }
            Test::Compare(relation, expr) => {
                let order =
                    || self.worth(table, head, values)?.order(self.worth(table, expr, values)?);
                order().is_some_and(|order| relation.holds(order, 0))
            }
            Test::Range(low, with_low, high, with_high) => {
                let inside = || {
                    let value = self.worth(table, head, values)?;
                    let low = value.order(self.worth(table, low, values)?)?;
                    let high = value.order(self.worth(table, high, values)?)?;
                    Some(
                        (low > 0 || *with_low && low == 0) && (high < 0 || *with_high && high == 0),
                    )
                };
                inside().unwrap_or(false)
            }
        }
    }
}
