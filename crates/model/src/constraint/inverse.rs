//! Channelling between two arrays.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, Value, VarId};

/// `left[i] = j` exactly when `right[j] = i`, with places counted from `first_left` and
/// `first_right`. Both arrays have the same length and every value refers to a place, so each is a
/// permutation: two viewpoints of one assignment (Cheng et al. 1999).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inverse<V = VarId> {
    /// The first array; its values are places of `right`.
    pub left: Vec<V>,
    /// The second array; its values are places of `left`.
    pub right: Vec<V>,
    /// The number of the first place of `left`; 0 when a file omits it.
    #[serde(default)]
    pub first_left: Value,
    /// The number of the first place of `right`; 0 when a file omits it.
    #[serde(default)]
    pub first_right: Value,
}

impl<V> Inverse<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Inverse<W>, E> {
        Ok(Inverse {
            left: rename_all(&self.left, v)?,
            right: rename_all(&self.right, v)?,
            first_left: self.first_left,
            first_right: self.first_right,
        })
    }
}

impl Kind for Inverse {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let points_back = |from: &[VarId], first_from: Value, to: &[VarId], first_to: Value| {
            from.iter().enumerate().all(|(i, &v)| {
                let place = i64::from(a.value_of(v)) - i64::from(first_to);
                let back = usize::try_from(place).ok().and_then(|j| to.get(j));
                back.is_some_and(|&w| i64::from(a.value_of(w)) == i as i64 + i64::from(first_from))
            })
        };
        points_back(&self.left, self.first_left, &self.right, self.first_right)
            && points_back(&self.right, self.first_right, &self.left, self.first_left)
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.left.iter().chain(&self.right).copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let (left, right) = (model.names_of(&self.left), model.names_of(&self.right));
        format!("({left}) is inverse to ({right})")
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        let (left, right) = (self.left.len(), self.right.len());
        if left != right {
            return Err(ConstraintError::ArrayLengths { left, right });
        }
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.left.len().min(self.right.len())]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.left.drain(run.clone());
        self.right.drain(run);
    }
}
