//! Incremental generalised arc consistency on the domains of a scope.

use parallax_model::{Domain, Value, VarId};

use super::domains::{DomainGraph, ScopeValues};
use super::variable_partition::VariablePartition;
use super::{FlowFilter, ValueCapacity, ValueGraph};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, ExplanationPremises, PastDomains, PropagatorCost,
    ValueRemoval,
};
use crate::store::{DomainStore, PropagationConflict};

/// The propagator of all-different and global cardinality. It visits only the groups of variables
/// in which something changed, and repairs the flow only for the variables that lost the value they
/// take.
#[derive(Clone)]
pub(in crate::propagators) struct FlowPropagator {
    pub(super) scope: Vec<VarId>,
    pub(super) values: ScopeValues,
    pub(super) filter: FlowFilter,
    groups: VariablePartition,
    /// Buffer: places in the scope whose domains changed.
    changed: Vec<u32>,
    /// By place: whether its domain changed.
    touched: Vec<bool>,
}

impl FlowPropagator {
    /// Builds the flow of a scope without repetitions; `capacity` gives the bounds of each value.
    pub(in crate::propagators) fn new(
        scope: &[VarId],
        capacity: impl Fn(Value) -> ValueCapacity,
        store: &mut DomainStore,
    ) -> Self {
        let values = ScopeValues::new(scope, store);
        let capacities: Vec<ValueCapacity> = values.all_values().map(capacity).collect();
        FlowPropagator {
            filter: FlowFilter::new(scope.len(), &capacities),
            values,
            groups: VariablePartition::new(scope.len(), store),
            changed: Vec::new(),
            touched: vec![false; scope.len()],
            scope: scope.to_vec(),
        }
    }

    fn prune_touched(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let mut start = 0;
        while start < self.scope.len() {
            let group = self.groups.group_at(start, store);
            start = group.end;
            let members = self.groups.group_members(group.clone());
            // Groups share no values, so a group without a change keeps its components and its
            // values.
            if !members.iter().any(|&x| self.touched[x as usize]) {
                continue;
            }
            let mut domains = DomainGraph { store, scope: &self.scope, values: &self.values };
            self.filter.prune_values(members, &mut domains)?;
            // Components without common values are groups from here on, until an undo.
            let found = &self.filter.components;
            if found.ends.len() > 1 {
                self.groups.split_group(group, &found.order, &found.ends, store);
            }
        }
        Ok(())
    }
}

impl FlowPropagator {
    /// Adds that some variables take only values that one of them had, or an assumed one.
    fn explain_values(
        &self,
        blocked: &[usize],
        assumed: Option<Value>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
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

impl ConstraintPropagator for FlowPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Highest
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    /// Removes all values without support.
    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let known = store.take_changes(&mut self.changed);
        if !known {
            self.changed.clear();
            self.changed.extend(0..self.scope.len() as u32);
        }
        let mut domains = DomainGraph { store, scope: &self.scope, values: &self.values };
        domains.spend_steps(self.scope.len())?;
        // The flow must be complete before components mean anything. After a conflict the changes
        // are lost, and the filter remembers to check all variables.
        self.filter.repair_flow(self.changed.iter().copied(), &mut domains)?;
        self.changed.iter().for_each(|&place| self.touched[place as usize] = true);
        let pruned = self.prune_touched(store);
        self.touched.fill(false);
        pruned
    }

    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let Some(place) = self.scope.iter().position(|&v| v == removal.variable) else {
            return Vec::new();
        };
        let words = |x: usize, w: usize| past.word_at(self.scope[x], self.values.word_start(w));
        let value = self.values.value_number(removal.value);
        let blocked = self.filter.why_not(place, value, |x| self.values.variable_words(x), words);
        let others = blocked.into_iter().filter(|&x| x != place);
        others.map(|x| (self.scope[x], past.domain(self.scope[x]))).collect()
    }

    /// Names variables with too few values other than the excluded one, and the values that they
    /// lost outside these.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let Some(place) = self.scope.iter().position(|&v| v == claim.variable) else {
            return into.add_scope(&self.scope, past);
        };
        let words = |x: usize, w: usize| past.word_at(self.scope[x], self.values.word_start(w));
        for value in into.left_to_refute(claim, past) {
            let number = self.values.value_number(value);
            let mut blocked =
                self.filter.why_not(place, number, |x| self.values.variable_words(x), words);
            // If the variable is in the Hall set itself, the set has its assumed value as one of
            // its values.
            let assumed = blocked.contains(&place).then_some(value);
            blocked.retain(|&x| x != place);
            self.explain_values(&blocked, assumed, past, into);
        }
    }

    /// Names variables with too few values, and the values that they lost outside these.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        let words = |x: usize, w: usize| past.word_at(self.scope[x], self.values.word_start(w));
        if let Some(blocked) = self.filter.why_none(|x| self.values.variable_words(x), words) {
            self.explain_values(&blocked, None, past, into);
        }
    }
}
