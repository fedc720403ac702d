//! Clauses by unit propagation.

use super::{Cost, Event, Past, Propagator, Pruned, Removal, Store};
use crate::model::{self, Atom, Domain, Relation, VarId};
use crate::search::store::Conflict;

/// When all atoms but one are false, that one is made true. Domain consistent
/// (a repeated variable aside). Only changes that can make an atom false wake
/// it.
pub(super) struct Clause {
    atoms: Vec<Atom>,
    watched: Vec<(VarId, Event)>,
}

impl Clause {
    pub(super) fn new(c: &model::Clause, store: &Store) -> Self {
        let watched = c.atoms.iter().map(|atom| (atom.variable, falsifier(atom, store)));
        Clause { watched: watched.collect(), atoms: c.atoms.clone() }
    }
}

/// The change without which an atom does not become false, given that
/// domains only shrink. A boolean that should be 1, say, fails by its greatest
/// value.
fn falsifier(atom: &Atom, store: &Store) -> Event {
    let (v, x) = (atom.variable, atom.value);
    let (least, greatest) = (x == store.min(v), x == store.max(v));
    match atom.relation {
        Relation::Eq if least => Event::Min,
        Relation::Eq if greatest => Event::Max,
        Relation::Eq => Event::Domain,
        Relation::Ne if least => Event::Max,
        Relation::Ne if greatest => Event::Min,
        Relation::Ne => Event::Fixed,
        Relation::Le | Relation::Lt => Event::Min,
        Relation::Ge | Relation::Gt => Event::Max,
    }
}

/// Whether an atom is decided: true or false whatever value is taken.
pub(super) fn decided(atom: &Atom, store: &Store) -> Option<bool> {
    let (v, x) = (atom.variable, atom.value);
    let (min, max) = (store.min(v), store.max(v));
    let (always, never) = match atom.relation {
        Relation::Eq => (min == x && max == x, !store.contains(v, x)),
        Relation::Ne => (!store.contains(v, x), min == x && max == x),
        Relation::Le => (max <= x, min > x),
        Relation::Lt => (max < x, min >= x),
        Relation::Ge => (min >= x, max < x),
        Relation::Gt => (min > x, max <= x),
    };
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Makes an atom true.
pub(super) fn enforce(atom: &Atom, store: &mut Store) -> Pruned {
    let (v, x) = (atom.variable, i64::from(atom.value));
    match atom.relation {
        Relation::Eq => store.fix(v, atom.value),
        Relation::Ne => store.remove(v, atom.value),
        Relation::Le => store.remove_above(v, x),
        Relation::Lt => store.remove_above(v, x - 1),
        Relation::Ge => store.remove_below(v, x),
        Relation::Gt => store.remove_below(v, x + 1),
    }
}

impl Propagator for Clause {
    fn scope(&self) -> Vec<VarId> {
        let mut scope: Vec<VarId> = self.atoms.iter().map(|atom| atom.variable).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.watched.clone()
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let mut open = None;
        for atom in &self.atoms {
            match decided(atom, store) {
                Some(true) => return Ok(()),
                Some(false) => {}
                None if open.is_some() => return Ok(()),
                None => open = Some(atom),
            }
        }
        match open {
            Some(atom) => enforce(atom, store),
            None => Err(Conflict),
        }
    }

    /// The other variables, whose atoms are false.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let others = self.scope().into_iter().filter(|&v| v != removal.variable);
        others.map(|v| (v, past.domain(v))).collect()
    }
}
