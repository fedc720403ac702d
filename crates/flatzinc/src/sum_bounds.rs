//! Bounds that follow from sums and products.

use crate::bounds::EmptyBoundsError;
use parallax_model::ComparisonOperator;

use super::bounds::{BoundsStore, VariableSpan};
use super::document::FlatzincTerm;

impl BoundsStore<'_> {
    /// Narrows the terms of `sum of coefficient * term, relation, constant`. Terms may repeat.
    ///
    /// # Errors
    /// Returns an error if a term has no value left.
    pub(super) fn narrow_sum(
        &mut self,
        parts: &[(i64, FlatzincTerm)],
        relation: ComparisonOperator,
        constant: i128,
    ) -> Result<(), EmptyBoundsError> {
        match relation {
            ComparisonOperator::Eq => {
                self.at_most(parts, 1, constant)?;
                self.at_most(parts, -1, -constant)
            }
            ComparisonOperator::Le => self.at_most(parts, 1, constant),
            ComparisonOperator::Lt => self.at_most(parts, 1, constant - 1),
            ComparisonOperator::Ge => self.at_most(parts, -1, -constant),
            ComparisonOperator::Gt => self.at_most(parts, -1, -constant - 1),
            ComparisonOperator::Ne => self.narrow_unequal(parts, constant),
        }
    }

    /// Narrows the terms of `sum of sign * coefficient * term <= constant`.
    fn at_most(
        &mut self,
        parts: &[(i64, FlatzincTerm)],
        sign: i64,
        constant: i128,
    ) -> Result<(), EmptyBoundsError> {
        // The least value of the sum without the parts that have none, which are counted.
        let (mut least, mut open) = (0i128, 0usize);
        for &(factor, term) in parts {
            match least_of(i128::from(factor) * i128::from(sign), self.term_span(term)) {
                Some(part_least) => least = least.saturating_add(part_least),
                None => open += 1,
            }
        }
        for &(factor, term) in parts {
            let factor = i128::from(factor) * i128::from(sign);
            let part_least = least_of(factor, self.term_span(term));
            // The least value of the other parts: known if no part is open, or only this one.
            let others = match part_least {
                Some(part_least) if open == 0 => least.saturating_sub(part_least),
                None if open == 1 => least,
                _ => continue,
            };
            let room = constant.saturating_sub(others);
            match factor {
                // A term with the coefficient 0 cannot lower the sum.
                0 if room < 0 => return Err(super::bounds::EmptyBoundsError),
                0 => {}
                // Each narrowing moves the end that `least` does not use. A term that occurs twice
                // may leave `least` too small, which is sound.
                1.. => self.narrow_within(term, i128::MIN, room.div_euclid(factor))?,
                // A negative factor: term >= room / factor, rounded up.
                _ => self.narrow_within(term, -room.div_euclid(-factor), i128::MAX)?,
            }
        }
        // Constants have no variable that could lose its last value.
        if open == 0 && least > constant { Err(super::bounds::EmptyBoundsError) } else { Ok(()) }
    }

    /// Narrows the only open term of a sum that differs from a constant.
    fn narrow_unequal(
        &mut self,
        parts: &[(i64, FlatzincTerm)],
        constant: i128,
    ) -> Result<(), EmptyBoundsError> {
        let (mut sum, mut open) = (0i128, None);
        for &(factor, term) in parts {
            let span = self.term_span(term);
            if span.low == span.high {
                sum = sum.saturating_add(i128::from(factor) * i128::from(span.low));
            } else if factor != 0 && open.replace((factor, term)).is_some() {
                return Ok(());
            }
        }
        match open {
            None if sum == constant => Err(super::bounds::EmptyBoundsError),
            None => Ok(()),
            Some((factor, term)) => {
                let rest = constant.saturating_sub(sum);
                let factor = i128::from(factor);
                if rest % factor == 0 { self.exclude_value(term, rest / factor) } else { Ok(()) }
            }
        }
    }

    /// Removes a value from the ends of a term.
    fn exclude_value(&mut self, term: FlatzincTerm, value: i128) -> Result<(), EmptyBoundsError> {
        let span = self.term_span(term);
        let (low, high) = (i128::from(span.low), i128::from(span.high));
        // Spans have no holes, so only an end can be excluded.
        match span.both_bounds() {
            Some(_) if value == low => self.narrow_within(term, low + 1, high),
            Some(_) if value == high => self.narrow_within(term, low, high - 1),
            _ => Ok(()),
        }
    }

    /// Narrows `result` to the products of two terms, and a term to the quotients that the other
    /// and the result leave.
    ///
    /// # Errors
    /// Returns an error if a term has no value left.
    pub(super) fn narrow_product(
        &mut self,
        a: FlatzincTerm,
        b: FlatzincTerm,
        result: FlatzincTerm,
    ) -> Result<(), EmptyBoundsError> {
        let [left, right] = [a, b].map(|term| self.term_span(term));
        if let (Some(left), Some(right)) = (left.both_bounds(), right.both_bounds()) {
            let all =
                [left[0] * right[0], left[0] * right[1], left[1] * right[0], left[1] * right[1]];
            let [low, high] = number_range(&all);
            // The square of a term is not negative.
            let low = if a == b { low.max(0) } else { low };
            self.narrow_within(result, low, high)?;
        } else if a == b || left.low >= 0 && right.low >= 0 {
            self.narrow_within(result, 0, i128::MAX)?;
        }
        let Some(max_product) = self.term_span(result).max_magnitude() else { return Ok(()) };
        for (term, other) in [(a, b), (b, a)] {
            let other = self.term_span(other);
            // The other factor has at least the magnitude of 1, or of its nearest bound to 0.
            let min_factor = i128::from(other.low).max(-i128::from(other.high));
            if min_factor >= 1 {
                self.narrow_within(term, -(max_product / min_factor), max_product / min_factor)?;
            }
        }
        if a == b && max_product > 0 {
            // `max_product` is at most 2^62, so the root of the float is off by less than 1.
            let root = (max_product as f64).sqrt() as i128 + 1;
            self.narrow_within(a, -root, root)?;
        }
        Ok(())
    }
}

/// Returns the least value of a product with a constant; `None` if there is none.
fn least_of(factor: i128, span: VariableSpan) -> Option<i128> {
    let far = super::bounds::MISSING_BOUND;
    match factor {
        0 => Some(0),
        1.. if span.low > -far => Some(factor * i128::from(span.low)),
        ..0 if span.high < far => Some(factor * i128::from(span.high)),
        _ => None,
    }
}

/// Returns the least and the greatest of some numbers.
pub(super) fn number_range(numbers: &[i128]) -> [i128; 2] {
    let least = numbers.iter().copied().min().unwrap_or_default();
    [least, numbers.iter().copied().max().unwrap_or_default()]
}
