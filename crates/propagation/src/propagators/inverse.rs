//! Two arrays that are the inverses of each other.

use parallax_model::{self as model, Domain, Value, VarId};

use super::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost, ValueRemoval,
};
use crate::decision::ValueTest;
use crate::store::{TrailWords, set_bits};

/// `left[i]` keeps `j` exactly while `right[j]` keeps `i`, and `left[i]` is `j` exactly when
/// `right[j]` is `i`. So no value is taken twice, and a value that only one variable can take goes
/// to that variable. A call processes only the removals since the last call.
#[derive(Clone)]
pub(super) struct InversePropagator {
    sides: [InverseSide; 2],
    /// The domain of each watched variable at the last call, the left array first.
    seen: Vec<TrailWords>,
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

/// One of the two arrays.
#[derive(Clone)]
struct InverseSide {
    array: Vec<VarId>,
    /// The number of the first place in the other array's values.
    first: Value,
}

impl InverseSide {
    /// Returns the place that a value of the other array refers to.
    fn array_index(&self, value: Value) -> Option<usize> {
        let place = i64::from(value) - i64::from(self.first);
        usize::try_from(place).ok().filter(|&place| place < self.array.len())
    }

    /// Returns the number of a place in the other array's values, which may be beyond all domains.
    fn place_value(&self, place: usize) -> i64 {
        i64::from(self.first) + place as i64
    }
}

/// A place among the watched variables, by side.
#[derive(Clone, Copy)]
struct InversePlace {
    side: usize,
    place: usize,
}

impl InversePropagator {
    pub(super) fn new(c: &model::Inverse, store: &mut DomainStore) -> Self {
        let side = |array: &[VarId], first| InverseSide { array: array.to_vec(), first };
        let watched = c.left.iter().chain(&c.right);
        let seen = watched.map(|&v| {
            let words = store.domain_words(v).to_vec();
            store.new_words(&words)
        });
        InversePropagator {
            seen: seen.collect(),
            sides: [side(&c.left, c.first_left), side(&c.right, c.first_right)],
            changed: Vec::new(),
        }
    }

    fn watched_place(&self, watched: usize) -> InversePlace {
        let left = self.sides[0].array.len();
        // The left array is watched before the right one.
        match watched.checked_sub(left) {
            None => InversePlace { side: 0, place: watched },
            Some(place) => InversePlace { side: 1, place },
        }
    }

    fn place_variable(&self, at: InversePlace) -> VarId {
        self.sides[at.side].array[at.place]
    }

    /// Returns the variable of the other side that a value refers to.
    fn partner_variable(&self, at: InversePlace, value: Value) -> Option<VarId> {
        let other = &self.sides[1 - at.side];
        other.array_index(value).map(|place| other.array[place])
    }

    /// Returns the number of a place in the other array's values, if a domain can have it.
    fn domain_value(&self, at: InversePlace) -> Option<Value> {
        Value::try_from(self.sides[at.side].place_value(at.place)).ok()
    }

    /// Explains a claim about the variable at a place by the one of the other side that is fixed to
    /// this place.
    fn explain_by_taker(
        &self,
        at: InversePlace,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let Some(name) = self.domain_value(at) else { return false };
        let other = 1 - at.side;
        let takes = |&place: &usize| {
            let back = self.domain_value(InversePlace { side: other, place });
            back.is_some_and(|back| claim.admits_value(back))
                && past.is_fixed_to(self.sides[other].array[place], name)
        };
        let taker = (0..self.sides[other].array.len()).find(takes);
        taker.iter().for_each(|&place| into.add_equality(self.sides[other].array[place], name));
        taker.is_some()
    }

    /// Removes this place from the variable that the lost `value` refers to.
    fn answer_removal(
        &self,
        at: InversePlace,
        value: Value,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        match (
            self.partner_variable(at, value),
            Value::try_from(self.sides[at.side].place_value(at.place)),
        ) {
            (Some(partner), Ok(name)) => store.remove_value(partner, name),
            _ => Ok(()),
        }
    }

    /// Fixes the variable that a fixed one refers to, to this place.
    fn answer_fixing(
        &self,
        at: InversePlace,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let partner = store
            .fixed_value(self.place_variable(at))
            .and_then(|value| self.partner_variable(at, value));
        match partner {
            Some(partner) => {
                // As a number beyond 32 bits the place fits no domain, and the bounds below report
                // the conflict.
                let name = self.sides[at.side].place_value(at.place);
                store.remove_below(partner, name)?;
                store.remove_above(partner, name)
            }
            None => Ok(()),
        }
    }

