//! The minimum or maximum of variables.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, VarId};

/// `result` equals the largest (`max`) or smallest value of the scope, which
/// has at least one variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extremum<V = VarId> {
    /// The variable that equals the extremum.
    pub result: V,
    /// The variables.
    pub scope: Vec<V>,
    /// Whether `result` is the maximum; otherwise it is the minimum.
    pub max: bool,
}

impl<V> Extremum<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Extremum<W>, E> {
        Ok(Extremum { result: v(&self.result)?, scope: rename_all(&self.scope, v)?, max: self.max })
    }
}

impl Kind for Extremum {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let values = self.scope.iter().map(|&v| a.value_of(v));
        let extremum = if self.max { values.max() } else { values.min() };
        extremum == Some(a.value_of(self.result))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        visit(self.result);
        self.scope.iter().copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let which = if self.max { "max" } else { "min" };
        format!("{} = {which}({})", model.name_of(self.result), model.names_of(&self.scope))
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        if self.scope.is_empty() {
            return Err(ConstraintError::EmptyScope);
        }
        Ok(())
    }

    fn dependents(&self) -> Vec<VarId> {
        vec![self.result]
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.scope.drain(run);
    }
}
