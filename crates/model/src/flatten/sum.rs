//! Linear sums of variables, as they are built.

use std::collections::BTreeMap;

use super::{FlatLiteral, FlattenError};
use crate::{AtomicConstraint, ComparisonOperator, LinearTerm, MAX_VALUE, Model, Value, VarId};

/// `coefficients * variables + constant`, or its negation; no coefficient is 0.
///
/// The sign is stored separately so that the smaller of two sums can always be merged into the
/// larger one: nested sums take no longer than a flat one.
#[derive(Clone, Debug, Default)]
pub(super) struct LinearSum {
    terms: BTreeMap<VarId, i64>,
    constant: i64,
    negated: bool,
}

impl LinearSum {
    pub(super) fn from_constant(constant: i64) -> Self {
        LinearSum { constant, ..LinearSum::default() }
    }

    pub(super) fn from_variable(variable: VarId) -> Self {
        LinearSum { terms: BTreeMap::from([(variable, 1)]), ..LinearSum::default() }
    }

    /// Returns `1 - variable`.
    pub(super) fn one_minus(variable: VarId) -> Self {
        LinearSum { terms: BTreeMap::from([(variable, -1)]), constant: 1, negated: false }
    }

    /// Returns the number of terms.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Returns the sum of both.
    pub(super) fn add_sum(mut self, mut other: LinearSum) -> Result<Self, FlattenError> {
        if other.terms.len() > self.terms.len() {
            std::mem::swap(&mut self, &mut other);
        }
        let same_sign = self.negated == other.negated;
        // The stored numbers are those of the sum or of its negation; with different signs, adding
        // the sums subtracts the numbers.
        let add = |mine: i64, its: i64| {
            if same_sign { mine.checked_add(its) } else { mine.checked_sub(its) }
        };
        self.constant = add(self.constant, other.constant).ok_or(FlattenError::LargeNumber)?;
        for (variable, coefficient) in other.terms {
            let mine = self.terms.entry(variable).or_insert(0);
            *mine = add(*mine, coefficient).ok_or(FlattenError::LargeNumber)?;
            if *mine == 0 {
                self.terms.remove(&variable);
            }
        }
        Ok(self)
    }

    /// Returns the difference of both.
    pub(super) fn subtract_sum(self, mut other: LinearSum) -> Result<Self, FlattenError> {
        other.negated = !other.negated;
        self.add_sum(other)
    }

    /// Returns a multiple of it.
    pub(super) fn multiply_by(mut self, factor: i64) -> Result<Self, FlattenError> {
        match factor {
            0 => return Ok(LinearSum::from_constant(0)),
            1 => {}
            -1 => self.negated = !self.negated,
            _ => {
                self.constant =
                    self.constant.checked_mul(factor).ok_or(FlattenError::LargeNumber)?;
                for coefficient in self.terms.values_mut() {
                    *coefficient =
                        coefficient.checked_mul(factor).ok_or(FlattenError::LargeNumber)?;
                }
            }
        }
        Ok(self)
    }

    fn signed_number(&self, number: i64) -> i128 {
        if self.negated { -i128::from(number) } else { number.into() }
    }

    /// Returns its terms, and the constant that they are compared with if the whole sum is compared
    /// with 0.
    pub(super) fn split_constant(&self) -> Result<(Vec<LinearTerm>, i64), FlattenError> {
        let narrow = |number: i128| i64::try_from(number).map_err(|_| FlattenError::LargeNumber);
        let term = |(&variable, &coefficient): (&VarId, &i64)| {
            Ok(LinearTerm { coefficient: narrow(self.signed_number(coefficient))?, variable })
        };
        let terms =
            self.terms.iter().map(term).collect::<Result<Vec<LinearTerm>, FlattenError>>()?;
        Ok((terms, narrow(-self.signed_number(self.constant))?))
    }

    /// Returns its variable, if it is a single variable.
    pub(super) fn single_variable(&self) -> Option<VarId> {
        let (&variable, &coefficient) = self.terms.first_key_value()?;
        let alone = self.terms.len() == 1 && self.constant == 0;
        (alone && self.signed_number(coefficient) == 1).then_some(variable)
    }

    /// Returns its variable, the coefficient and the constant, if it has one variable.
    pub(super) fn single_multiple(&self) -> Option<(VarId, i128, i128)> {
        let (&variable, &coefficient) = self.terms.first_key_value()?;
        let alone = self.terms.len() == 1;
        alone
            .then(|| (variable, self.signed_number(coefficient), self.signed_number(self.constant)))
    }

