//! Arithmetic: sums, products, quotients, remainders, powers, absolute values.

use std::sync::Arc;

use parallax_model::flatten::Bool;
use parallax_model::{Constraint, Domain, Product, Relation, Table};

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::bounds::Empty;
use crate::document::Term;
use crate::draft::{Item, value};
use crate::error::{ArgumentError, PostError};
use crate::spread::ends;

/// A base, an exponent and their power.
type PowerRow = (i64, i64, i64);

/// Maximum number of pairs of operands of a power.
const MAX_POWERS: u64 = 100_000;

/// An operation with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    Pow,
}

impl Operation {
    /// Returns the result; `None` if it is undefined or has more than 128 bits.
    fn of(self, a: i64, b: i64) -> Option<i128> {
        let (a, b) = (i128::from(a), i128::from(b));
        match self {
            Operation::Plus => Some(a + b),
            Operation::Minus => Some(a - b),
            Operation::Times => Some(a * b),
            Operation::Div => a.checked_div(b),
            Operation::Mod => a.checked_rem(b),
            Operation::Pow => power(a, b),
        }
    }
}

/// Returns `a^b`. With a negative exponent it is `1 div a^-b`, which is undefined for a = 0.
fn power(a: i128, b: i128) -> Option<i128> {
    let is_odd = b % 2 != 0;
    match a {
        1 => Some(1),
        -1 => Some(if is_odd { -1 } else { 1 }),
        0 if b < 0 => None,
        0 => Some(i128::from(b == 0)),
        _ if b < 0 => Some(0),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// `a operation b = result`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arithmetic {
    operation: Operation,
    a: Term,
    b: Term,
    result: Term,
}

impl Arithmetic {
    /// Reads the operands and the result.
    pub(super) fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        let operation = match name {
            "int_plus" => Operation::Plus,
            "int_minus" => Operation::Minus,
            "int_times" => Operation::Times,
            "int_div" => Operation::Div,
            "int_mod" => Operation::Mod,
            _ => Operation::Pow,
        };
        let a = arguments.int()?;
        let b = match name {
            "int_pow_fixed" => Term::Value(arguments.number()?),
            _ => arguments.int()?,
        };
        Ok(Arithmetic { operation, a, b, result: arguments.int()? })
    }

    /// Returns the sum or the product with a constant as a linear truth.
    fn linear(&self, draft: &mut Draft<'_>) -> Result<Option<Truth>, PostError> {
        let (a, b, result) = (self.a, self.b, self.result);
        let parts = match self.operation {
            Operation::Plus => [(1, a), (1, b), (-1, result)],
            Operation::Minus => [(1, a), (-1, b), (-1, result)],
            Operation::Times => match (draft.item(a)?, draft.item(b)?) {
                (Item::Number(factor), _) => [(factor, b), (-1, result), (0, result)],
                (_, Item::Number(factor)) => [(factor, a), (-1, result), (0, result)],
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        draft.sum(parts.into_iter(), Relation::Eq, 0).map(Some)
    }

    /// Returns `a operation b = result` as an expression.
    fn expression(&self, draft: &mut Draft<'_>) -> Result<Bool, PostError> {
        let (a, b) = (draft.int(self.a)?, draft.int(self.b)?);
        let result = draft.int(self.result)?;
        let value = match self.operation {
            Operation::Div => draft.terms.quotient(a, b),
            Operation::Mod => draft.terms.remainder(a, b),
            Operation::Pow => draft.terms.power(a, b),
            Operation::Times => draft.terms.product(a, b),
            Operation::Plus | Operation::Minus => return Err(PostError::LinearOperation),
        };
        Ok(draft.terms.compare(value, Relation::Eq, result))
    }

    /// Returns the rows of operands for which the power is defined, with the power, if there are
    /// few.
    fn powers(&self, draft: &mut Draft<'_>) -> Result<Option<Vec<PowerRow>>, PostError> {
        let [a, b, result] = [draft.item(self.a)?, draft.item(self.b)?, draft.item(self.result)?];
        let (Some(bases), Some(exponents)) = (draft.domain(a), draft.domain(b)) else {
            return Ok(None);
        };
        let pairs = bases.len().saturating_mul(exponents.len());
        if pairs > MAX_POWERS {
            return Ok(None);
        }
        draft.spend(pairs as usize)?;
        let mut rows = Vec::new();
        for base in bases.iter().map(i64::from) {
            for exponent in exponents.iter().map(i64::from) {
                let power = self.operation.of(base, exponent);
                // A variable in both places has one value.
                let is_row = a != b || base == exponent;
                if let Some(power) = power.and_then(|own| i64::try_from(own).ok())
                    && is_row
                    && draft.may_be(result, power)
                {
                    rows.push((base, exponent, power));
                }
            }
        }
        Ok(Some(rows))
    }
}

impl Rule for Arithmetic {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let (a, b) = (values.term(self.a), values.term(self.b));
        self.operation.of(a, b) == Some(values.term(self.result).into())
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        if let Some(truth) = self.linear(draft)? {
            return Ok(truth);
        }
        if self.operation != Operation::Pow {
            return self.expression(draft).map(Truth::Bool);
        }
        let Some(rows) = self.powers(draft)? else {
            return Err(PostError::LongPower { most: MAX_POWERS });
        };
        let operands = [draft.int(self.a)?, draft.int(self.b)?, draft.int(self.result)?];
        let mut either = Vec::with_capacity(rows.len());
        for (base, exponent, power) in rows {
            let mut all = Vec::with_capacity(3);
            for (operand, number) in operands.into_iter().zip([base, exponent, power]) {
                let number = draft.terms.number(number);
                all.push(draft.terms.compare(operand, Relation::Eq, number));
            }
            either.push(draft.terms.and(&all));
        }
        Ok(Truth::Bool(draft.terms.or(&either)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        if let Some(truth) = self.linear(draft)? {
            return draft.require(truth);
        }
        match self.operation {
            Operation::Times => {
                let [left, right] = [draft.variable(self.a)?, draft.variable(self.b)?];
                let result = draft.variable(self.result)?;
                draft.post(Product { left, right, result }.into())
            }
            Operation::Pow => match self.powers(draft)? {
                Some(rows) => {
                    let scope = [self.a, self.b, self.result];
                    let scope = scope.map(|term| draft.variable(term)).into_iter();
                    let scope = scope.collect::<Result<Vec<_>, PostError>>()?;
                    let tuple = |(a, b, c): (i64, i64, i64)| [a, b, c].map(value).into_iter();
                    let tuples = rows.into_iter().map(|row| tuple(row).collect());
                    let tuples = Arc::new(tuples.collect::<Result<_, PostError>>()?);
                    draft.post(Constraint::Table(Table { scope, tuples, forbidden: false }))
                }
                None => {
                    let exponent = draft.item(self.b)?;
                    if !matches!(exponent, Item::Number(0..)) {
                        return Err(PostError::LongPower { most: MAX_POWERS });
                    }
                    let bool = self.expression(draft)?;
                    draft.assert(bool);
                    Ok(())
                }
            },
            _ => {
                let bool = self.expression(draft)?;
                draft.assert(bool);
                Ok(())
            }
        }
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let (a, b, result) = (self.a, self.b, self.result);
        match self.operation {
            Operation::Plus => bounds.related(&[(1, a), (1, b), (-1, result)], Relation::Eq, 0),
            Operation::Minus => bounds.related(&[(1, a), (-1, b), (-1, result)], Relation::Eq, 0),
            Operation::Times => bounds.product(a, b, result),
            Operation::Div => tighten_quotient(bounds, a, b, result),
            Operation::Mod => tighten_remainder(bounds, a, b, result),
            Operation::Pow => tighten_power(bounds, a, b, result),
        }
    }
}

fn tighten_quotient(bounds: &mut Bounds<'_>, a: Term, b: Term, result: Term) -> Result<(), Empty> {
    let [dividend, divisor] = [bounds.span(a), bounds.span(b)];
    if let Some(most) = dividend.magnitude() {
        let least = i128::from(divisor.low).max(-i128::from(divisor.high)).max(1);
        bounds.within(result, -(most / least), most / least)?;
    }
    if dividend.low >= 0 && divisor.low >= 0 {
        bounds.within(result, 0, i128::MAX)?;
    }
    // |a| < (|result| + 1) * |b|.
    if let (Some(quotient), Some(divisor)) = (bounds.span(result).magnitude(), divisor.magnitude())
    {
        let most = (quotient + 1) * divisor;
        bounds.within(a, -most, most)?;
    }
    Ok(())
}

fn tighten_remainder(bounds: &mut Bounds<'_>, a: Term, b: Term, result: Term) -> Result<(), Empty> {
    let dividend = bounds.span(a);
    if let Some(most) = bounds.span(b).magnitude() {
        bounds.within(result, 1 - most.max(1), most.max(1) - 1)?;
    }
    let least = if dividend.low >= 0 { 0 } else { i128::from(dividend.low) };
    let most = if dividend.high <= 0 { 0 } else { i128::from(dividend.high) };
    bounds.within(result, least, most)
}

fn tighten_power(bounds: &mut Bounds<'_>, a: Term, b: Term, result: Term) -> Result<(), Empty> {
    let [base, exponent] = [bounds.span(a), bounds.span(b)];
    let (Some(most), Some(high)) = (base.magnitude(), exponent.ends().map(|own| own[1])) else {
        return Ok(());
    };
    // The magnitude grows with those of base and exponent, and is at most 1 below.
    let power = u32::try_from(high.max(0)).ok().and_then(|high| most.max(1).checked_pow(high));
    let Some(power) = power else { return Ok(()) };
    let low = if base.low >= 0 { 0 } else { -power };
    bounds.within(result, low, power)
}

/// `result = |a|`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Magnitude {
    a: Term,
    result: Term,
}

impl Magnitude {
    /// Reads the operand and the result.
    pub(super) fn read(_: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        Ok(Magnitude { a: arguments.int()?, result: arguments.int()? })
    }
}

impl Rule for Magnitude {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        i128::from(values.term(self.a)).abs() == i128::from(values.term(self.result))
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let (a, result) = (draft.int(self.a)?, draft.int(self.result)?);
        let magnitude = draft.terms.abs(a);
        Ok(Truth::Bool(draft.terms.compare(magnitude, Relation::Eq, result)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let (a, result) = (draft.item(self.a)?, draft.item(self.result)?);
        // Few values make a table, which propagates fully.
        let few = draft.domain(a).filter(|own: &Domain| own.len() <= 400);
        let (Some(values), Item::Variable(_)) = (few, result) else {
            let truth = self.truth(draft)?;
            return draft.require(truth);
        };
        let scope = vec![draft.of_item(a)?, draft.of_item(result)?];
        let rows = values.iter().filter(|own| draft.may_be(result, i64::from(*own).abs()));
        let tuples: Vec<Vec<_>> = rows.map(|own| vec![own, own.abs()]).collect();
        let tuples = Arc::new(tuples);
        draft.post(Constraint::Table(Table { scope, tuples, forbidden: false }))
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let span = bounds.span(self.a);
        bounds.within(self.result, 0, i128::MAX)?;
        if let Some([low, high]) = span.ends() {
            let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
            bounds.within(self.result, least, low.abs().max(high.abs()))?;
        }
        if let Some(most) = bounds.span(self.result).magnitude() {
            let [low, high] = ends(&[-most, most]);
            bounds.within(self.a, low, high)?;
        }
        Ok(())
    }
}
