//! Incremental generalised arc consistency on the domains of a scope.

use parallax_model::{Domain, Value, VarId};

use super::domains::{Domains, Values};
use super::groups::Groups;
use super::{Capacity, Filter, Graph};
use crate::propagators::{Claim, Cost, Past, Premises, Propagator, Removal};
use crate::store::{Conflict, Store};

/// The propagator of all-different and global cardinality. It visits only the groups of variables in
/// which something changed, and repairs the flow only for the variables that lost the value they
/// take.
#[derive(Clone)]
pub(in crate::propagators) struct Incremental {
    pub(super) scope: Vec<VarId>,
    pub(super) values: Values,
    pub(super) filter: Filter,
    groups: Groups,
    /// Buffer: places in the scope whose domains changed.
    changed: Vec<u32>,
    /// By place: whether its domain changed.
    touched: Vec<bool>,
}

impl Incremental {
    /// Builds the flow of a scope without repetitions; `capacity` gives the bounds of each value.
    pub(in crate::propagators) fn new(
        scope: &[VarId],
        capacity: impl Fn(Value) -> Capacity,
        store: &mut Store,
    ) -> Self {
        let values = Values::new(scope, store);
        let capacities: Vec<Capacity> = values.all().map(capacity).collect();
        Incremental {
            filter: Filter::new(scope.len(), &capacities),
            values,
            groups: Groups::new(scope.len(), store),
            changed: Vec::new(),
            touched: vec![false; scope.len()],
            scope: scope.to_vec(),
        }
    }

    fn prune_touched(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut start = 0;
        while start < self.scope.len() {
            let group = self.groups.at(start, store);
            start = group.end;
            let members = self.groups.members(group.clone());
            if !members.iter().any(|&x| self.touched[x as usize]) {
                continue;
            }
            let mut domains = Domains { store, scope: &self.scope, values: &self.values };
            self.filter.prune(members, &mut domains)?;
            let found = &self.filter.components;
            if found.ends.len() > 1 {
                self.groups.split(group, &found.order, &found.ends, store);
            }
        }
        Ok(())
    }
}

impl Incremental {
    /// Adds that some variables take only values that one of them had, or an assumed one.
    fn explain_values(
        &self,
        blocked: &[usize],
        assumed: Option<Value>,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) {
        let mut values: Vec<Value> = assumed.into_iter().collect();
        values.extend(blocked.iter().flat_map(|&x| past.values(self.scope[x])));
        values.sort_unstable();
        values.dedup();
        for &x in blocked {
            into.lost_unless(self.scope[x], past, |value| values.binary_search(&value).is_ok());
        }
    }
}

impl Propagator for Incremental {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn idempotent(&self) -> bool {
        true
    }

    /// Removes all values without support.
    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let known = store.take_changes(&mut self.changed);
        if !known {
            self.changed.clear();
            self.changed.extend(0..self.scope.len() as u32);
        }
        let mut domains = Domains { store, scope: &self.scope, values: &self.values };
        domains.spend(self.scope.len())?;
        self.filter.repair(self.changed.iter().copied(), &mut domains)?;
        self.changed.iter().for_each(|&place| self.touched[place as usize] = true);
        let pruned = self.prune_touched(store);
        self.touched.fill(false);
        pruned
    }

    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let Some(place) = self.scope.iter().position(|&v| v == removal.variable) else {
            return Vec::new();
        };
        let words = |x: usize, w: usize| past.word_at(self.scope[x], self.values.start(w));
        let value = self.values.number(removal.value);
        let blocked = self.filter.why_not(place, value, |x| self.values.span(x), words);
        let others = blocked.into_iter().filter(|&x| x != place);
        others.map(|x| (self.scope[x], past.domain(self.scope[x]))).collect()
    }

    /// Variables that have too few values besides the excluded one, and the values that they lost
    /// outside these.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let Some(place) = self.scope.iter().position(|&v| v == claim.variable) else {
            return into.scope(&self.scope, past);
        };
        let words = |x: usize, w: usize| past.word_at(self.scope[x], self.values.start(w));
        for value in into.left_to_refute(claim, past) {
            let number = self.values.number(value);
            let mut blocked = self.filter.why_not(place, number, |x| self.values.span(x), words);
            let assumed = blocked.contains(&place).then_some(value);
            blocked.retain(|&x| x != place);
            self.explain_values(&blocked, assumed, past, into);
        }
    }

    /// Variables that have too few values, and the values that they lost outside these.
    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        let words = |x: usize, w: usize| past.word_at(self.scope[x], self.values.start(w));
        if let Some(blocked) = self.filter.why_none(|x| self.values.span(x), words) {
            self.explain_values(&blocked, None, past, into);
        }
    }
}
