//! Flattens quotients and remainders to hidden integers.
//!
//! They satisfy `a = b * q + r` with |r| < |b| and r of a's sign. If the divisor is 0, both are 0
//! or the results of another divisor, so that the operands determine them in that case as well.

use super::sum::{LinearSum, check_ends};
use super::{
    AtomicConstraint, ComparisonOperator, Constraint, Domain, ExpressionFlattener, FlatLiteral,
    FlattenError, IntExpression, Reify, VarId,
};
use crate::{Product, Value};

/// A part of the result of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DivisionOutput {
    Quotient,
    Remainder,
}

/// The results of a division that have been computed so far.
#[derive(Clone)]
pub(super) struct DivisionResult {
    /// Whether the divisor is not 0.
    nonzero: FlatLiteral,
    quotient: Option<LinearSum>,
    remainder: Option<LinearSum>,
}

impl DivisionOutput {
    /// Returns this part of a division, 0 if the divisor is 0.
    fn compute_output(self, dividend: i64, divisor: i64) -> i64 {
        let part = match self {
            DivisionOutput::Quotient => dividend.checked_div(divisor),
            DivisionOutput::Remainder => dividend.checked_rem(divisor),
        };
        part.unwrap_or(0)
    }
}

impl DivisionResult {
    /// Creates a division of which only one part has been computed.
    fn from_part(part: DivisionOutput, nonzero: FlatLiteral, sum: LinearSum) -> Self {
        let (quotient, remainder) = match part {
            DivisionOutput::Quotient => (Some(sum), None),
            DivisionOutput::Remainder => (None, Some(sum)),
        };
        DivisionResult { nonzero, quotient, remainder }
    }

    fn find_part(&self, part: DivisionOutput) -> Option<LinearSum> {
        match part {
            DivisionOutput::Quotient => self.quotient.clone(),
            DivisionOutput::Remainder => self.remainder.clone(),
        }
    }
}

