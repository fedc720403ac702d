//! A variable compared with a constant.

use serde::{Deserialize, Serialize};

use super::{ComparisonOperator, ModelAssignment, Rename};
use crate::{Model, Value, VarId};

/// `variable relation value`, the smallest statement about a variable: the element of clauses,
/// reifications and explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtomicConstraint<V = VarId> {
    /// The variable.
    pub variable: V,
    /// The comparison.
    pub relation: ComparisonOperator,
    /// The constant.
    pub value: Value,
}

impl<V> AtomicConstraint<V> {
    /// Creates `variable relation value`.
    pub fn new(variable: V, relation: ComparisonOperator, value: Value) -> Self {
        AtomicConstraint { variable, relation, value }
    }

    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<AtomicConstraint<W>, E> {
        Ok(AtomicConstraint::new(v(&self.variable)?, self.relation, self.value))
    }
}

impl AtomicConstraint {
    /// Whether the atom is true.
    #[must_use]
    pub fn is_satisfied(&self, assignment: ModelAssignment<'_>) -> bool {
        self.allows_value(assignment.value_of(self.variable))
    }

    /// Whether the atom is true if its variable has this value.
    #[must_use]
    pub fn allows_value(&self, value: Value) -> bool {
        self.relation.holds_between(value.into(), self.value.into())
    }

    /// Returns the atom in words.
    #[must_use]
    pub fn description(&self, model: &Model) -> String {
        let value = model.describe_value(self.variable, self.value);
        format!("{} {} {value}", model.name_of(self.variable), self.relation)
    }
}
