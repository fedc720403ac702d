//! A relation between the classes of values in one dimension.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    ClassRelation, ConstraintError, Kind, ModelAssignment, Rename, RenameClass, rename_all,
};
use crate::{DimensionId, Model, VarId};

/// The one-dimensional constraint of a multi-dimensional CSP: a relation holds between the classes
/// of the variables' values in one dimension (Swearngin, Choueiry and Freuder 2011, section 3).
/// Values without a class are forbidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DimensionRelation<V = VarId, D = DimensionId, C = u32> {
    /// The variables.
    pub scope: Vec<V>,
    /// The dimension.
    pub dimension: D,
    /// The relation between the classes.
    pub relation: ClassRelation<C>,
}

impl<V, D, C> DimensionRelation<V, D, C> {
    pub(super) fn rename<W, F, B, E>(
        &self,
        v: Rename<'_, V, W, E>,
        d: Rename<'_, D, F, E>,
        c: RenameClass<'_, D, C, B, E>,
    ) -> Result<DimensionRelation<W, F, B>, E> {
        Ok(DimensionRelation {
            scope: rename_all(&self.scope, v)?,
            dimension: d(&self.dimension)?,
            relation: self.relation.rename(&self.dimension, c)?,
        })
    }
}

impl Kind for DimensionRelation {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let class = |i: usize| a.class_of(self.dimension, self.scope[i]);
        let known = (0..self.scope.len()).all(|i| class(i).is_some());
        known && self.relation.is_satisfied(self.scope.len(), |i| class(i).unwrap_or_default())
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(visit);
    }

    fn visit_dimensions(&self, visit: &mut dyn FnMut(DimensionId)) {
        visit(self.dimension);
    }

    fn description(&self, model: &Model) -> String {
        let dimension = model.dimension(self.dimension).name();
        let scope = model.names_of(&self.scope);
        format!("{dimension} of {scope}: {}", self.relation.description())
    }

    fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
        self.relation.check_classes(self.scope.len(), model.dimension(self.dimension))
    }

    fn pieces(&self) -> Vec<usize> {
        match &self.relation {
            ClassRelation::Table(rows) => vec![self.scope.len(), rows.len()],
            _ => vec![self.scope.len()],
        }
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        match &mut self.relation {
            ClassRelation::Table(rows) if list == 1 => {
                rows.drain(run);
                return;
            }
            // A column belongs to each variable, so columns go with the variables.
            ClassRelation::Table(rows) => {
                rows.iter_mut().for_each(|row| drop(row.drain(run.clone())));
            }
            // At most the remaining variables can be equal.
            ClassRelation::ExactlyEqual(number) => {
                let left = self.scope.len() - run.len();
                *number = (*number).min(left.max(1) as u32);
            }
            _ => {}
        }
        self.scope.drain(run);
    }
}
