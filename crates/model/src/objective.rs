//! The objective of an optimisation.

use serde::{Deserialize, Serialize};

use super::decimal::DecimalNumber;
use super::{ComparisonOperator, ConstraintError, Linear, LinearTerm, Model, Value, VarId};
use crate::constraint::Kind;

/// Whether to minimise or maximise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObjectiveSense {
    /// The least value is best.
    Minimize,
    /// The greatest value is best.
    Maximize,
}

/// A weighted sum of variables to minimise or maximise. Without terms it is 0, and every
/// solution is optimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Whether to minimise or maximise.
    pub sense: ObjectiveSense,
    /// The terms of the sum.
    pub terms: Vec<LinearTerm>,
    /// The digits after the point of the decimal that the sum represents: the sum divided by
    /// `10^digits`.
    pub digits: u32,
}

impl Objective {
    /// Creates an objective whose sum represents itself.
    #[must_use]
    pub fn new(sense: ObjectiveSense, terms: Vec<LinearTerm>) -> Self {
        Objective { sense, terms, digits: 0 }
    }

    /// Returns this objective with a sum that represents a decimal with `digits` digits after the
    /// point.
    #[must_use]
    pub fn with_digits(self, digits: u32) -> Self {
        Objective { digits, ..self }
    }

    /// Returns the decimal that a sum represents.
    #[must_use]
    pub fn to_decimal(&self, sum: i64) -> DecimalNumber {
        DecimalNumber::without_trailing_zeros(sum, self.digits)
    }

    /// Returns the sum under an assignment of all variables of its model.
    #[must_use]
    #[inline]
    pub fn value_under(&self, values: &[Value]) -> i64 {
        // `check_validity` has bounded the sum, so nothing overflows.
        let of = |term: &LinearTerm| term.coefficient * i64::from(values[term.variable.index()]);
        self.terms.iter().map(of).sum()
    }

    /// Whether one value is strictly better than another.
    #[must_use]
    #[inline]
    pub fn is_better(&self, value: i64, than: i64) -> bool {
        match self.sense {
            ObjectiveSense::Minimize => value < than,
            ObjectiveSense::Maximize => value > than,
        }
    }

    /// Returns the terms of the sum to minimise: the objective's own, or their negations.
    #[must_use]
    #[inline]
    pub fn cost_terms(&self) -> Vec<LinearTerm> {
        let sign = self.cost_sign();
        // Coefficients are at most 2^61 in magnitude, so their negation does not overflow.
        let signed =
            |t: &LinearTerm| LinearTerm { coefficient: sign * t.coefficient, variable: t.variable };
        self.terms.iter().map(signed).collect()
    }

    /// Converts between the objective's value and the value of
    /// [`cost_terms`](Objective::cost_terms), in both directions.
    #[must_use]
    #[inline]
    pub fn convert_cost(&self, cost: i64) -> i64 {
        self.cost_sign() * cost
    }

    fn cost_sign(&self) -> i64 {
        match self.sense {
            ObjectiveSense::Minimize => 1,
            ObjectiveSense::Maximize => -1,
        }
    }

    /// Returns the objective in words, with the names of `model`.
    #[must_use]
    #[inline]
    pub fn description(&self, model: &Model) -> String {
        let what = match self.sense {
            ObjectiveSense::Minimize => "minimize",
            ObjectiveSense::Maximize => "maximize",
        };
        let (sum, _) = super::constraint::sum_in_words(&self.terms, 0, model);
        format!("{what} {sum}")
    }

    /// Checks it in `model`.
    ///
    /// # Errors
    /// Describes a variable that does not exist, or a sum that is too large.
    pub(super) fn check_validity(&self, model: &Model) -> Result<(), ConstraintError> {
        let missing = |v: &VarId| v.index() >= model.variables().len();
        if let Some(v) = self.terms.iter().map(|term| term.variable).find(missing) {
            return Err(ConstraintError::NoVariable { number: v.index() });
        }
        let sum =
            Linear { terms: self.terms.clone(), relation: ComparisonOperator::Eq, constant: 0 };
        sum.validate(model)
    }
}
