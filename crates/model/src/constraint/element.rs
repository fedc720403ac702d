//! An array of variables indexed by a variable.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, Value, VarId};

/// `array[index - first] = result`; an index outside the array is forbidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Element<V = VarId> {
    /// The index variable.
    pub index: V,
    /// The array.
    pub array: Vec<V>,
    /// The variable that equals the indexed one.
    pub result: V,
    /// The index of the array's first place; 0 when a file omits it.
    #[serde(default)]
    pub first: Value,
}

impl<V> Element<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Element<W>, E> {
        Ok(Element {
            index: v(&self.index)?,
            array: rename_all(&self.array, v)?,
            result: v(&self.result)?,
            first: self.first,
        })
    }
}

impl Kind for Element {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let place = i64::from(a.value_of(self.index)) - i64::from(self.first);
        let chosen = usize::try_from(place).ok().and_then(|i| self.array.get(i));
        chosen.is_some_and(|&v| a.value_of(v) == a.value_of(self.result))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        visit(self.index);
        self.array.iter().copied().for_each(&mut *visit);
        visit(self.result);
    }

    fn description(&self, model: &Model) -> String {
        format!(
            "({})[{} - {}] = {}",
            model.names_of(&self.array),
            model.name_of(self.index),
            self.first,
            model.name_of(self.result)
        )
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn dependents(&self) -> Vec<VarId> {
        vec![self.result]
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.array.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.array.drain(run);
    }
}
