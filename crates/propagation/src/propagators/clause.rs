//! Clauses by unit propagation.

use parallax_model::{self as model, AtomicConstraint, ComparisonOperator, Domain, VarId};

use super::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, ValueRemoval,
};
use crate::decided_relations;
use crate::decision::ValueTest;
use crate::store::PropagationConflict;

/// Makes the last atom true when all others are false. Domain consistent unless a variable
/// repeats. Only changes that can make an atom false wake it, and while its two watched atoms
/// are not false it reads no others. The search for a replacement resumes where the last one
/// ended and wraps around, so nothing has to be undone and a path down the tree costs a few
/// rounds (Gent 2013).
#[derive(Clone)]
pub(super) struct ClausePropagator {
    atoms: Vec<AtomicConstraint>,
    /// Places of the two watched atoms, not false at the last call; or one place twice.
    watched_atoms: [usize; 2],
    watched: Vec<(VarId, DomainEvent)>,
}

impl ClausePropagator {
    pub(super) fn new(c: &model::Clause, store: &DomainStore) -> Self {
        let watched = c.atoms.iter().map(|atom| (atom.variable, falsifying_event(atom, store)));
        ClausePropagator {
            watched: watched.collect(),
            atoms: c.atoms.clone(),
            watched_atoms: [0, 0],
        }
    }

    /// Searches circularly for a second atom that is not false, other than `kept`.
    fn look_around(
        &mut self,
        mut kept: Option<usize>,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        store.spend_steps(self.atoms.len())?;
        let (count, from) = (self.atoms.len(), self.watched_atoms[1]);
        // The place that is kept already must not be found a second time.
        let given = kept;
        // The scan ends at a true atom, which satisfies the clause, or at the second undecided one.
        for place in (from..count).chain(0..from).filter(|&place| Some(place) != given) {
            match (decided_relations::decide_atom(&self.atoms[place], store), kept) {
                (Some(true), _) => {
                    self.watched_atoms = [place, place];
                    return Ok(());
                }
                (Some(false), _) => {}
                (None, None) => kept = Some(place),
                (None, Some(first)) => {
                    self.watched_atoms = [first, place];
                    return Ok(());
                }
            }
        }
        // All other atoms are false: unit propagation.
        let last = kept.ok_or(PropagationConflict)?;
        self.watched_atoms = [last, last];
        enforce_atom(&self.atoms[last], store)
    }
}

/// Returns the event without which an atom does not become false, given that domains only shrink.
/// For example, an atom that requires a boolean to be 1 fails when the greatest value drops.
fn falsifying_event(atom: &AtomicConstraint, store: &DomainStore) -> DomainEvent {
    let (v, x) = (atom.variable, atom.value);
    // At a bound of the root domain, losing the value moves that bound, which is a rarer event than
    // any removal.
    let (least, greatest) = (x == store.min(v), x == store.max(v));
    match atom.relation {
        ComparisonOperator::Eq if least => DomainEvent::Min,
        ComparisonOperator::Eq if greatest => DomainEvent::Max,
        ComparisonOperator::Eq => DomainEvent::Domain,
        ComparisonOperator::Ne if least => DomainEvent::Max,
        ComparisonOperator::Ne if greatest => DomainEvent::Min,
        ComparisonOperator::Ne => DomainEvent::Fixed,
        ComparisonOperator::Le | ComparisonOperator::Lt => DomainEvent::Min,
        ComparisonOperator::Ge | ComparisonOperator::Gt => DomainEvent::Max,
    }
}

/// Makes an atom true.
pub(super) fn enforce_atom(
    atom: &AtomicConstraint,
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    let (v, x) = (atom.variable, i64::from(atom.value));
    match atom.relation {
        ComparisonOperator::Eq => store.fix_value(v, atom.value),
        ComparisonOperator::Ne => store.remove_value(v, atom.value),
        ComparisonOperator::Le => store.remove_above(v, x),
        ComparisonOperator::Lt => store.remove_above(v, x - 1),
        ComparisonOperator::Ge => store.remove_below(v, x),
        ComparisonOperator::Gt => store.remove_below(v, x + 1),
    }
}

/// Returns the claim that an atom of a model makes.
pub(super) fn claim_of(atom: &AtomicConstraint) -> DomainClaim {
    // Saturating at the end of 32 bits keeps the meaning, because values are at most 10^9 in
    // magnitude.
    let (test, value) = match atom.relation {
        ComparisonOperator::Eq => (ValueTest::Is, atom.value),
        ComparisonOperator::Ne => (ValueTest::Not, atom.value),
        ComparisonOperator::Le => (ValueTest::AtMost, atom.value),
        ComparisonOperator::Lt => (ValueTest::AtMost, atom.value.saturating_sub(1)),
        ComparisonOperator::Ge => (ValueTest::Above, atom.value.saturating_sub(1)),
        ComparisonOperator::Gt => (ValueTest::Above, atom.value),
    };
    DomainClaim::new(atom.variable, test, value)
}

impl ConstraintPropagator for ClausePropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope: Vec<VarId> = self.atoms.iter().map(|atom| atom.variable).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.watched.clone()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Constant
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let [first, second] = self.watched_atoms;
        // A clause without atoms is false.
        let Some(atom) = self.atoms.get(first) else {
            return Err(PropagationConflict);
        };
        match (
            decided_relations::decide_atom(atom, store),
            decided_relations::decide_atom(&self.atoms[second], store),
        ) {
            // The clause holds, or two undecided atoms keep it open. After an undo an atom is false
            // less often, so the watched pair needs no restoring.
            (Some(true), _) | (_, Some(true)) => Ok(()),
            (None, None) if first != second => Ok(()),
            (None, _) => self.look_around(Some(first), store),
            (_, None) => self.look_around(Some(second), store),
            _ => self.look_around(None, store),
        }
    }

    /// Returns the other variables, whose atoms are false.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let others = self.scope().into_iter().filter(|&v| v != removal.variable);
        others.map(|v| (v, past.domain(v))).collect()
    }

    /// Adds the negations of the other atoms, which were false.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let is_false = |atom: &AtomicConstraint| past.claim_holds(claim_of(atom).opposite());
        let others = |last: usize| (0..self.atoms.len()).filter(move |&place| place != last);
        let is_last = |&place: &usize| {
            claim_of(&self.atoms[place]).implies_claim(claim)
                && others(place).all(|other| is_false(&self.atoms[other]))
        };
        match (0..self.atoms.len()).find(is_last) {
            Some(last) => {
                others(last)
                    .for_each(|place| into.add_claim(claim_of(&self.atoms[place]).opposite()));
            }
            None => into.add_scope(&self.scope(), past),
        }
    }

    /// Adds the negations of all atoms.
    fn explain_failure(&self, _past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        self.atoms.iter().for_each(|atom| into.add_claim(claim_of(atom).opposite()));
    }
}
