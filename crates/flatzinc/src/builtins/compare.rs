//! Comparisons of two terms: `int_le`, `bool_not`, `bool2int` and their kin.

use crate::bounds::EmptyBoundsError;
use parallax_model::ComparisonOperator;

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{FlatzincTerm, FlatzincVarId};
use crate::error::{ArgumentError, FlatzincPostError};

/// `left relation right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompareBuiltin {
    left: FlatzincTerm,
    relation: ComparisonOperator,
    right: FlatzincTerm,
}

impl CompareBuiltin {
    /// Reads both sides.
    pub(super) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let relation = match name {
            "int_ne" | "bool_not" | "bool_xor" => ComparisonOperator::Ne,
            "int_le" | "bool_le" => ComparisonOperator::Le,
            "int_lt" | "bool_lt" => ComparisonOperator::Lt,
            _ => ComparisonOperator::Eq,
        };
        let (left, right) = match name {
            // The only comparison of a bool with an integer.
            "bool2int" => (arguments.read_bool()?, arguments.read_int()?),
            _ if name.starts_with("bool") => (arguments.read_bool()?, arguments.read_bool()?),
            _ => (arguments.read_int()?, arguments.read_int()?),
        };
        Ok(CompareBuiltin { left, relation, right })
    }

    /// Returns two variables that it makes equal.
    pub(crate) fn equal_variables(&self) -> Option<(FlatzincVarId, FlatzincVarId)> {
        match (self.left, self.relation, self.right) {
            (FlatzincTerm::Var(a), ComparisonOperator::Eq, FlatzincTerm::Var(b)) => Some((a, b)),
            _ => None,
        }
    }
}

impl BuiltinRule for CompareBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let (left, right) = (values.term_value(self.left), values.term_value(self.right));
        match self.relation {
            ComparisonOperator::Eq => left == right,
            ComparisonOperator::Ne => left != right,
            ComparisonOperator::Le => left <= right,
            ComparisonOperator::Lt => left < right,
            ComparisonOperator::Ge => left >= right,
            ComparisonOperator::Gt => left > right,
        }
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        draft.compare_terms(self.left, self.relation, self.right)
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        bounds.narrow_sum(&[(1, self.left), (-1, self.right)], self.relation, 0)
    }
}
