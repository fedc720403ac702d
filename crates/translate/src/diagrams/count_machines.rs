//! Machines for the number of places with certain values, and of different values. The total may be
//! anywhere in the order.

use parallax_model::{ConstraintMachine, Count, DistinctCount, MachineState, Value, VarId};

use super::scope::LevelScope;

/// The part of a variable in its constraint.
#[derive(Clone, Copy, Default)]
struct CountRole {
    /// The number of times that it is in the scope.
    times: i64,
    is_total: bool,
}

/// Returns the role of each place of `order`.
fn assign_roles(
    scope: &[VarId],
    total: VarId,
    order: &LevelScope,
    level: &[u32],
) -> Vec<CountRole> {
    let mut roles = vec![CountRole::default(); order.levels().len()];
    for v in scope {
        roles[order.level_index(level[v.index()])].times += 1;
    }
    roles[order.level_index(level[total.index()])].is_total = true;
    roles
}

/// The number of places with one of several values: the state is the number so far, and the total
/// once it is read.
pub(super) struct CountMachine {
    reads: Vec<VarId>,
    roles: Vec<CountRole>,
    /// Sorted.
    values: Vec<Value>,
    /// For each place, the number of later places of the scope.
    later: Vec<i64>,
}

impl CountMachine {
    /// Makes the machine of a count whose variables have these levels.
    pub(super) fn new(count: &Count, order: &LevelScope, level: &[u32]) -> Self {
        let roles = assign_roles(&count.scope, count.total, order, level);
        let mut later = vec![0; roles.len()];
        for place in (1..roles.len()).rev() {
            later[place - 1] = later[place] + roles[place].times;
        }
        let mut values = count.values.clone();
        values.sort_unstable();
        CountMachine { reads: order.variables(), roles, values, later }
    }
}

impl ConstraintMachine for CountMachine {
    type State = (i64, Option<i64>);

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<Self::State> {
        MachineState::Open((0, None))
    }

    fn next_state(
        &self,
        state: &Self::State,
        place: usize,
        value: Value,
    ) -> MachineState<Self::State> {
        let role = self.roles[place];
        let (mut number, mut total) = *state;
        if self.values.binary_search(&value).is_ok() {
            number += role.times;
        }
        if role.is_total {
            total = Some(value.into());
        }
        let last = place + 1 == self.roles.len();
        match total {
            // The later places can add from none to all of their occurrences.
            Some(total) if !(number..=number + self.later[place]).contains(&total) => {
                MachineState::Decided(false)
            }
            // Without later places the total is the number.
            Some(_) if self.later[place] == 0 => MachineState::Decided(true),
            _ if last => MachineState::Decided(false),
            _ => MachineState::Open((number, total)),
        }
    }
}

/// The number of different values: the state is the sorted values that count so far, and the total
/// once it is read.
pub(super) struct DistinctCountMachine {
    reads: Vec<VarId>,
    roles: Vec<CountRole>,
    /// Sorted.
    except: Vec<Value>,
}

impl DistinctCountMachine {
    /// Makes the machine of a number of values whose variables have these levels.
    pub(super) fn new(count: &DistinctCount, order: &LevelScope, level: &[u32]) -> Self {
        let roles = assign_roles(&count.scope, count.total, order, level);
        let mut except = count.except.clone();
        except.sort_unstable();
        DistinctCountMachine { reads: order.variables(), roles, except }
    }
}

impl ConstraintMachine for DistinctCountMachine {
    type State = (Vec<Value>, Option<i64>);

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<Self::State> {
        MachineState::Open((Vec::new(), None))
    }

    fn next_state(
        &self,
        state: &Self::State,
        place: usize,
        value: Value,
    ) -> MachineState<Self::State> {
        let role = self.roles[place];
        let (mut values, mut total) = state.clone();
        if role.times > 0
            && self.except.binary_search(&value).is_err()
            && let Err(at) = values.binary_search(&value)
        {
            values.insert(at, value);
        }
        if role.is_total {
            total = Some(value.into());
        }
        let number = values.len() as i64;
        if place + 1 == self.roles.len() {
            return MachineState::Decided(total == Some(number));
        }
        match total {
            // Values are never taken back, so the number only grows.
            Some(total) if number > total => MachineState::Decided(false),
            _ => MachineState::Open((values, total)),
        }
    }
}
