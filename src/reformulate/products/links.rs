//! How a node falls apart: which open variables are linked by open constraints.

use super::{Products, all_fixed};
use crate::model::{Compare, Constraint, Kind, Linear, Relation, VarId};
use crate::search::store::Store;

impl Products {
    /// Divides the open variables of a part into parts that no constraint links, each in
    /// ascending order, by their first variables.
    pub(super) fn divide_part(&self, part: &[VarId]) -> Vec<Vec<VarId>> {
        let store = self.walk.store();
        let open: Vec<VarId> = part.iter().copied().filter(|&v| !store.is_fixed(v)).collect();
        if open.len() < 2 {
            return open.into_iter().map(|v| vec![v]).collect();
        }
        let mut union = Union::new(&open);
        let mut seen = vec![false; self.model.constraints().len()];
        for &v in &open {
            for &place in &self.on[v.index()] {
                if !std::mem::replace(&mut seen[place as usize], true) {
                    let constraint = &self.model.constraints()[place as usize].constraint;
                    self.link(constraint, &mut union);
                }
            }
            if union.is_whole() {
                return vec![open];
            }
        }
        union.parts(&open)
    }

    fn link(&self, constraint: &Constraint, union: &mut Union) {
        let store = self.walk.store();
        if let Constraint::AllDifferent(c) = constraint {
            link_sharing(store, &c.scope, union);
            return;
        }
        if is_settled(store, constraint) {
            return;
        }
        let mut first = None;
        constraint.each_variable(&mut |v| {
            if !store.is_fixed(v) {
                union.join(*first.get_or_insert(v), v);
            }
        });
    }
}

/// Links the variables of an all-different scope that share a value.
fn link_sharing(store: &Store, scope: &[VarId], union: &mut Union) {
    let mut taker = std::collections::HashMap::new();
    for &v in scope.iter().filter(|&&v| !store.is_fixed(v)) {
        for value in store.values(v) {
            union.join(*taker.entry(value).or_insert(v), v);
        }
    }
}

/// Whether a constraint holds for every choice from the domains, as far as that is quickly seen.
fn is_settled(store: &Store, constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Linear(c) => is_sum_settled(store, c),
        Constraint::Compare(c) => is_compared(store, c),
        Constraint::Clause(c) => c.atoms.iter().any(|atom| {
            let (min, max) = (store.min(atom.variable), store.max(atom.variable));
            let value = i64::from(atom.value);
            let both =
                atom.relation.holds(min.into(), value) && atom.relation.holds(max.into(), value);
            match atom.relation {
                Relation::Ne => !store.contains(atom.variable, atom.value),
                _ => both,
            }
        }),
        Constraint::Implies(c) => {
            !store.contains(c.condition, 1)
                || (store.is_fixed(c.condition) && is_settled(store, &c.then))
        }
        other => {
            let mut open = false;
            other.each_variable(&mut |v| open |= !all_fixed(store, &[v]));
            !open
        }
    }
}

fn is_sum_settled(store: &Store, c: &Linear) -> bool {
    let (mut low, mut high) = (0i128, 0i128);
    for term in &c.terms {
        let ends = [store.min(term.variable), store.max(term.variable)];
        let ends = ends.map(|end| i128::from(end) * i128::from(term.coefficient));
        low += ends[0].min(ends[1]);
        high += ends[0].max(ends[1]);
    }
    let constant = i128::from(c.constant);
    match c.relation {
        Relation::Eq => low == high && low == constant,
        Relation::Ne => constant < low || constant > high,
        Relation::Le => high <= constant,
        Relation::Lt => high < constant,
        Relation::Ge => low >= constant,
        Relation::Gt => low > constant,
    }
}

fn is_compared(store: &Store, c: &Compare) -> bool {
    if c.left == c.right {
        return c.relation.holds(0, c.offset);
    }
    let ends = |v| (i64::from(store.min(v)), i64::from(store.max(v)));
    let ((low, high), (least, most)) = (ends(c.left), ends(c.right));
    let (least, most) = (least + c.offset, most + c.offset);
    match c.relation {
        Relation::Eq => low == high && least == most && low == least,
        Relation::Ne => high < least || low > most,
        Relation::Le => high <= least,
        Relation::Lt => high < least,
        Relation::Ge => low >= most,
        Relation::Gt => low > most,
    }
}

/// Sets of linked variables.
struct Union {
    /// The place of each variable among the open ones.
    place: std::collections::HashMap<VarId, usize>,
    parent: Vec<usize>,
    sets: usize,
}

impl Union {
    fn new(open: &[VarId]) -> Self {
        let place = open.iter().enumerate().map(|(place, &v)| (v, place)).collect();
        Union { place, parent: (0..open.len()).collect(), sets: open.len() }
    }

    fn is_whole(&self) -> bool {
        self.sets == 1
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// Links two variables; those outside the part do not count.
    fn join(&mut self, one: VarId, other: VarId) {
        let (Some(&one), Some(&other)) = (self.place.get(&one), self.place.get(&other)) else {
            return;
        };
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parent[one.max(other)] = one.min(other);
            self.sets -= 1;
        }
    }

    fn parts(&mut self, open: &[VarId]) -> Vec<Vec<VarId>> {
        let mut parts: std::collections::BTreeMap<usize, Vec<VarId>> = Default::default();
        for (place, &v) in open.iter().enumerate() {
            parts.entry(self.root(place)).or_default().push(v);
        }
        parts.into_values().collect()
    }
}