impl ExpressionFlattener<'_> {
    /// Returns a part of the division `term`, and records whether it is defined.
    pub(super) fn divide_term(
        &mut self,
        term: IntExpression,
        a: IntExpression,
        b: IntExpression,
        part: DivisionOutput,
    ) -> Result<LinearSum, FlattenError> {
        // Constraints yield both parts at once, but a table only the requested one, so the entry
        // may lack the other.
        let known = self.divisions.get(&(a, b)).filter(|known| known.find_part(part).is_some());
        let division = match known {
            Some(known) => known.clone(),
            None => {
                let (dividend, divisor) = (self.sum_of(a)?, self.sum_of(b)?);
                self.spend_steps(dividend.len() + divisor.len())?;
                let is_whole = self.is_whole[term.node_index()];
                let division = self.post_division(dividend, divisor, part, is_whole)?;
                self.divisions.insert((a, b), division.clone());
                division
            }
        };
        if !self.is_whole[term.node_index()] && !self.defined.contains_key(&term) {
            let operands = self.all_defined([a, b])?;
            let defined = self.and_literal(vec![division.nonzero, operands])?;
            self.note_defined(term, defined);
        }
        division.find_part(part).ok_or(FlattenError::NoResult)
    }

    /// Divides; `is_whole` if the assertions exclude a divisor of 0.
    fn post_division(
        &mut self,
        dividend: LinearSum,
        divisor: LinearSum,
        part: DivisionOutput,
        is_whole: bool,
    ) -> Result<DivisionResult, FlattenError> {
        let always = FlatLiteral::Const(true);
        let only = |nonzero, sum| Ok(DivisionResult::from_part(part, nonzero, sum));
        if let Some(divisor) = divisor.constant_value() {
            if divisor == 0 {
                return only(FlatLiteral::Const(false), LinearSum::from_constant(0));
            }
            return match dividend.constant_value() {
                // Only the least number of 64 bits divided by -1 has no quotient.
                Some(number) if number != i64::MIN => {
                    only(always, LinearSum::from_constant(part.compute_output(number, divisor)))
                }
                _ => self.by_number(dividend, divisor, part),
            };
        }
        let is_small = self.value_count(&dividend)?.saturating_mul(self.value_count(&divisor)?)
            <= self.max_rows;
        // Compared as sums: equal sums may become different hidden variables below.
        let is_same = dividend.is_same(&divisor);
        let divisor = self.variable_of("", divisor)?;
        let domain = self.model.domain(divisor);
        let has_zero = domain.contains(0);
        // A divisor that can only be 0: the result is never defined, so any value will do.
        if has_zero && domain.len() == 1 {
            return only(FlatLiteral::Const(false), LinearSum::from_constant(0));
        }
        let atom = FlatLiteral::Atom(AtomicConstraint::new(divisor, ComparisonOperator::Ne, 0));
        let nonzero = if has_zero && !is_whole { atom } else { always };
        if is_same {
            let sum = match part {
                DivisionOutput::Quotient => LinearSum::from_constant(1),
                DivisionOutput::Remainder => LinearSum::from_constant(0),
            };
            return only(nonzero, sum);
        }
        let dividend = self.variable_of("", dividend)?;
        if is_small {
            let sum =
                self.function_table(&[dividend, divisor], |v| part.compute_output(v[0], v[1]))?;
            return only(nonzero, sum);
        }
        let other = self.without_zero(divisor, nonzero)?;
        self.by_variable(dividend, other, nonzero)
    }

    /// Divides by a number that is not 0.
    fn by_number(
        &mut self,
        dividend: LinearSum,
        divisor: i64,
        part: DivisionOutput,
    ) -> Result<DivisionResult, FlattenError> {
        let only = |sum| Ok(DivisionResult::from_part(part, FlatLiteral::Const(true), sum));
        let (low, high) = dividend.value_range(self.model)?;
        // Truncation makes every quotient 0, and the whole dividend remains.
        if divisor.unsigned_abs() > u64::from(low.unsigned_abs().max(high.unsigned_abs())) {
            return only(match part {
                DivisionOutput::Quotient => LinearSum::from_constant(0),
                DivisionOutput::Remainder => dividend,
            });
        }
        if divisor.unsigned_abs() == 1 {
            return only(match part {
                DivisionOutput::Quotient => dividend.multiply_by(divisor)?,
                DivisionOutput::Remainder => LinearSum::from_constant(0),
            });
        }
        if let Some(sum) =
            self.small_function(&dividend, |number| part.compute_output(number, divisor))?
        {
            return only(sum);
        }
        let ends = [low, high].map(|end| i128::from(end) / i128::from(divisor));
        let (min_quotient, max_quotient) = check_ends(ends[0].min(ends[1]), ends[0].max(ends[1]))?;
        let quotient = self.add_hidden(Domain::from_range(min_quotient, max_quotient))?;
        // The cast is exact: the divisor is at most a value of the dividend.
        let remainder = self.hidden_remainder((low, high), divisor.unsigned_abs() as i64)?;
        let whole = LinearSum::from_variable(quotient)
            .multiply_by(divisor)?
            .add_sum(LinearSum::from_variable(remainder))?;
        self.post_remainder_sign(&dividend, (low, high), remainder)?;
        self.post_relation("", &dividend.subtract_sum(whole)?, ComparisonOperator::Eq, None)?;
        let (quotient, remainder) =
            (Some(LinearSum::from_variable(quotient)), Some(LinearSum::from_variable(remainder)));
        Ok(DivisionResult { nonzero: FlatLiteral::Const(true), quotient, remainder })
    }

    /// Returns a hidden variable that equals the divisor if that is not 0, and is another of its
    /// values otherwise; the divisor itself if it is never 0.
    fn without_zero(
        &mut self,
        divisor: VarId,
        nonzero: FlatLiteral,
    ) -> Result<VarId, FlattenError> {
        let FlatLiteral::Atom(atom) = nonzero else { return Ok(divisor) };
        let domain = self.model.domain(divisor).without_values(&[0]);
        let default = domain.max().unwrap_or(1);
        let other = self.add_hidden(domain)?;
        let truth = self.add_hidden(Domain::boolean())?;
        self.post_constraint("", Constraint::Reify(Reify { truth, atom }))?;
        let same =
            LinearSum::from_variable(other).subtract_sum(LinearSum::from_variable(divisor))?;
        self.post_relation("", &same, ComparisonOperator::Eq, Some(truth))?;
        // Without this clause, a divisor of 0 would leave the hidden variable free and multiply the
        // solutions.
        let is_default =
            FlatLiteral::Atom(AtomicConstraint::new(other, ComparisonOperator::Eq, default));
        self.post_clause("", &[nonzero, is_default])?;
        Ok(other)
    }

    /// Divides by a variable that is never 0.
    fn by_variable(
        &mut self,
        a: VarId,
        b: VarId,
        nonzero: FlatLiteral,
    ) -> Result<DivisionResult, FlattenError> {
        let range = LinearSum::from_variable(a).value_range(self.model)?;
        let quotient = self.add_hidden(self.quotient_domain(range, b))?;
        // The product lies between 0 and the dividend.
        let product = self.add_hidden(Domain::from_range(range.0.min(0), range.1.max(0)))?;
        self.post_constraint("", Product { left: b, right: quotient, result: product }.into())?;
        let size = self.magnitude_sum(LinearSum::from_variable(b))?;
        let (_, max_divisor) = size.value_range(self.model)?;
        let remainder = self.hidden_remainder(range, max_divisor.into())?;
        let whole =
            LinearSum::from_variable(product).add_sum(LinearSum::from_variable(remainder))?;
        self.post_relation(
            "",
            &LinearSum::from_variable(a).subtract_sum(whole)?,
            ComparisonOperator::Eq,
            None,
        )?;
        self.post_remainder_sign(&LinearSum::from_variable(a), range, remainder)?;
        // |r| < |b|. Together with the sign of r, this leaves one quotient and one remainder.
        for sign in [1, -1] {
            let less = LinearSum::from_variable(remainder)
                .multiply_by(sign)?
                .subtract_sum(size.clone())?;
            self.post_relation("", &less, ComparisonOperator::Lt, None)?;
        }
        let (quotient, remainder) =
            (Some(LinearSum::from_variable(quotient)), Some(LinearSum::from_variable(remainder)));
        Ok(DivisionResult { nonzero, quotient, remainder })
    }

    /// Returns a hidden remainder of dividends in a range and divisors up to `max_divisor` in
    /// magnitude.
    fn hidden_remainder(
        &mut self,
        (low, high): (Value, Value),
        max_divisor: i64,
    ) -> Result<VarId, FlattenError> {
        let limit = i128::from(max_divisor) - 1;
        // A remainder lies between 0 and its dividend: dividends 5..9 and divisors up to 4 leave
        // 0..3.
        let (low, high) = (i128::from(low).max(-limit).min(0), i128::from(high).min(limit).max(0));
        let (low, high) = check_ends(low, high)?;
        self.add_hidden(Domain::from_range(low, high))
    }

    /// Posts that a remainder has the sign of its dividend or is 0, unless its domain implies it.
    /// With the other constraints, it makes the remainder of 0 equal to 0.
    fn post_remainder_sign(
        &mut self,
        dividend: &LinearSum,
        range: (Value, Value),
        remainder: VarId,
    ) -> Result<(), FlattenError> {
        if range.0 >= 0 || range.1 <= 0 {
            return Ok(());
        }
        for relation in [ComparisonOperator::Ge, ComparisonOperator::Le] {
            let of_dividend = self.relation_literal(dividend, relation)?;
            let other = AtomicConstraint::new(remainder, relation.mirror_relation(), 0);
            self.post_clause("", &[of_dividend, FlatLiteral::Atom(other)])?;
        }
        Ok(())
    }

    /// Returns the quotients of dividends in a range by a variable that is never 0.
    fn quotient_domain(&self, (low, high): (Value, Value), divisor: VarId) -> Domain {
        let domain = self.model.domain(divisor);
        // The divisors closest to 0 on either side give the extreme quotients. 0 is always in the
        // range, for divisors that exceed the dividend.
        let above = domain.intervals().find(|&(_, end)| end > 0).map(|(start, _)| start.max(1));
        let below = domain.intervals().take_while(|&(start, _)| start < 0).last();
        let below = below.map(|(_, end)| end.min(-1));
        let (mut lowest, mut highest) = (0, 0);
        for divisor in [above, below].into_iter().flatten() {
            for end in [low, high] {
                lowest = lowest.min(end / divisor);
                highest = highest.max(end / divisor);
            }
        }
        Domain::from_range(lowest, highest)
    }
}
