//! Clauses by unit propagation.

use parallax_model::{self as model, Atom, Domain, Relation, VarId};

use super::{Claim, Cost, Event, Past, Premises, Propagator, Removal, Store};
use crate::decided;
use crate::decision::Test;
use crate::store::Conflict;

/// Makes the last atom true when all others are false. Domain consistent unless a variable
/// repeats. Only changes that can make an atom false wake it, and while its two watched atoms
/// are not false it reads no others. The search for a replacement resumes where the last one
/// ended and wraps around, so nothing has to be undone and a path down the tree costs a few
/// rounds (Gent 2013).
#[derive(Clone)]
pub(super) struct Clause {
    atoms: Vec<Atom>,
    /// Places of the two watched atoms, not false at the last call; or one place twice.
    eyes: [usize; 2],
    watched: Vec<(VarId, Event)>,
}

impl Clause {
    pub(super) fn new(c: &model::Clause, store: &Store) -> Self {
        let watched = c.atoms.iter().map(|atom| (atom.variable, falsifier(atom, store)));
        Clause { watched: watched.collect(), atoms: c.atoms.clone(), eyes: [0, 0] }
    }

    /// Searches circularly for a second atom that is not false, other than `kept`.
    fn look_around(&mut self, mut kept: Option<usize>, store: &mut Store) -> Result<(), Conflict> {
        store.spend(self.atoms.len())?;
        let (count, from) = (self.atoms.len(), self.eyes[1]);
        let given = kept;
        for place in (from..count).chain(0..from).filter(|&place| Some(place) != given) {
            match (decided::atom(&self.atoms[place], store), kept) {
                (Some(true), _) => {
                    self.eyes = [place, place];
                    return Ok(());
                }
                (Some(false), _) => {}
                (None, None) => kept = Some(place),
                (None, Some(first)) => {
                    self.eyes = [first, place];
                    return Ok(());
                }
            }
        }
        let last = kept.ok_or(Conflict)?;
        self.eyes = [last, last];
        enforce(&self.atoms[last], store)
    }
}

/// Returns the event without which an atom does not become false, given that domains only shrink.
/// For example, an atom that requires a boolean to be 1 fails when the greatest value drops.
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

/// Makes an atom true.
pub(super) fn enforce(atom: &Atom, store: &mut Store) -> Result<(), Conflict> {
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

/// Returns the claim that an atom of a model makes.
pub(super) fn claim_of(atom: &Atom) -> Claim {
    let (test, value) = match atom.relation {
        Relation::Eq => (Test::Is, atom.value),
        Relation::Ne => (Test::Not, atom.value),
        Relation::Le => (Test::AtMost, atom.value),
        Relation::Lt => (Test::AtMost, atom.value.saturating_sub(1)),
        Relation::Ge => (Test::Above, atom.value.saturating_sub(1)),
        Relation::Gt => (Test::Above, atom.value),
    };
    Claim::new(atom.variable, test, value)
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

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let [first, second] = self.eyes;
        let Some(atom) = self.atoms.get(first) else {
            return Err(Conflict);
        };
        match (decided::atom(atom, store), decided::atom(&self.atoms[second], store)) {
            (Some(true), _) | (_, Some(true)) => Ok(()),
            (None, None) if first != second => Ok(()),
            (None, _) => self.look_around(Some(first), store),
            (_, None) => self.look_around(Some(second), store),
            _ => self.look_around(None, store),
        }
    }

    /// Returns the other variables, whose atoms are false.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let others = self.scope().into_iter().filter(|&v| v != removal.variable);
        others.map(|v| (v, past.domain(v))).collect()
    }

    /// The other atoms, which were false.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let is_false = |atom: &Atom| past.holds(claim_of(atom).opposite());
        let others = |last: usize| (0..self.atoms.len()).filter(move |&place| place != last);
        let is_last = |&place: &usize| {
            claim_of(&self.atoms[place]).implies(claim)
                && others(place).all(|other| is_false(&self.atoms[other]))
        };
        match (0..self.atoms.len()).find(is_last) {
            Some(last) => {
                others(last).for_each(|place| into.claim(claim_of(&self.atoms[place]).opposite()));
            }
            None => into.scope(&self.scope(), past),
        }
    }

    /// All atoms, which are false.
    fn explain_failure(&self, _past: &Past<'_>, into: &mut Premises<'_>) {
        self.atoms.iter().for_each(|atom| into.claim(claim_of(atom).opposite()));
    }
}
