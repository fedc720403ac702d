//! Flattens products, extrema and absolute values to hidden integers.

use std::sync::Arc;

use super::sum::{Sum, values};
use super::{Constraint, Domain, FlattenError, Flattener, Int, List, Lit, Relation, Term, VarId};
use crate::{Extremum, Product, Table, Value};

impl Flattener<'_> {
    pub(super) fn product(&mut self, a: Int, b: Int) -> Result<Sum, FlattenError> {
        let (left, right) = (self.sum_of(a)?, self.sum_of(b)?);
        self.spend(left.len() + right.len())?;
        if let Some(factor) = left.number() {
            return right.times(factor);
        }
        if let Some(factor) = right.number() {
            return left.times(factor);
        }
        match (self.truth(&left), self.truth(&right)) {
            (Some(a), Some(b)) => {
                let both = self.and(vec![a, b])?;
                return self.number_of(both);
            }
            (Some(truth), None) => return self.select(truth, right, Sum::constant(0)),
            (None, Some(truth)) => return self.select(truth, left, Sum::constant(0)),
            (None, None) => {}
        }
        if left.is_same(&right) {
            return self.square(left);
        }
        let ((a, b), (c, d)) = (left.range(self.model)?, right.range(self.model)?);
        let ends = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
        let (low, high) =
            ends.iter().fold((ends[0], ends[0]), |(low, high), &end| (low.min(end), high.max(end)));
        let (low, high) = values(low, high)?;
        let (left, right) = (self.variable_of("", left)?, self.variable_of("", right)?);
        let result = self.hidden(Domain::range(low, high))?;
        self.post("", Product { left, right, result }.into())?;
        Ok(Sum::of(result))
    }

    /// Returns the square of a sum.
    pub(super) fn square(&mut self, sum: Sum) -> Result<Sum, FlattenError> {
        let (low, high) = sum.range(self.model)?;
        let squares = [low, high].map(|end| i128::from(end) * i128::from(end));
        let least = if low <= 0 && high >= 0 { 0 } else { squares[0].min(squares[1]) };
        let (least, most) = values(least, squares[0].max(squares[1]))?;
        if let Some(square) = self.small_function(&sum, |number| number * number)? {
            return Ok(square);
        }
        let root = self.variable_of("", sum)?;
        let result = self.hidden(Domain::range(least, most))?;
        self.post("", Product { left: root, right: root, result }.into())?;
        Ok(Sum::of(result))
    }

    /// Returns the absolute value of a sum.
    pub(super) fn magnitude(&mut self, sum: Sum) -> Result<Sum, FlattenError> {
        let (low, high) = sum.range(self.model)?;
        if low >= 0 {
            return Ok(sum);
        }
        if high <= 0 {
            return sum.times(-1);
        }
        if let Some(size) = self.small_function(&sum, i64::abs)? {
            return Ok(size);
        }
        let number = self.variable_of("", sum)?;
        let negated = self.variable_of("", Sum::of(number).times(-1)?)?;
        // No negation overflows: values are far from the limits of 32 bits.
        let result = self.hidden(Domain::range(0, high.max(-low)))?;
        let scope = vec![number, negated];
        self.post("", Extremum { result, scope, max: true }.into())?;
        Ok(Sum::of(result))
    }

    /// Returns the greatest (`max`) or least of some sums. Sums that can never be the result are
    /// omitted.
    pub(super) fn extremum(&mut self, list: List, max: bool) -> Result<Sum, FlattenError> {
        let mut sums = self.sums_of(list)?;
        let mut ranges = Vec::with_capacity(sums.len());
        for sum in &sums {
            self.spend(sum.len())?;
            let (low, high) = sum.range(self.model)?;
            ranges.push(if max { (low, high) } else { (-high, -low) });
        }
        // From here on, the ranges are those of the negated sums for the least.
        let Some((best, floor)) = best(&ranges) else { return Err(FlattenError::NoOperands) };
        let ceiling = ranges.iter().map(|range| range.1).max().unwrap_or(floor);
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
        self.spend(scope.len())?;
        let (low, high) = if max { (floor, ceiling) } else { (-ceiling, -floor) };
        let result = self.hidden(Domain::range(low, high))?;
        self.post("", Extremum { result, scope, max }.into())?;
        Ok(Sum::of(result))
    }

    /// Returns a hidden integer that is a function of a sum, by a table of the variable that the
    /// sum is, or of the two variables in it; `None` if that is too large.
    pub(super) fn small_function(
        &mut self,
        sum: &Sum,
        of: impl Fn(i64) -> i64,
    ) -> Result<Option<Sum>, FlattenError> {
        if self.shapes && sum.len() == 2 {
            let (terms, negated) = sum.sides()?;
            let scope: Vec<VarId> = terms.iter().map(|term| term.variable).collect();
            if self.rows(&scope) <= self.most_rows {
                let total = |values: &[i64]| {
                    let part = |(term, &value): (&Term, &i64)| {
                        i128::from(term.coefficient) * i128::from(value)
                    };
                    let total: i128 = terms.iter().zip(values).map(part).sum();
                    // It is a value, because the range of the sum is that of values.
                    of((total - i128::from(negated)) as i64)
                };
                sum.range(self.model)?;
                return self.table(&scope, total).map(Some);
            }
        }
        if self.size(sum)? > self.most_rows {
            return Ok(None);
        }
        let variable = self.variable_of("", sum.clone())?;
        self.table(&[variable], |values| of(values[0])).map(Some)
    }

    /// Returns a hidden integer that is the function of one or two variables that `of` computes.
    pub(super) fn table(
        &mut self,
        scope: &[VarId],
        of: impl Fn(&[i64]) -> i64,
    ) -> Result<Sum, FlattenError> {
        let domain = |v: VarId| -> Vec<Value> { self.model.domain(v).iter().collect() };
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for &variable in scope {
            let values = domain(variable);
            let longer = |start: &Vec<Value>| {
                let start = start.clone();
                values.iter().map(move |&value| [&start[..], &[value]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        self.spend(tuples.len())?;
        for tuple in &mut tuples {
            let operands: Vec<i64> = tuple.iter().map(|&value| value.into()).collect();
            let result = of(&operands).into();
            tuple.push(values(result, result)?.0);
        }
        let results = tuples.iter().filter_map(|tuple| tuple.last().copied());
        let result = self.hidden(Domain::of(results))?;
        let scope = [scope, &[result]].concat();
        if self.shapes {
            self.allow("", scope, tuples)?;
            return Ok(Sum::of(result));
        }
        let table = Table { scope, tuples: Arc::new(tuples), forbidden: false };
        self.post("", Constraint::Table(table))?;
        Ok(Sum::of(result))
    }

    /// Returns the number of values that a sum may have.
    pub(super) fn size(&self, sum: &Sum) -> Result<u64, FlattenError> {
        if let Some(variable) = sum.variable() {
            return Ok(self.model.domain(variable).len());
        }
        let (low, high) = sum.range(self.model)?;
        Ok(u64::from(high.abs_diff(low)) + 1)
    }

    /// Returns whether a sum is 1, as a literal, if it is one variable that is either 0 or 1.
    fn truth(&self, sum: &Sum) -> Option<Lit> {
        if sum.len() != 1 || sum.range(self.model) != Ok((0, 1)) {
            return None;
        }
        sum.clone().minus(Sum::constant(1)).ok()?.atom(Relation::Eq)
    }
}

/// Returns the place of the range with the greatest low end, and that end.
fn best(ranges: &[(Value, Value)]) -> Option<(usize, Value)> {
    ranges.iter().enumerate().map(|(i, range)| (i, range.0)).max_by_key(|&(_, low)| low)
}
