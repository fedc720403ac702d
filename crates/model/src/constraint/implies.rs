//! A constraint that applies if a boolean variable is 1.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Clause, Constraint, ConstraintError, Kind, ModelAssignment, Rename, RenameClass};
use crate::{DimensionId, Model, VarId};

/// `condition = 1` implies the constraint (half reification, Feydy et al. 2011). `condition =
/// 0` implies nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "V: Deserialize<'de>, D: Deserialize<'de>, C: Deserialize<'de>"))]
#[serde(bound(serialize = "V: Serialize, D: Serialize, C: Serialize"))]
pub struct Implies<V = VarId, D = DimensionId, C = u32> {
    /// The boolean variable (values 0 and 1).
    pub condition: V,
    /// The implied constraint; neither an implication nor of a global kind.
    pub then: Box<Constraint<V, D, C>>,
}

impl<V, D, C> Implies<V, D, C> {
    pub(super) fn rename<W, F, B, E>(
        &self,
        v: Rename<'_, V, W, E>,
        d: Rename<'_, D, F, E>,
        c: RenameClass<'_, D, C, B, E>,
    ) -> Result<Implies<W, F, B>, E> {
        Ok(Implies { condition: v(&self.condition)?, then: Box::new(self.then.rename(v, d, c)?) })
    }

    /// Returns an error for an implication or a global constraint inside this one, without
    /// inspecting the inner one.
    pub(crate) fn require_flat(&self) -> Result<(), ConstraintError> {
        match *self.then {
            Constraint::Implies(_) => Err(ConstraintError::NestedImplication),
            Constraint::Global(_) => Err(ConstraintError::NestedGlobal),
            _ => Ok(()),
        }
    }
}

/// Drops nested implications one by one: refused ones may be nested deeper than the stack allows.
impl<V, D, C> Drop for Implies<V, D, C> {
    fn drop(&mut self) {
        let nothing = || Constraint::Clause(Clause { atoms: Vec::new() });
        // Each replaced constraint is dropped with an empty clause inside, so no drop recurses.
        let mut inside = match &mut *self.then {
            Constraint::Implies(_) => std::mem::replace(&mut *self.then, nothing()),
            _ => return,
        };
        while let Constraint::Implies(next) = &mut inside {
            inside = std::mem::replace(&mut *next.then, nothing());
        }
    }
}

impl Kind for Implies {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        a.value_of(self.condition) != 1 || self.then.holds(a)
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        visit(self.condition);
        self.then.each_variable(visit);
    }

    fn visit_dimensions(&self, visit: &mut dyn FnMut(DimensionId)) {
        self.then.visit_dimensions(visit);
    }

    fn description(&self, model: &Model) -> String {
        format!("{} -> {}", model.name_of(self.condition), self.then.description(model))
    }

    fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
        model.require_boolean(self.condition)?;
        self.require_flat()?;
        self.then.validate(model)
    }

    fn pieces(&self) -> Vec<usize> {
        self.then.pieces()
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        self.then.remove(list, run);
    }
}