    /// Whether its first coefficient is negative.
    pub(super) fn leads_negative(&self) -> bool {
        self.terms
            .first_key_value()
            .is_some_and(|(_, &coefficient)| self.signed_number(coefficient) < 0)
    }

    /// Returns its constant, if it has no variables.
    pub(super) fn constant_value(&self) -> Option<i64> {
        self.terms.is_empty().then(|| i64::try_from(self.signed_number(self.constant)).ok())?
    }

    /// Whether both are the same sum.
    pub(super) fn is_same(&self, other: &LinearSum) -> bool {
        // Compared with their signs applied: equal sums may be stored with opposite signs.
        let mut pairs = self.terms.iter().zip(&other.terms);
        self.len() == other.len()
            && self.signed_number(self.constant) == other.signed_number(other.constant)
            && pairs.all(|((v, &mine), (w, &its))| {
                v == w && self.signed_number(mine) == other.signed_number(its)
            })
    }

    /// Returns `self relation 0` as a constant or an atom, if it is one.
    pub(super) fn zero_relation(&self, relation: ComparisonOperator) -> Option<FlatLiteral> {
        let constant = self.signed_number(self.constant);
        let Some((&variable, &coefficient)) = self.terms.first_key_value() else {
            return Some(FlatLiteral::Const(relation.holds_between(constant.signum() as i64, 0)));
        };
        if self.terms.len() > 1 {
            return None;
        }
        // coefficient * x relation bound, with a positive coefficient.
        let (coefficient, bound) = (self.signed_number(coefficient), -constant);
        let (coefficient, bound, relation) = if coefficient < 0 {
            (-coefficient, -bound, relation.mirror_relation())
        } else {
            (coefficient, bound, relation)
        };
        // Division rounds towards the values that are allowed: 2x < 7 is x <= 3, 2x >= 7 is x >= 4.
        let floor = bound.div_euclid(coefficient);
        let exact = floor * coefficient == bound;
        let (relation, value) = match relation {
            ComparisonOperator::Eq | ComparisonOperator::Ne if !exact => {
                return Some(FlatLiteral::Const(relation == ComparisonOperator::Ne));
            }
            ComparisonOperator::Eq
            | ComparisonOperator::Ne
            | ComparisonOperator::Le
            | ComparisonOperator::Gt => (relation, floor),
            ComparisonOperator::Lt if exact => (ComparisonOperator::Le, floor - 1),
            ComparisonOperator::Lt => (ComparisonOperator::Le, floor),
            ComparisonOperator::Ge if exact => (ComparisonOperator::Ge, floor),
            ComparisonOperator::Ge => (ComparisonOperator::Ge, floor + 1),
        };
        // Values stay below this in magnitude, so clamping changes nothing.
        let limit = i128::from(MAX_VALUE) + 1;
        let value = Value::try_from(value.clamp(-limit, limit)).ok()?;
        Some(FlatLiteral::Atom(AtomicConstraint::new(variable, relation, value)))
    }

    /// Returns the smallest and the largest value.
    ///
    /// # Errors
    /// Returns an error if models do not allow such values.
    pub(super) fn value_range(&self, model: &Model) -> Result<(Value, Value), FlattenError> {
        let (low, high) = self.value_bounds(model);
        check_ends(low, high)
    }

    /// Returns the smallest and the largest value, however large.
    pub(super) fn value_bounds(&self, model: &Model) -> (i128, i128) {
        // At most 2^32 products of a coefficient and a value: far below 128 bits.
        let mut ends = [self.signed_number(self.constant); 2];
        for (&variable, &coefficient) in &self.terms {
            let domain = model.domain(variable);
            // A variable without values counts as 0: nothing holds anyway.
            let values = [domain.min(), domain.max()].map(|end| i128::from(end.unwrap_or(0)));
            let products = values.map(|end| end * self.signed_number(coefficient));
            ends[0] += products[0].min(products[1]);
            ends[1] += products[0].max(products[1]);
        }
        (ends[0], ends[1])
    }
}

/// Returns the ends of a domain, if models allow such values.
pub(super) fn check_ends(low: i128, high: i128) -> Result<(Value, Value), FlattenError> {
    let limit = i128::from(MAX_VALUE);
    if [low, high].iter().all(|end| (-limit..=limit).contains(end)) {
        Ok((low as Value, high as Value))
    } else {
        Err(FlattenError::LargeInteger { low, high })
    }
}
