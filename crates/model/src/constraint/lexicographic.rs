//! Two vectors in lexicographic order.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, VarId};

/// `left` precedes `right` in lexicographic order, or equals it unless `strict` (Frisch et al.
/// 2002). Both have the same length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lexicographic<V = VarId> {
    /// The smaller vector.
    pub left: Vec<V>,
    /// The greater vector.
    pub right: Vec<V>,
    /// Whether equal vectors are forbidden.
    #[serde(default)]
    pub strict: bool,
}

impl<V> Lexicographic<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Lexicographic<W>, E> {
        Ok(Lexicographic {
            left: rename_all(&self.left, v)?,
            right: rename_all(&self.right, v)?,
            strict: self.strict,
        })
    }
}

impl Kind for Lexicographic {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let left = self.left.iter().map(|&v| a.value_of(v));
        let right = self.right.iter().map(|&v| a.value_of(v));
        match left.cmp(right) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => !self.strict,
            std::cmp::Ordering::Greater => false,
        }
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.left.iter().chain(&self.right).copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let sign = if self.strict { "<" } else { "<=" };
        let (left, right) = (model.names_of(&self.left), model.names_of(&self.right));
        format!("({left}) {sign} ({right}) lexicographically")
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        if self.left.len() != self.right.len() {
            let (left, right) = (self.left.len(), self.right.len());
            return Err(ConstraintError::VectorLengths { left, right });
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
