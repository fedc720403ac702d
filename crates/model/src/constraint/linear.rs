//! A weighted sum compared with a constant.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ComparisonOperator, ConstraintError, Kind, ModelAssignment, Rename};
use crate::decimal::DecimalNumber;
use crate::{Model, VarId};

/// `sum of coefficient * variable, relation, constant`. A variable may occur in several terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear<V = VarId> {
    /// The terms of the sum.
    pub terms: Vec<LinearTerm<V>>,
    /// The comparison.
    pub relation: ComparisonOperator,
    /// The number that the sum is compared with.
    pub constant: i64,
}

/// `coefficient * variable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearTerm<V = VarId> {
    /// The factor; 1 when a file omits it.
    #[serde(default = "default_coefficient")]
    pub coefficient: i64,
    /// The variable.
    pub variable: V,
}

fn default_coefficient() -> i64 {
    1
}

/// The bound on sums, and on sums of coefficients alone: the differences and negations of any two
/// numbers below it in magnitude fit an `i64`.
const MAX_SUM: i128 = 1 << 61;

impl<V> Linear<V> {
    /// Creates a comparison of the unweighted sum of variables.
    #[inline]
    pub fn unweighted_sum(
        scope: impl IntoIterator<Item = V>,
        relation: ComparisonOperator,
        constant: i64,
    ) -> Self {
        let terms = scope.into_iter().map(|variable| LinearTerm { coefficient: 1, variable });
        Linear { terms: terms.collect(), relation, constant }
    }

    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Linear<W>, E> {
        let terms = self.terms.iter().map(|term| {
            Ok(LinearTerm { coefficient: term.coefficient, variable: v(&term.variable)? })
        });
        Ok(Linear {
            terms: terms.collect::<Result<_, E>>()?,
            relation: self.relation,
            constant: self.constant,
        })
    }
}

impl Kind for Linear {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        // Sums are validated: no partial sum overflows.
        let sum: i64 =
            self.terms.iter().map(|t| t.coefficient * i64::from(a.value_of(t.variable))).sum();
        self.relation.holds_between(sum, self.constant)
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.terms.iter().map(|term| term.variable).for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let (sum, constant) = sum_in_words(&self.terms, self.constant, model);
        format!("{sum} {} {constant}", self.relation)
    }

    fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
        let mut largest = i128::from(self.constant).abs();
        for term in &self.terms {
            let domain = model.domain(term.variable);
            let magnitude = [domain.min(), domain.max()]
                .into_iter()
                .flatten()
                .map(|v| i128::from(v).abs())
                .max();
            // At least 1: engines also add up the coefficients of a variable that is always 0.
            largest += i128::from(term.coefficient).abs() * magnitude.unwrap_or(0).max(1);
        }
        if largest > MAX_SUM {
            return Err(ConstraintError::LargeSum { largest });
        }
        Ok(())
    }

    fn dependents(&self) -> Vec<VarId> {
        let is_unit = |term: &&LinearTerm| {
            self.relation == ComparisonOperator::Eq && term.coefficient.abs() == 1
        };
        self.terms.iter().filter(is_unit).map(|term| term.variable).collect()
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.terms.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.terms.drain(run);
    }
}

/// Returns a weighted sum and the constant that it is compared with, in words. If variables
/// represent decimals, both are given in decimals: a power of ten that is a common factor of the
/// coefficients shifts the constant's point instead.
pub(crate) fn sum_in_words(terms: &[LinearTerm], constant: i64, model: &Model) -> (String, String) {
    let digits = |term: &LinearTerm| model.decimal_digits(term.variable);
    let max_digits = terms.iter().map(digits).max().unwrap_or(0);
    // For a variable with d digits, k * v is k * 10^d times the decimal v / 10^d. Powers of ten in
    // all coefficients move to the constant: with two digits, b <= 299 prints as b <= 2.99.
    let coefficient = |term: &LinearTerm| i128::from(term.coefficient) * 10i128.pow(digits(term));
    let mut shared = max_digits;
    while shared > 0 && terms.iter().any(|term| coefficient(term) % 10i128.pow(shared) != 0) {
        shared -= 1;
    }
    let mut text = String::new();
    for term in terms {
        let coefficient = coefficient(term) / 10i128.pow(shared);
        let sign = match (text.is_empty(), coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        if coefficient.unsigned_abs() != 1 {
            text.push_str(&format!("{}*", coefficient.unsigned_abs()));
        }
        text.push_str(model.name_of(term.variable));
    }
    if text.is_empty() {
        text.push('0');
    }
    (text, DecimalNumber { units: constant, digits: shared }.to_string())
}
