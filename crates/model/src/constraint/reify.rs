//! A boolean variable that is 1 exactly if an atom holds.

use serde::{Deserialize, Serialize};

use super::{AtomicConstraint, ConstraintError, Kind, ModelAssignment, Rename};
use crate::{Model, VarId};

/// `truth = 1` if the atom is true, otherwise `truth = 0`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reify<V = VarId> {
    /// The boolean variable (values 0 and 1).
    pub truth: V,
    /// The atom.
    pub atom: AtomicConstraint<V>,
}

impl<V> Reify<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Reify<W>, E> {
        Ok(Reify { truth: v(&self.truth)?, atom: self.atom.rename(v)? })
    }
}

impl Kind for Reify {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        a.value_of(self.truth) == i32::from(self.atom.is_satisfied(a))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        [self.truth, self.atom.variable].into_iter().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        format!("{} = [{}]", model.name_of(self.truth), self.atom.description(model))
    }

    fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
        model.require_boolean(self.truth)
    }

    fn dependents(&self) -> Vec<VarId> {
        vec![self.truth]
    }
}
