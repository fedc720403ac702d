//! The product of two variables.

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename};
use crate::{Model, VarId};

/// `left * right = result`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product<V = VarId> {
    /// The first factor.
    pub left: V,
    /// The second factor.
    pub right: V,
    /// The product.
    pub result: V,
}

impl<V> Product<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Product<W>, E> {
        Ok(Product { left: v(&self.left)?, right: v(&self.right)?, result: v(&self.result)? })
    }
}

impl Kind for Product {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let (left, right) = (i64::from(a.value_of(self.left)), i64::from(a.value_of(self.right)));
        left * right == i64::from(a.value_of(self.result))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        [self.left, self.right, self.result].into_iter().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let [left, right, result] = [self.left, self.right, self.result].map(|v| model.name_of(v));
        format!("{left} * {right} = {result}")
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn dependents(&self) -> Vec<VarId> {
        vec![self.result]
    }
}
