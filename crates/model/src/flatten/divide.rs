//! Flattens quotients and remainders to hidden integers.
//!
//! They satisfy `a = b * q + r` with |r| < |b| and r of a's sign. If the divisor is 0, both are 0
//! or the results of another divisor, so that the operands determine them in that case as well.

use super::sum::{Sum, values};
use super::{Atom, Constraint, Domain, FlattenError, Flattener, Int, Lit, Reify, Relation, VarId};
use crate::{Product, Value};

/// A part of the result of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DivisionOutput {
    Quotient,
    Remainder,
}

/// The results of a division, as far as they have been computed.
#[derive(Clone)]
pub(super) struct Division {
    /// Whether the divisor is not 0.
    nonzero: Lit,
    quotient: Option<Sum>,
    remainder: Option<Sum>,
}

impl DivisionOutput {
    /// Returns this part of a division, 0 if the divisor is 0.
    fn of(self, dividend: i64, divisor: i64) -> i64 {
        let part = match self {
            DivisionOutput::Quotient => dividend.checked_div(divisor),
            DivisionOutput::Remainder => dividend.checked_rem(divisor),
        };
        part.unwrap_or(0)
    }
}

impl Division {
    /// Creates a division of which only one part has been computed.
    fn only(part: DivisionOutput, nonzero: Lit, sum: Sum) -> Self {
        let (quotient, remainder) = match part {
            DivisionOutput::Quotient => (Some(sum), None),
            DivisionOutput::Remainder => (None, Some(sum)),
        };
        Division { nonzero, quotient, remainder }
    }

    fn part(&self, part: DivisionOutput) -> Option<Sum> {
        match part {
            DivisionOutput::Quotient => self.quotient.clone(),
            DivisionOutput::Remainder => self.remainder.clone(),
        }
    }
}

