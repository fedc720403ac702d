//! Flattens products, extrema and absolute values to hidden integers.

use std::sync::Arc;

use super::sum::{LinearSum, check_ends};
use super::{
    ComparisonOperator, Constraint, Domain, ExpressionFlattener, FlatLiteral, FlattenError,
    IntExpression, LinearTerm, OperandList, VarId,
};
use crate::{Extremum, Product, Table, Value};

impl ExpressionFlattener<'_> {
    pub(super) fn product_sum(
        &mut self,
        a: IntExpression,
        b: IntExpression,
    ) -> Result<LinearSum, FlattenError> {
        let (left, right) = (self.sum_of(a)?, self.sum_of(b)?);
        self.spend_steps(left.len() + right.len())?;
        if let Some(factor) = left.constant_value() {
            return right.multiply_by(factor);
        }
        if let Some(factor) = right.constant_value() {
            return left.multiply_by(factor);
        }
        // A factor of 0 or 1 selects between 0 and the other factor, without a product constraint.
        match (self.truth_literal(&left), self.truth_literal(&right)) {
            (Some(a), Some(b)) => {
                let both = self.and_literal(vec![a, b])?;
                return self.number_of(both);
            }
            (Some(truth), None) => {
                return self.choice_sum(truth, right, LinearSum::from_constant(0));
            }
            (None, Some(truth)) => {
                return self.choice_sum(truth, left, LinearSum::from_constant(0));
            }
            (None, None) => {}
        }
        // The range of a product of two variables would admit negative values, which no square has.
        if left.is_same(&right) {
            return self.square_sum(left);
        }
        let ((a, b), (c, d)) = (left.value_range(self.model)?, right.value_range(self.model)?);
        // The extremes of a product over a box are at its corners.
        let ends = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
        let (low, high) =
            ends.iter().fold((ends[0], ends[0]), |(low, high), &end| (low.min(end), high.max(end)));
        let (low, high) = check_ends(low, high)?;
        let (left, right) = (self.variable_of("", left)?, self.variable_of("", right)?);
        let result = self.add_hidden(Domain::from_range(low, high))?;
        self.post_constraint("", Product { left, right, result }.into())?;
        Ok(LinearSum::from_variable(result))
    }

    /// Returns the square of a sum.
    pub(super) fn square_sum(&mut self, sum: LinearSum) -> Result<LinearSum, FlattenError> {
        let (low, high) = sum.value_range(self.model)?;
        let squares = [low, high].map(|end| i128::from(end) * i128::from(end));
        let min_square = if low <= 0 && high >= 0 { 0 } else { squares[0].min(squares[1]) };
        let (min_square, max_square) = check_ends(min_square, squares[0].max(squares[1]))?;
        if let Some(square) = self.small_function(&sum, |number| number * number)? {
            return Ok(square);
        }
        let root = self.variable_of("", sum)?;
        let result = self.add_hidden(Domain::from_range(min_square, max_square))?;
        self.post_constraint("", Product { left: root, right: root, result }.into())?;
        Ok(LinearSum::from_variable(result))
    }

    /// Returns the absolute value of a sum.
    pub(super) fn magnitude_sum(&mut self, sum: LinearSum) -> Result<LinearSum, FlattenError> {
        let (low, high) = sum.value_range(self.model)?;
        if low >= 0 {
            return Ok(sum);
        }
        if high <= 0 {
            return sum.multiply_by(-1);
        }
        if let Some(size) = self.small_function(&sum, i64::abs)? {
            return Ok(size);
        }
        // |x| is max(x, -x).
        let number = self.variable_of("", sum)?;
        let negated = self.variable_of("", LinearSum::from_variable(number).multiply_by(-1)?)?;
        // No negation overflows: values are far from the limits of 32 bits.
        let result = self.add_hidden(Domain::from_range(0, high.max(-low)))?;
        let scope = vec![number, negated];
        self.post_constraint("", Extremum { result, scope, max: true }.into())?;
        Ok(LinearSum::from_variable(result))
    }

    /// Returns the greatest (`max`) or least of some sums. Sums that can never be the result are
    /// omitted.
    pub(super) fn extremum_sum(
        &mut self,
        list: OperandList,
        max: bool,
    ) -> Result<LinearSum, FlattenError> {
        let mut sums = self.sums_of(list)?;
        let mut ranges = Vec::with_capacity(sums.len());
        for sum in &sums {
            self.spend_steps(sum.len())?;
            let (low, high) = sum.value_range(self.model)?;
            ranges.push(if max { (low, high) } else { (-high, -low) });
        }
        // For a minimum, the ranges are those of the negated sums: min(a, b) = -max(-a, -b).
        let Some((best, floor)) = highest_low_end(&ranges) else {
            return Err(FlattenError::NoOperands);
        };
        let ceiling = ranges.iter().map(|range| range.1).max().unwrap_or(floor);
        // A sum that never exceeds the highest minimum is dominated: of 1..3, 4..6 and 5..9 the
        // first one can never be the maximum. The dominating sum stays, even if its own range is
        // one value.
        let mut place = 0..;
        sums.retain(|_| place.next().is_some_and(|i: usize| i == best || ranges[i].1 > floor));
        if sums.len() == 1
            && let Some(only) = sums.pop()
        {
            return Ok(only);
        }
        let scope = sums
            .into_iter()
            .map(|sum| self.variable_of("", sum))
            .collect::<Result<Vec<VarId>, FlattenError>>()?;
        self.spend_steps(scope.len())?;
        // For a minimum, the range of the negated sums is turned back.
        let (low, high) = if max { (floor, ceiling) } else { (-ceiling, -floor) };
        let result = self.add_hidden(Domain::from_range(low, high))?;
        self.post_constraint("", Extremum { result, scope, max }.into())?;
        Ok(LinearSum::from_variable(result))
    }

    /// Returns a hidden integer that is a function of a sum, by a table of the variable that the
    /// sum is, or of the two variables in it; `None` if that is too large.
    pub(super) fn small_function(
        &mut self,
        sum: &LinearSum,
        of: impl Fn(i64) -> i64,
    ) -> Result<Option<LinearSum>, FlattenError> {
        // A table over both variables saves the hidden variable that would equal their sum.
        if self.shapes && sum.len() == 2 {
            let (terms, negated) = sum.split_constant()?;
            let scope: Vec<VarId> = terms.iter().map(|term| term.variable).collect();
            if self.row_count(&scope) <= self.max_rows {
                let total = |values: &[i64]| {
                    let part = |(term, &value): (&LinearTerm, &i64)| {
                        i128::from(term.coefficient) * i128::from(value)
                    };
                    let total: i128 = terms.iter().zip(values).map(part).sum();
                    of((total - i128::from(negated)) as i64)
                };
                // Fails for totals beyond the limits of values; the cast in `total` relies on it.
                sum.value_range(self.model)?;
                return self.function_table(&scope, total).map(Some);
            }
        }
        if self.value_count(sum)? > self.max_rows {
            return Ok(None);
        }
        let variable = self.variable_of("", sum.clone())?;
        self.function_table(&[variable], |values| of(values[0])).map(Some)
    }

    /// Returns a hidden integer that is the function of one or two variables that `of` computes.
    pub(super) fn function_table(
        &mut self,
        scope: &[VarId],
        of: impl Fn(&[i64]) -> i64,
    ) -> Result<LinearSum, FlattenError> {
        let domain = |v: VarId| -> Vec<Value> { self.model.domain(v).iter().collect() };
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for &variable in scope {
            let values = domain(variable);
            let longer = |start: &Vec<Value>| {
                let start = start.clone();
                values.iter().map(move |&value| [&start[..], &[value]].concat()).collect::<Vec<_>>()
            };
            // Appends each value of one more variable to each tuple. All callers bound the number
            // of rows before they come here.
            tuples = tuples.iter().flat_map(longer).collect();
        }
        self.spend_steps(tuples.len())?;
        for tuple in &mut tuples {
            let operands: Vec<i64> = tuple.iter().map(|&value| value.into()).collect();
            let result = of(&operands).into();
            tuple.push(check_ends(result, result)?.0);
        }
        let results = tuples.iter().filter_map(|tuple| tuple.last().copied());
        let result = self.add_hidden(Domain::from_values(results))?;
        let scope = [scope, &[result]].concat();
        if self.shapes {
            self.allow_rows("", scope, tuples)?;
            return Ok(LinearSum::from_variable(result));
        }
        let table = Table { scope, tuples: Arc::new(tuples), forbidden: false };
        self.post_constraint("", Constraint::Table(table))?;
        Ok(LinearSum::from_variable(result))
    }

    /// Returns the number of values that a sum may have.
    pub(super) fn value_count(&self, sum: &LinearSum) -> Result<u64, FlattenError> {
        if let Some(variable) = sum.single_variable() {
            return Ok(self.model.domain(variable).len());
        }
        let (low, high) = sum.value_range(self.model)?;
        Ok(u64::from(high.abs_diff(low)) + 1)
    }

    /// Returns whether a sum is 1, as a literal, if it is one variable that is either 0 or 1.
    fn truth_literal(&self, sum: &LinearSum) -> Option<FlatLiteral> {
        if sum.len() != 1 || sum.value_range(self.model) != Ok((0, 1)) {
            return None;
        }
        // `sum = 1` is an atom for `x` as for `1 - x`.
        sum.clone()
            .subtract_sum(LinearSum::from_constant(1))
            .ok()?
            .zero_relation(ComparisonOperator::Eq)
    }
}

/// Returns the place of the range with the greatest low end, and that end.
fn highest_low_end(ranges: &[(Value, Value)]) -> Option<(usize, Value)> {
    ranges.iter().enumerate().map(|(i, range)| (i, range.0)).max_by_key(|&(_, low)| low)
}