    /// Keeps the values of a variable whose places on the other side can refer back to it.
    fn keep_answered(
        &self,
        at: InversePlace,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let (v, name) = (self.place_variable(at), self.sides[at.side].place_value(at.place));
        // A place whose number exceeds 32 bits can be referred to by no domain.
        let name = Value::try_from(name).ok();
        store.spend_steps(store.domain_size(v) as usize)?;
        for w in 0..store.domain_words(v).len() {
            let start = store.word_start(v, w);
            let mut kept = 0;
            for bit in set_bits(store.domain_words(v)[w]) {
                let partner = self.partner_variable(at, start + bit as Value);
                let answers = |(p, name)| store.contains(p, name);
                kept |= u64::from(partner.zip(name).is_some_and(answers)) << bit;
            }
            store.keep_bits(v, w, kept)?;
        }
        self.answer_fixing(at, store)
    }

    /// Reaches the fixpoint when the changes are unknown.
    fn sweep_sides(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        loop {
            let before = store.prunings;
            for watched in 0..self.seen.len() {
                self.keep_answered(self.watched_place(watched), store)?;
            }
            if store.prunings == before {
                break;
            }
        }
        // Marks all removals as seen without answering them: the sweep has done so.
        (0..self.seen.len()).for_each(|watched| self.for_each_lost(watched, store, |_, _, _| {}));
        Ok(())
    }

    /// Calls `gone` with each value that a variable lost since the last call.
    fn for_each_lost(
        &self,
        watched: usize,
        store: &mut DomainStore,
        mut gone: impl FnMut(usize, u64, &mut DomainStore),
    ) {
        let (seen, v) = (self.seen[watched], self.place_variable(self.watched_place(watched)));
        for w in 0..seen.len() {
            let (before, now) = (store.own_word(seen, w), store.domain_words(v)[w]);
            if before != now {
                store.set_own_word(seen, w, now);
                gone(w, before & !now, store);
            }
        }
    }

    /// Propagates the changes of one variable to the other side.
    fn answer_changes(
        &self,
        watched: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let at = self.watched_place(watched);
        let v = self.place_variable(at);
        store.spend_steps(self.seen[watched].len())?;
        let mut answered = Ok(());
        self.for_each_lost(watched, store, |w, gone, store| {
            let start = store.word_start(v, w);
            let mut values = set_bits(gone).map(|bit| start + bit as Value);
            // The closure cannot leave the walk. After a conflict the remaining words are only
            // marked as seen, which the undo takes back.
            if answered.is_ok() {
                answered = values.try_for_each(|value| self.answer_removal(at, value, store));
            }
        });
        answered?;
        self.answer_fixing(at, store)
    }
}

impl ConstraintPropagator for InversePropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = [self.sides[0].array.as_slice(), &self.sides[1].array].concat();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, super::DomainEvent)> {
        let all = self.sides.iter().flat_map(|side| &side.array);
        all.map(|&v| (v, super::DomainEvent::Domain)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        // The buffer leaves `self`, since the methods below borrow it.
        let mut changed = std::mem::take(&mut self.changed);
        let answered =
            if store.take_changes(&mut changed) { Ok(()) } else { self.sweep_sides(store) };
        let mut answered = answered;
        while answered.is_ok() && !changed.is_empty() {
            answered = changed
                .iter()
                .try_for_each(|&watched| self.answer_changes(watched as usize, store));
            // The changes made by these removals have been processed already.
            changed.clear();
            if store.has_changes() {
                store.take_changes(&mut changed);
            }
        }
        self.changed = changed;
        answered
    }

    /// Returns the variables of both sides, since a value may have been removed because another
    /// variable of the same side took it.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let scope = self.scope().into_iter();
        scope.filter(|&v| v != removal.variable).map(|v| (v, past.domain(v))).collect()
    }

    /// Names the partner that took the place, or for each value the partner that lost it.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        // A repeated variable has several places, each of which may be the reason.
        let own = (0..self.seen.len()).map(|watched| self.watched_place(watched));
        let own: Vec<InversePlace> =
            own.filter(|&at| self.place_variable(at) == claim.variable).collect();
        // One fixed partner explains a whole claim, however many values it excludes.
        if own.iter().any(|&at| self.explain_by_taker(at, claim, past, into)) {
            return;
        }
        for value in into.left_to_refute(claim, past) {
            // The value has no partner, or its partner has lost this place.
            let refutes = |&at: &InversePlace| match (
                self.partner_variable(at, value),
                self.domain_value(at),
            ) {
                (Some(partner), Some(name)) => !past.contains(partner, name),
                _ => true,
            };
            let not = DomainClaim::new(claim.variable, ValueTest::Not, value);
            match own.iter().find(|at| refutes(at)) {
                Some(&at) => {
                    if let (Some(partner), Some(name)) =
                        (self.partner_variable(at, value), self.domain_value(at))
                    {
                        into.add_disequality(partner, name);
                    }
                }
                None if own.iter().any(|&at| self.explain_by_taker(at, not, past, into)) => {}
                None => return into.add_scope(&self.scope(), past),
            }
        }
    }
}
