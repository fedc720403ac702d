//! Divides open variables into parts that no open constraint links.

use std::collections::BTreeMap;

use parallax_model::{Constraint, Domain, Kind, Model, VarId};

use super::ProductSearch;
use parallax_propagation::decided_relations;
use parallax_propagation::decided_relations::is_decided;
use parallax_propagation::store::DomainStore;

impl ProductSearch {
    /// Divides the open variables of a part into parts that no constraint links, each in
    /// ascending order, by their first variables.
    pub(super) fn divide_part(&mut self, part: &[VarId]) -> Vec<Vec<VarId>> {
        let store = self.walk.store();
        let open: Vec<VarId> = part.iter().copied().filter(|&v| !store.is_fixed(v)).collect();
        if open.len() < 2 {
            return open.into_iter().map(|v| vec![v]).collect();
        }
        let links = &mut self.links;
        links.start_division(&open);
        for &v in &open {
            for &posted in &self.constraints_on[v.index()] {
                // A constraint is on several variables, and links them once.
                if links.mark_first_visit(posted) {
                    let constraint = &self.model.constraints()[posted as usize].constraint;
                    links.link_constraint(constraint, store);
                }
                // Nothing can be divided any more.
                if links.sets == 1 {
                    return vec![open];
                }
            }
        }
        links.linked_parts(&open)
    }
}

/// Sets of linked variables. Its lists are reused from node to node.
#[derive(Debug)]
pub(super) struct VariableLinks {
    /// The number of this division; marks of other rounds are ignored.
    round: u64,
    /// By variable: the round in which it is open, and its place among the open ones.
    place: Vec<(u64, u32)>,
    /// By constraint: the round in which it was linked.
    seen: Vec<u64>,
    parent: Vec<u32>,
    sets: usize,
    /// For each value from the minimum on: a mark, and the first variable that can take it.
    taker: Vec<(u64, VarId)>,
    least: i64,
    /// The number of the last mark.
    mark: u64,
}

impl VariableLinks {
    /// Prepares the lists for a model.
    pub(super) fn from_model(model: &Model) -> Self {
        let domains = || model.variables().iter().map(|v| &v.domain);
        let least = domains().filter_map(Domain::min).min().map_or(0, i64::from);
        let largest = domains().filter_map(Domain::max).max().map_or(0, i64::from);
        let range = usize::try_from(largest - least + 1).unwrap_or(0);
        let listed = if range <= MAX_LISTED { range } else { 0 };
        VariableLinks {
            round: 0,
            place: vec![(0, 0); model.variables().len()],
            seen: vec![0; model.constraints().len()],
            parent: Vec::new(),
            sets: 0,
            taker: vec![(0, VarId::new(0)); listed],
            least,
            mark: 0,
        }
    }

    fn start_division(&mut self, open: &[VarId]) {
        self.round += 1;
        for (index, &v) in open.iter().enumerate() {
            self.place[v.index()] = (self.round, index as u32);
        }
        self.parent.clear();
        self.parent.extend(0..open.len() as u32);
        self.sets = open.len();
    }

    fn mark_first_visit(&mut self, constraint: u32) -> bool {
        std::mem::replace(&mut self.seen[constraint as usize], self.round) != self.round
    }

    fn link_constraint(&mut self, constraint: &Constraint, store: &DomainStore) {
        match constraint {
            Constraint::AllDifferent(c) if !self.taker.is_empty() => {
                // Variables without a common value do not restrict each other in an all-different.
                self.link_sharing(store, &c.scope);
            }
            constraint if is_settled(store, constraint) => {}
            constraint => {
                let mut first = None;
                constraint.each_variable(&mut |v| {
                    if !store.is_fixed(v) {
                        self.join_variables(*first.get_or_insert(v), v);
                    }
                });
            }
        }
    }

    /// Links the variables of an all-different scope that share a value.
    fn link_sharing(&mut self, store: &DomainStore, scope: &[VarId]) {
        self.mark += 1;
        for &v in scope.iter().filter(|&&v| !store.is_fixed(v)) {
            for value in store.values(v) {
                // `least` is the minimum of all domains, so the index is not negative.
                let taker = &mut self.taker[(i64::from(value) - self.least) as usize];
                if taker.0 == self.mark {
                    let other = taker.1;
                    self.join_variables(other, v);
                } else {
                    *taker = (self.mark, v);
                }
            }
        }
    }

    fn find_root(&mut self, mut at: u32) -> u32 {
        while self.parent[at as usize] != at {
            // Path halving: each visited variable is attached to its grandparent.
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        at
    }

    /// Links two variables; variables outside the part are ignored.
    fn join_variables(&mut self, left: VarId, right: VarId) {
        let (left, right) = (self.place[left.index()], self.place[right.index()]);
        if left.0 != self.round || right.0 != self.round {
            return;
        }
        let (left, right) = (self.find_root(left.1), self.find_root(right.1));
        if left != right {
            // The smaller index becomes the root, so that the parts are sorted by their first
            // variables.
            self.parent[left.max(right) as usize] = left.min(right);
            self.sets -= 1;
        }
    }

    fn linked_parts(&mut self, open: &[VarId]) -> Vec<Vec<VarId>> {
        let mut parts: BTreeMap<u32, Vec<VarId>> = BTreeMap::new();
        for (index, &v) in open.iter().enumerate() {
            parts.entry(self.find_root(index as u32)).or_default().push(v);
        }
        parts.into_values().collect()
    }
}

/// Maximum size of a range whose values are listed one by one.
const MAX_LISTED: usize = 1 << 20;

/// Whether a cheap test detects that a constraint holds for every choice from the domains.
fn is_settled(store: &DomainStore, constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Linear(c) => decided_relations::decide_linear(c, store) == Some(true),
        Constraint::Compare(c) => decided_relations::bounds_compare(c, store) == Some(true),
        Constraint::Clause(c) => decided_relations::is_true(c, store),
        Constraint::Implies(c) => {
            !store.contains(c.condition, 1)
                || (store.is_fixed(c.condition) && is_settled(store, &c.then))
        }
        other => is_decided(store, other),
    }
}