impl Flattener<'_> {
    /// Returns a part of the division `term`, and records whether it is defined.
    pub(super) fn divide(
        &mut self,
        term: Int,
        a: Int,
        b: Int,
        part: DivisionOutput,
    ) -> Result<Sum, FlattenError> {
        let known = self.divisions.get(&(a, b)).filter(|known| known.part(part).is_some());
        let division = match known {
            Some(known) => known.clone(),
            None => {
                let (dividend, divisor) = (self.sum_of(a)?, self.sum_of(b)?);
                self.spend(dividend.len() + divisor.len())?;
                let is_whole = self.is_whole[term.place()];
                let division = self.division(dividend, divisor, part, is_whole)?;
                self.divisions.insert((a, b), division.clone());
                division
            }
        };
        if !self.is_whole[term.place()] && !self.defined.contains_key(&term) {
            let operands = self.all_defined([a, b])?;
            let defined = self.and(vec![division.nonzero, operands])?;
            self.note_defined(term, defined);
        }
        division.part(part).ok_or(FlattenError::NoResult)
    }

    /// Divides; `is_whole` if the assertions exclude a divisor of 0.
    fn division(
        &mut self,
        dividend: Sum,
        divisor: Sum,
        part: DivisionOutput,
        is_whole: bool,
    ) -> Result<Division, FlattenError> {
        let always = Lit::Const(true);
        let only = |nonzero, sum| Ok(Division::only(part, nonzero, sum));
        if let Some(divisor) = divisor.number() {
            if divisor == 0 {
                return only(Lit::Const(false), Sum::constant(0));
            }
            return match dividend.number() {
                // Only the least number of 64 bits divided by -1 has no quotient.
                Some(number) if number != i64::MIN => {
                    only(always, Sum::constant(part.of(number, divisor)))
                }
                _ => self.by_number(dividend, divisor, part),
            };
        }
        let is_small = self.size(&dividend)?.saturating_mul(self.size(&divisor)?) <= self.most_rows;
        let is_same = dividend.is_same(&divisor);
        let divisor = self.variable_of("", divisor)?;
        let domain = self.model.domain(divisor);
        let has_zero = domain.contains(0);
        if has_zero && domain.len() == 1 {
            return only(Lit::Const(false), Sum::constant(0));
        }
        let atom = Lit::Atom(Atom::new(divisor, Relation::Ne, 0));
        let nonzero = if has_zero && !is_whole { atom } else { always };
        if is_same {
            let sum = match part {
                DivisionOutput::Quotient => Sum::constant(1),
                DivisionOutput::Remainder => Sum::constant(0),
            };
            return only(nonzero, sum);
        }
        let dividend = self.variable_of("", dividend)?;
        if is_small {
            let sum = self.table(&[dividend, divisor], |v| part.of(v[0], v[1]))?;
            return only(nonzero, sum);
        }
        let other = self.without_zero(divisor, nonzero)?;
        self.by_variable(dividend, other, nonzero)
    }

    /// Divides by a number that is not 0.
    fn by_number(
        &mut self,
        dividend: Sum,
        divisor: i64,
        part: DivisionOutput,
    ) -> Result<Division, FlattenError> {
        let only = |sum| Ok(Division::only(part, Lit::Const(true), sum));
        let (low, high) = dividend.range(self.model)?;
        if divisor.unsigned_abs() > u64::from(low.unsigned_abs().max(high.unsigned_abs())) {
            return only(match part {
                DivisionOutput::Quotient => Sum::constant(0),
                DivisionOutput::Remainder => dividend,
            });
        }
        if divisor.unsigned_abs() == 1 {
            return only(match part {
                DivisionOutput::Quotient => dividend.times(divisor)?,
                DivisionOutput::Remainder => Sum::constant(0),
            });
        }
        if let Some(sum) = self.small_function(&dividend, |number| part.of(number, divisor))? {
            return only(sum);
        }
        let ends = [low, high].map(|end| i128::from(end) / i128::from(divisor));
        let (least, most) = values(ends[0].min(ends[1]), ends[0].max(ends[1]))?;
        let quotient = self.hidden(Domain::range(least, most))?;
        // The divisor is at most a value of the dividend.
        let remainder = self.remainder((low, high), divisor.unsigned_abs() as i64)?;
        let whole = Sum::of(quotient).times(divisor)?.plus(Sum::of(remainder))?;
        self.signs(&dividend, (low, high), remainder)?;
        self.relate("", &dividend.minus(whole)?, Relation::Eq, None)?;
        let (quotient, remainder) = (Some(Sum::of(quotient)), Some(Sum::of(remainder)));
        Ok(Division { nonzero: Lit::Const(true), quotient, remainder })
    }

    /// Returns a hidden variable that equals the divisor if that is not 0, and is another of its
    /// values otherwise; the divisor itself if it is never 0.
    fn without_zero(&mut self, divisor: VarId, nonzero: Lit) -> Result<VarId, FlattenError> {
        let Lit::Atom(atom) = nonzero else { return Ok(divisor) };
        let domain = self.model.domain(divisor).without(&[0]);
        let default = domain.max().unwrap_or(1);
        let other = self.hidden(domain)?;
        let truth = self.hidden(Domain::boolean())?;
        self.post("", Constraint::Reify(Reify { truth, atom }))?;
        let same = Sum::of(other).minus(Sum::of(divisor))?;
        self.relate("", &same, Relation::Eq, Some(truth))?;
        let is_default = Lit::Atom(Atom::new(other, Relation::Eq, default));
        self.clause("", &[nonzero, is_default])?;
        Ok(other)
    }

    /// Divides by a variable that is never 0.
    fn by_variable(&mut self, a: VarId, b: VarId, nonzero: Lit) -> Result<Division, FlattenError> {
        let range = Sum::of(a).range(self.model)?;
        let quotient = self.hidden(self.quotients(range, b))?;
        // The product lies between 0 and the dividend.
        let product = self.hidden(Domain::range(range.0.min(0), range.1.max(0)))?;
        self.post("", Product { left: b, right: quotient, result: product }.into())?;
        let size = self.magnitude(Sum::of(b))?;
        let (_, most) = size.range(self.model)?;
        let remainder = self.remainder(range, most.into())?;
        let whole = Sum::of(product).plus(Sum::of(remainder))?;
        self.relate("", &Sum::of(a).minus(whole)?, Relation::Eq, None)?;
        self.signs(&Sum::of(a), range, remainder)?;
        for sign in [1, -1] {
            let less = Sum::of(remainder).times(sign)?.minus(size.clone())?;
            self.relate("", &less, Relation::Lt, None)?;
        }
        let (quotient, remainder) = (Some(Sum::of(quotient)), Some(Sum::of(remainder)));
        Ok(Division { nonzero, quotient, remainder })
    }

    /// Returns a hidden remainder of dividends in a range and divisors up to `most` in magnitude.
    fn remainder(&mut self, (low, high): (Value, Value), most: i64) -> Result<VarId, FlattenError> {
        let most = i128::from(most) - 1;
        let (least, most) = (i128::from(low).max(-most).min(0), i128::from(high).min(most).max(0));
        let (least, most) = values(least, most)?;
        self.hidden(Domain::range(least, most))
    }

    /// Posts that a remainder has the sign of its dividend or is 0, unless its domain implies it.
    /// With the other constraints, it makes the remainder of 0 equal to 0.
    fn signs(
        &mut self,
        dividend: &Sum,
        range: (Value, Value),
        remainder: VarId,
    ) -> Result<(), FlattenError> {
        if range.0 >= 0 || range.1 <= 0 {
            return Ok(());
        }
        for relation in [Relation::Ge, Relation::Le] {
            let of_dividend = self.related(dividend, relation)?;
            let other = Atom::new(remainder, relation.mirrored(), 0);
            self.clause("", &[of_dividend, Lit::Atom(other)])?;
        }
        Ok(())
    }

    /// Returns the quotients of dividends in a range by a variable that is never 0.
    fn quotients(&self, (low, high): (Value, Value), divisor: VarId) -> Domain {
        let domain = self.model.domain(divisor);
        let above = domain.intervals().find(|&(_, end)| end > 0).map(|(start, _)| start.max(1));
        let below = domain.intervals().take_while(|&(start, _)| start < 0).last();
        let below = below.map(|(_, end)| end.min(-1));
        let (mut least, mut most) = (0, 0);
        for divisor in [above, below].into_iter().flatten() {
            for end in [low, high] {
                least = least.min(end / divisor);
                most = most.max(end / divisor);
            }
        }
        Domain::range(least, most)
    }
}
