//! A comparison of two variables.

use serde::{Deserialize, Serialize};

use super::{ComparisonOperator, ConstraintError, Kind, LinearTerm, ModelAssignment, Rename};
use crate::decimal::DecimalNumber;
use crate::{Model, VarId};

/// `left relation right + offset`: equality, disequality, order, distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare<V = VarId> {
    /// The left side.
    pub left: V,
    /// The comparison.
    pub relation: ComparisonOperator,
    /// The variable on the right side.
    pub right: V,
    /// Added to the right side; 0 when a file omits it.
    #[serde(default)]
    pub offset: i64,
}

/// Offsets beyond this magnitude decide every comparison of two values.
pub(super) const MAX_OFFSET: u64 = 4 * crate::MAX_VALUE as u64;

impl<V> Compare<V> {
    /// Creates `left relation right`.
    #[inline]
    pub fn new(left: V, relation: ComparisonOperator, right: V) -> Self {
        Compare { left, relation, right, offset: 0 }
    }

    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Compare<W>, E> {
        Ok(Compare {
            left: v(&self.left)?,
            relation: self.relation,
            right: v(&self.right)?,
            offset: self.offset,
        })
    }
}

impl Kind for Compare {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        // Offsets are validated, so that the addition does not overflow.
        let right = i64::from(a.value_of(self.right)) + self.offset;
        self.relation.holds_between(a.value_of(self.left).into(), right)
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        [self.left, self.right].into_iter().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let [left, right] = [self.left, self.right].map(|v| model.decimal_digits(v));
        if left != right {
            // As a sum, because its words give the decimals that both variables represent.
            let term = |coefficient, variable| LinearTerm { coefficient, variable };
            let terms = [term(1, self.left), term(-1, self.right)];
            let (sum, constant) = super::sum_in_words(&terms, self.offset, model);
            return format!("{sum} {} {constant}", self.relation);
        }
        let offset = match DecimalNumber::without_trailing_zeros(self.offset, left) {
            DecimalNumber { units: 0, .. } => String::new(),
            offset if offset.units < 0 => {
                format!(" - {}", offset.to_string().trim_start_matches('-'))
            }
            offset => format!(" + {offset}"),
        };
        let (left, right) = (model.name_of(self.left), model.name_of(self.right));
        format!("{left} {} {right}{offset}", self.relation)
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        if self.offset.unsigned_abs() > MAX_OFFSET {
            return Err(ConstraintError::LargeOffset { offset: self.offset });
        }
        Ok(())
    }

    fn dependents(&self) -> Vec<VarId> {
        if self.relation == ComparisonOperator::Eq {
            vec![self.left, self.right]
        } else {
            Vec::new()
        }
    }
}
