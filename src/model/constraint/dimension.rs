//! A relation between the classes of values in one dimension.

use serde::{Deserialize, Serialize};

use super::{Assignment, Kind, Rename, rename_all};
use crate::model::{DimensionId, Model, VarId};

/// The one-dimensional constraint of a multi-dimensional CSP: the classes of
/// the variables' values in one dimension stand in a relation (Swearngin,
/// Choueiry and Freuder 2011, section 3). Values without a class are
/// forbidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DimensionRelation<V = VarId, D = DimensionId> {
    /// The variables.
    pub scope: Vec<V>,
    /// The dimension.
    pub dimension: D,
    /// The relation between the classes.
    pub relation: ClassRelation,
}

/// How classes stand to each other. With fewer than two variables every
/// relation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassRelation {
    /// All classes are the same.
    AllSame,
    /// No two classes are the same.
    AllDifferent,
    /// One or the other: the rule of SET.
    AllSameOrAllDifferent,
}

impl ClassRelation {
    /// Whether `count` classes, each given by its place, stand in this
    /// relation.
    pub fn holds(self, count: usize, class: impl Fn(usize) -> u32) -> bool {
        let same = || (1..count).all(|i| class(i) == class(0));
        let different = || (1..count).all(|i| (0..i).all(|j| class(i) != class(j)));
        match self {
            ClassRelation::AllSame => same(),
            ClassRelation::AllDifferent => different(),
            ClassRelation::AllSameOrAllDifferent => same() || different(),
        }
    }

    /// The relation in words.
    pub fn words(self) -> &'static str {
        match self {
            ClassRelation::AllSame => "all the same",
            ClassRelation::AllDifferent => "all different",
            ClassRelation::AllSameOrAllDifferent => "all the same or all different",
        }
    }
}

impl<V, D> DimensionRelation<V, D> {
    pub(super) fn rename<W, C, E>(
        &self,
        v: Rename<'_, V, W, E>,
        d: Rename<'_, D, C, E>,
    ) -> Result<DimensionRelation<W, C>, E> {
        Ok(DimensionRelation {
            scope: rename_all(&self.scope, v)?,
            dimension: d(&self.dimension)?,
            relation: self.relation,
        })
    }
}

impl Kind for DimensionRelation {
    fn holds(&self, a: Assignment<'_>) -> bool {
        let class = |i: usize| a.class(self.dimension, self.scope[i]);
        let known = (0..self.scope.len()).all(|i| class(i).is_some());
        known && self.relation.holds(self.scope.len(), |i| class(i).unwrap_or_default())
    }

    fn words(&self, model: &Model) -> String {
        let dimension = model.dimension(self.dimension).name();
        let scope = model.names_of(&self.scope);
        format!("{dimension} of {scope}: {}", self.relation.words())
    }

    fn validate(&self, _model: &Model) -> Result<(), String> {
        Ok(())
    }
}
