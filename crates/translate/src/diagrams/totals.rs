//! Machines for the number of places with certain values, and of different values. The total may be
//! anywhere in the order.

use parallax_model::{Count, DistinctCount, Machine, Next, Value, VarId};

use super::scope::Scope;

/// The part of a variable in its constraint.
#[derive(Clone, Copy, Default)]
struct Role {
    /// The number of times that it is in the scope.
    times: i64,
    is_total: bool,
}

/// Returns the role of each place of `order`.
fn roles(scope: &[VarId], total: VarId, order: &Scope, level: &[u32]) -> Vec<Role> {
    let mut roles = vec![Role::default(); order.levels().len()];
    for v in scope {
        roles[order.place(level[v.index()])].times += 1;
    }
    roles[order.place(level[total.index()])].is_total = true;
    roles
}

/// The number of places with one of several values: the state is the number so far, and the total
/// once it is read.
pub(super) struct Tally {
    reads: Vec<VarId>,
    roles: Vec<Role>,
    /// Sorted.
    values: Vec<Value>,
    /// For each place, the number of later places of the scope.
    later: Vec<i64>,
}

impl Tally {
    /// Makes the machine of a count whose variables have these levels.
    pub(super) fn new(count: &Count, order: &Scope, level: &[u32]) -> Self {
        let roles = roles(&count.scope, count.total, order, level);
        let mut later = vec![0; roles.len()];
        for place in (1..roles.len()).rev() {
            later[place - 1] = later[place] + roles[place].times;
        }
        let mut values = count.values.clone();
        values.sort_unstable();
        Tally { reads: order.variables(), roles, values, later }
    }
}

impl Machine for Tally {
    type State = (i64, Option<i64>);

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<Self::State> {
        Next::Open((0, None))
    }

    fn next(&self, state: &Self::State, place: usize, value: Value) -> Next<Self::State> {
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
            Some(total) if !(number..=number + self.later[place]).contains(&total) => {
                Next::Decided(false)
            }
            // Without later places the total is the number.
            Some(_) if self.later[place] == 0 => Next::Decided(true),
            _ if last => Next::Decided(false),
            _ => Next::Open((number, total)),
        }
    }
}

/// The number of different values: the state is the sorted values that count so far, and the total
/// once it is read.
pub(super) struct Kinds {
    reads: Vec<VarId>,
    roles: Vec<Role>,
    /// Sorted.
    except: Vec<Value>,
}

impl Kinds {
    /// Makes the machine of a number of values whose variables have these levels.
    pub(super) fn new(count: &DistinctCount, order: &Scope, level: &[u32]) -> Self {
        let roles = roles(&count.scope, count.total, order, level);
        let mut except = count.except.clone();
        except.sort_unstable();
        Kinds { reads: order.variables(), roles, except }
    }
}

impl Machine for Kinds {
    type State = (Vec<Value>, Option<i64>);

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<Self::State> {
        Next::Open((Vec::new(), None))
    }

    fn next(&self, state: &Self::State, place: usize, value: Value) -> Next<Self::State> {
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
            return Next::Decided(total == Some(number));
        }
        match total {
            Some(total) if number > total => Next::Decided(false),
            _ => Next::Open((values, total)),
        }
    }
}
