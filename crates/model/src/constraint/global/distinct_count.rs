//! The number of different values.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use super::machine::{ConstraintMachine, MachineState};
use crate::{Model, Value, VarId};

/// The number of different values that the scope takes, besides those of `except`, equals `total`
/// (Pachet and Roy, "Automatic generation of music programs", CP 1999: number of values).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistinctCount<V = VarId> {
    /// The variables.
    pub scope: Vec<V>,
    /// The values that do not count; none when a file omits it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Value>,
    /// The variable that equals the number.
    pub total: V,
}

impl<V> DistinctCount<V> {
    pub(in super::super) fn rename<W, E>(
        &self,
        v: Rename<'_, V, W, E>,
    ) -> Result<DistinctCount<W>, E> {
        Ok(DistinctCount {
            scope: rename_all(&self.scope, v)?,
            except: self.except.clone(),
            total: v(&self.total)?,
        })
    }
}

impl Kind for DistinctCount {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let mut values: Vec<Value> = self.scope.iter().map(|&v| a.value_of(v)).collect();
        values.sort_unstable();
        values.dedup();
        values.retain(|value| !self.except.contains(value));
        i64::try_from(values.len()).is_ok_and(|number| number == i64::from(a.value_of(self.total)))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(&mut *visit);
        visit(self.total);
    }

    fn description(&self, model: &Model) -> String {
        let mut except: Vec<String> = self.except.iter().map(Value::to_string).collect();
        if !except.is_empty() {
            except = vec![format!(" except {}", except.join(", "))];
        }
        format!(
            "{} = the number of different values of ({}){}",
            model.name_of(self.total),
            model.names_of(&self.scope),
            except.concat()
        )
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len(), self.except.len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        match list {
            0 => drop(self.scope.drain(run)),
            _ => drop(self.except.drain(run)),
        }
    }
}

/// Reads the scope and then the total. The state is the sorted values that count so far.
impl ConstraintMachine for DistinctCount {
    type State = Vec<Value>;

    fn read_variables(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain([self.total]).collect()
    }

    fn start_state(&self) -> MachineState<Vec<Value>> {
        MachineState::Open(Vec::new())
    }

    fn next_state(
        &self,
        state: &Vec<Value>,
        place: usize,
        value: Value,
    ) -> MachineState<Vec<Value>> {
        if place == self.scope.len() {
            return MachineState::Decided(state.len() as i128 == i128::from(value));
        }
        let mut state = state.clone();
        // Sorting makes states with equal sets equal, whatever the order of the values was.
        if let Err(at) = state.binary_search(&value)
            && !self.except.contains(&value)
        {
            state.insert(at, value);
        }
        MachineState::Open(state)
    }
}
