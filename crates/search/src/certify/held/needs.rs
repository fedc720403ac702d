//! The values whose absence a refutation needs.

use parallax_model::{Value, VarId};
use parallax_propagation::store::DomainStore;

use super::super::scopes::ConstraintScopes;

/// Returns a value as a bit: its last six bits are the place.
pub(super) fn value_bit(value: Value) -> u64 {
    1 << (value & 63)
}

/// Returns the values outside the bounds of a variable; all if it has no value or several words.
pub(super) fn outside_values(store: &DomainStore, variable: VarId) -> u64 {
    match store.domain_words(variable) {
        [word] if *word != 0 => {
            let (min, max) = (store.min(variable), store.max(variable));
            // The shifts leave ones from the bit of the minimum to the bit of the maximum; their
            // complement is outside.
            !(u64::MAX << (min & 63) & u64::MAX >> (63 - (max & 63)))
        }
        _ => u64::MAX,
    }
}

/// Removed values, as bits of each variable. Emptied in constant time.
pub(super) struct NeededRemovals {
    round: u64,
    /// For each variable, the round in which it was added, and its values.
    variables: Vec<(u64, u64)>,
    /// For each constraint, the round in which all its variables were added.
    constraints: Vec<u64>,
    list: Vec<VarId>,
    all: bool,
}

impl NeededRemovals {
    pub(super) fn new(variables: usize, constraints: usize) -> Self {
        NeededRemovals {
            round: 0,
            variables: vec![(0, 0); variables],
            constraints: vec![0; constraints],
            list: Vec::new(),
            all: false,
        }
    }

    /// Empties the set.
    pub(super) fn begin_round(&mut self) {
        self.round += 1;
        self.list.clear();
        self.all = false;
    }

    pub(super) fn add_values(&mut self, variable: VarId, values: u64) {
        let own = &mut self.variables[variable.index()];
        if own.0 != self.round {
            *own = (self.round, 0);
            self.list.push(variable);
        }
        own.1 |= values;
    }

    pub(super) fn extend<'a>(&mut self, all: impl IntoIterator<Item = &'a (VarId, u64)>) {
        let all = all.into_iter().filter(|own| own.1 != 0);
        all.for_each(|&(variable, values)| self.add_values(variable, values));
    }

    /// Adds all values of all variables, which [`iter_values`](NeededRemovals::iter_values) does
    /// not return.
    pub(super) fn add_all(&mut self) {
        self.all = true;
    }

    /// Adds all values of the variables of a constraint, or of the bound.
    pub(super) fn add_scope(&mut self, scopes: &ConstraintScopes, owner: usize) {
        // One scan per round for each constraint, however many of its removals are needed.
        if !self.all && std::mem::replace(&mut self.constraints[owner], self.round) != self.round {
            scopes.of_constraint(owner).iter().for_each(|&own| self.add_values(own, u64::MAX));
        }
    }

    /// Returns the values of a variable.
    pub(super) fn variable_values(&self, variable: VarId) -> u64 {
        match self.variables[variable.index()] {
            _ if self.all => u64::MAX,
            (round, values) if round == self.round => values,
            _ => 0,
        }
    }

    pub(super) fn iter_values(&self) -> impl Iterator<Item = (VarId, u64)> + '_ {
        self.list.iter().map(|&own| (own, self.variables[own.index()].1))
    }
}
