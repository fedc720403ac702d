//! Sums, products, divisions and extrema of values.

use parallax_model::Relation;
use parallax_model::decimal::{Decimal, MAX_DIGITS};
use parallax_model::flatten::Int;

use super::{Bound, Grounder, Num, Truth};
use crate::build_error::CompileError;
use crate::expr::Expr;

impl Grounder<'_> {
    pub(super) fn sum(
        &mut self,
        list: &[(bool, Expr)],
        bound: &Bound<'_>,
        defined: &mut Vec<Truth>,
    ) -> Result<Num, CompileError> {
        let mut parts = Vec::with_capacity(list.len());
        for (negative, expr) in list {
            let part = self.num(expr, bound, defined)?;
            let minus = Num::Known(Decimal::integer(-1));
            parts.push(if *negative { self.product(&[minus, part])? } else { part });
        }
        self.total(&parts)
    }

    /// The sum of numbers.
    pub fn total(&mut self, parts: &[Num]) -> Result<Num, CompileError> {
        let digits = parts.iter().map(Num::digits).max().unwrap_or(0);
        let (mut known, mut terms) = (0i64, Vec::new());
        for &part in parts {
            match part {
                Num::Known(number) => {
                    let units = number.at(digits).ok_or(CompileError::LargeNumber)?;
                    known = known.checked_add(units).ok_or(CompileError::LargeNumber)?;
                }
                Num::Term(..) => terms.push(self.term(part, digits)?),
            }
        }
        if terms.is_empty() {
            return Ok(Num::Known(Decimal { units: known, digits }));
        }
        if known != 0 {
            terms.push(self.number(known));
        }
        Ok(match terms[..] {
            [only] => Num::Term(only, digits),
            _ => Num::Term(self.terms.sum(&terms), digits),
        })
    }

    pub(super) fn product(&mut self, parts: &[Num]) -> Result<Num, CompileError> {
        let (mut factor, mut digits, mut term) = (1i64, 0, None);
        for part in parts {
            digits += part.digits();
            match *part {
                Num::Known(number) => {
                    factor = factor.checked_mul(number.units).ok_or(CompileError::LargeNumber)?;
                }
                Num::Term(next, _) => {
                    term = Some(match term {
                        None => next,
                        Some(before) => self.terms.product(before, next),
                    });
                }
            }
        }
        if digits > 2 * MAX_DIGITS {
            return Err(CompileError::LargeNumber);
        }
        Ok(match (term, factor) {
            (None, _) | (_, 0) => Num::Known(Decimal { units: factor, digits }),
            (Some(term), 1) => Num::Term(term, digits),
            (Some(term), _) => Num::Term(self.terms.scale(factor, term), digits),
        })
    }

    pub(super) fn extreme(&mut self, parts: &[Num], greatest: bool) -> Result<Num, CompileError> {
        let digits = parts.iter().map(Num::digits).max().unwrap_or(0);
        let known: Option<Vec<i64>> = parts
            .iter()
            .map(|part| match part {
                Num::Known(number) => number.at(digits),
                Num::Term(..) => None,
            })
            .collect();
        if let Some(known) = known {
            let units = if greatest { known.into_iter().max() } else { known.into_iter().min() };
            return Ok(Num::Known(Decimal {
                units: units.ok_or(CompileError::NoOperands)?,
                digits,
            }));
        }
        let terms: Vec<Int> =
            parts.iter().map(|&part| self.term(part, digits)).collect::<Result<_, _>>()?;
        let made = if greatest { self.terms.max(&terms) } else { self.terms.min(&terms) };
        Ok(Num::Term(made.ok_or(CompileError::NoOperands)?, digits))
    }

    /// Returns the quotient rounded down, or the remainder that belongs to it.
    pub(super) fn divide(
        &mut self,
        quotient: bool,
        a: &Expr,
        b: &Expr,
        bound: &Bound<'_>,
        defined: &mut Vec<Truth>,
    ) -> Result<Num, CompileError> {
        let (a, b) = (self.num(a, bound, defined)?, self.num(b, bound, defined)?);
        if a.digits() + b.digits() > 0 {
            return Err(CompileError::DecimalDivision);
        }
        let zero = Num::Known(Decimal::integer(0));
        match (a, b) {
            (_, Num::Known(Decimal { units: 0, .. })) => {
                defined.push(Truth::Known(false));
                Ok(zero)
            }
            (Num::Known(a), Num::Known(b)) => {
                let (a, b) = (a.units, b.units);
                let units =
                    if quotient { a.checked_div_euclid(b) } else { a.checked_rem_euclid(b) };
                Ok(Num::Known(Decimal::integer(units.ok_or(CompileError::LargeNumber)?)))
            }
            _ => {
                let nonzero = self.compare(b, Relation::Ne, zero)?;
                defined.push(nonzero);
                let (a, b) = (self.term(a, 0)?, self.term(b, 0)?);
                Ok(Num::Term(self.euclid(quotient, a, b), 0))
            }
        }
    }

    /// Builds Euclidean division from the division that rounds to 0.
    fn euclid(&mut self, quotient: bool, a: Int, b: Int) -> Int {
        let (zero, one) = (self.number(0), self.number(1));
        let rest = self.terms.remainder(a, b);
        let is_negative = self.terms.compare(rest, Relation::Lt, zero);
        let is_positive = self.terms.compare(b, Relation::Gt, zero);
        if quotient {
            let plain = self.terms.quotient(a, b);
            let minus_one = self.number(-1);
            let by = self.terms.select(is_positive, minus_one, one);
            let change = self.terms.select(is_negative, by, zero);
            self.terms.sum(&[plain, change])
        } else {
            let minus = self.terms.scale(-1, b);
            let by = self.terms.select(is_positive, b, minus);
            let change = self.terms.select(is_negative, by, zero);
            self.terms.sum(&[rest, change])
        }
    }
}
