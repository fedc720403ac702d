//! Products that are compared with a number and may be beyond the values of models.

use super::assert::Comparison;
use super::sum::Sum;
use super::{FlattenError, Flattener, Int, Lit, Node};
use crate::{Atom, MAX_VALUE, Relation, Value};

/// Maximum number of values of the smaller factor; each gets a clause.
const MAX_VALUES: u64 = 100_000;

impl Flattener<'_> {
    /// Posts a comparison of such a product, one clause for each value of the smaller factor: it
    /// has another value, or the larger factor compares with the quotient. Returns false if the
    /// comparison is of another shape.
    pub(super) fn large_product(
        &mut self,
        label: &str,
        compared: Comparison,
        positive: bool,
    ) -> Result<bool, FlattenError> {
        let Some((product, mut relation, number)) = self.product_and_number(compared) else {
            return Ok(false);
        };
        if !positive {
            relation = relation.negated();
        }
        let Node::Mul(left, right) = self.terms.of_int(product) else { return Ok(false) };
        let (Some(left), Some(right)) = (self.bounded(left)?, self.bounded(right)?) else {
            return Ok(false);
        };
        let ends = |sum: &Sum, model| sum.range(model).map(|(a, b)| a.abs().max(b.abs()));
        let most = i64::from(ends(&left, self.model)?) * i64::from(ends(&right, self.model)?);
        let sizes = (self.size(&left)?, self.size(&right)?);
        if most <= i64::from(MAX_VALUE) || sizes.0.min(sizes.1) > MAX_VALUES {
            return Ok(false);
        }
        let (small, other) = if sizes.0 <= sizes.1 { (left, right) } else { (right, left) };
        let (small, other) = (self.variable_of("", small)?, self.variable_of("", other)?);
        let values: Vec<Value> = self.model.domain(small).iter().collect();
        for value in values {
            let rest = Sum::of(other).times(value.into())?.minus(Sum::constant(number))?;
            let fits = match rest.atom(relation) {
                Some(fits) => fits,
                None => return Err(FlattenError::TwoFactors),
            };
            let differs = Lit::Atom(Atom::new(small, Relation::Ne, value));
            self.clause(label, &[differs, fits])?;
        }
        Ok(true)
    }

    /// Returns the product, the relation and the number of a comparison between these.
    fn product_and_number(&self, compared: Comparison) -> Option<(Int, Relation, i64)> {
        let Comparison { left, relation, right } = compared;
        match (self.terms.of_int(left), self.terms.of_int(right?)) {
            (Node::Mul(..), Node::Number(number)) => Some((left, relation, number)),
            (Node::Number(number), Node::Mul(..)) => Some((right?, relation.mirrored(), number)),
            _ => None,
        }
    }

    /// Returns an operand as a sum, unless it is itself too large or may have no value.
    fn bounded(&mut self, operand: Int) -> Result<Option<Sum>, FlattenError> {
        let Ok(sum) = self.total(operand) else { return Ok(None) };
        let is_defined = matches!(self.all_defined([operand])?, Lit::Const(true));
        Ok((is_defined && sum.range(self.model).is_ok()).then_some(sum))
    }
}
