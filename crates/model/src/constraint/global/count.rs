//! The number of variables with certain values.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use super::machine::{ConstraintMachine, MachineState};
use crate::{Model, Value, VarId};

/// The number of places of the scope whose value is one of `values` equals `total`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count<V = VarId> {
    /// The variables; one that occurs twice counts twice.
    pub scope: Vec<V>,
    /// The values that count; repetitions are harmless.
    pub values: Vec<Value>,
    /// The variable that equals the number.
    pub total: V,
}

impl<V> Count<V> {
    pub(in super::super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Count<W>, E> {
        Ok(Count {
            scope: rename_all(&self.scope, v)?,
            values: self.values.clone(),
            total: v(&self.total)?,
        })
    }
}

impl Kind for Count {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let is_counted = |&&v: &&VarId| self.values.contains(&a.value_of(v));
        let number = self.scope.iter().filter(is_counted).count();
        i64::try_from(number).is_ok_and(|number| number == i64::from(a.value_of(self.total)))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(&mut *visit);
        visit(self.total);
    }

    fn description(&self, model: &Model) -> String {
        let word = |&value: &Value| match self.scope.first() {
            Some(&first) => model.describe_value(first, value).into_owned(),
            None => value.to_string(),
        };
        format!(
            "{} = the number of {} among ({})",
            model.name_of(self.total),
            self.values.iter().map(word).collect::<Vec<_>>().join(" or "),
            model.names_of(&self.scope)
        )
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len(), self.values.len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        match list {
            0 => drop(self.scope.drain(run)),
            _ => drop(self.values.drain(run)),
        }
    }
}

/// Reads the scope and then the total. The state is the number so far.
impl ConstraintMachine for Count {
    type State = u32;

    fn read_variables(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain([self.total]).collect()
    }

    fn start_state(&self) -> MachineState<u32> {
        MachineState::Open(0)
    }

    fn next_state(&self, &state: &u32, place: usize, value: Value) -> MachineState<u32> {
        if place == self.scope.len() {
            return MachineState::Decided(i64::from(state) == i64::from(value));
        }
        MachineState::Open(state + u32::from(self.values.contains(&value)))
    }
}
