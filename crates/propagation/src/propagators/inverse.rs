//! Two arrays that are the inverses of each other.

use parallax_model::{self as model, Domain, Value, VarId};

use super::{Claim, Conflict, Cost, Past, Premises, Propagator, Removal, Store};
use crate::decision::Test;
use crate::store::{Words, bits};

/// `left[i]` keeps `j` exactly while `right[j]` keeps `i`, and `left[i]` is `j` exactly when
/// `right[j]` is `i`. So no value is taken twice, and a value that only one variable can take goes
/// to that variable. A call processes only the removals since the last call.
#[derive(Clone)]
pub(super) struct Inverse {
    sides: [Side; 2],
    /// The domain of each watched variable at the last call: those of the left array, then
    /// those of the right.
    seen: Vec<Words>,
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

/// One of the two arrays.
#[derive(Clone)]
struct Side {
    array: Vec<VarId>,
    /// The number of the first place in the other array's values.
    first: Value,
}

impl Side {
    /// Returns the place that a value of the other array refers to.
    fn place(&self, value: Value) -> Option<usize> {
        let place = i64::from(value) - i64::from(self.first);
        usize::try_from(place).ok().filter(|&place| place < self.array.len())
    }

    /// Returns the number of a place in the other array's values, which may be beyond all domains.
    fn name(&self, place: usize) -> i64 {
        i64::from(self.first) + place as i64
    }
}

/// A place among the watched variables, by side.
#[derive(Clone, Copy)]
struct At {
    side: usize,
    place: usize,
}

impl Inverse {
    pub(super) fn new(c: &model::Inverse, store: &mut Store) -> Self {
        let side = |array: &[VarId], first| Side { array: array.to_vec(), first };
        let watched = c.left.iter().chain(&c.right);
        let seen = watched.map(|&v| {
            let words = store.description(v).to_vec();
            store.new_words(&words)
        });
        Inverse {
            seen: seen.collect(),
            sides: [side(&c.left, c.first_left), side(&c.right, c.first_right)],
            changed: Vec::new(),
        }
    }

    fn at(&self, watched: usize) -> At {
        let left = self.sides[0].array.len();
        match watched.checked_sub(left) {
            None => At { side: 0, place: watched },
            Some(place) => At { side: 1, place },
        }
    }

    fn variable(&self, at: At) -> VarId {
        self.sides[at.side].array[at.place]
    }

    /// Returns the variable of the other side that a value refers to.
    fn partner(&self, at: At, value: Value) -> Option<VarId> {
        let other = &self.sides[1 - at.side];
        other.place(value).map(|place| other.array[place])
    }

    /// Returns the number of a place in the other array's values, if a domain can have it.
    fn name(&self, at: At) -> Option<Value> {
        Value::try_from(self.sides[at.side].name(at.place)).ok()
    }

    /// Explains a claim about the variable at a place by the one of the other side that is fixed to
    /// this place.
    fn explain_by_taker(
        &self,
        at: At,
        claim: Claim,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let Some(name) = self.name(at) else { return false };
        let other = 1 - at.side;
        let takes = |&place: &usize| {
            let back = self.name(At { side: other, place });
            back.is_some_and(|back| claim.holds(back))
                && past.is_fixed_to(self.sides[other].array[place], name)
        };
        let taker = (0..self.sides[other].array.len()).find(takes);
        taker.iter().for_each(|&place| into.is(self.sides[other].array[place], name));
        taker.is_some()
    }

    /// Removes this place from the variable that the lost `value` refers to.
    fn answer_removal(&self, at: At, value: Value, store: &mut Store) -> Result<(), Conflict> {
        match (self.partner(at, value), Value::try_from(self.sides[at.side].name(at.place))) {
            (Some(partner), Ok(name)) => store.remove(partner, name),
            _ => Ok(()),
        }
    }

    /// Fixes the variable that a fixed one refers to, to this place.
    fn answer_fixing(&self, at: At, store: &mut Store) -> Result<(), Conflict> {
        let partner = store.fixed(self.variable(at)).and_then(|value| self.partner(at, value));
        match partner {
            Some(partner) => {
                let name = self.sides[at.side].name(at.place);
                store.remove_below(partner, name)?;
                store.remove_above(partner, name)
            }
            None => Ok(()),
        }
    }

    /// Keeps the values of a variable whose places on the other side can refer back to it.
    fn keep_answered(&self, at: At, store: &mut Store) -> Result<(), Conflict> {
        let (v, name) = (self.variable(at), self.sides[at.side].name(at.place));
        let name = Value::try_from(name).ok();
        store.spend(store.size(v) as usize)?;
        for w in 0..store.description(v).len() {
            let start = store.start(v, w);
            let mut kept = 0;
            for bit in bits(store.description(v)[w]) {
                let partner = self.partner(at, start + bit as Value);
                let answers = |(p, name)| store.contains(p, name);
                kept |= u64::from(partner.zip(name).is_some_and(answers)) << bit;
            }
            store.keep(v, w, kept)?;
        }
        self.answer_fixing(at, store)
    }

    /// Reaches the fixpoint when the changes are unknown.
    fn sweep(&self, store: &mut Store) -> Result<(), Conflict> {
        loop {
            let before = store.prunings;
            for watched in 0..self.seen.len() {
                self.keep_answered(self.at(watched), store)?;
            }
            if store.prunings == before {
                break;
            }
        }
        (0..self.seen.len()).for_each(|watched| self.for_each_lost(watched, store, |_, _, _| {}));
        Ok(())
    }

    /// Calls `gone` with each value that a variable lost since the last call.
    fn for_each_lost(
        &self,
        watched: usize,
        store: &mut Store,
        mut gone: impl FnMut(usize, u64, &mut Store),
    ) {
        let (seen, v) = (self.seen[watched], self.variable(self.at(watched)));
        for w in 0..seen.len() {
            let (before, now) = (store.own_word(seen, w), store.description(v)[w]);
            if before != now {
                store.set_own_word(seen, w, now);
                gone(w, before & !now, store);
            }
        }
    }

    /// Propagates the changes of one variable to the other side.
    fn answer(&self, watched: usize, store: &mut Store) -> Result<(), Conflict> {
        let at = self.at(watched);
        let v = self.variable(at);
        store.spend(self.seen[watched].len())?;
        let mut answered = Ok(());
        self.for_each_lost(watched, store, |w, gone, store| {
            let start = store.start(v, w);
            let mut values = bits(gone).map(|bit| start + bit as Value);
            if answered.is_ok() {
                answered = values.try_for_each(|value| self.answer_removal(at, value, store));
            }
        });
        answered?;
        self.answer_fixing(at, store)
    }
}

impl Propagator for Inverse {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = [self.sides[0].array.as_slice(), &self.sides[1].array].concat();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, super::Event)> {
        let all = self.sides.iter().flat_map(|side| &side.array);
        all.map(|&v| (v, super::Event::Domain)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut changed = std::mem::take(&mut self.changed);
        let answered = if store.take_changes(&mut changed) { Ok(()) } else { self.sweep(store) };
        let mut answered = answered;
        while answered.is_ok() && !changed.is_empty() {
            answered = changed.iter().try_for_each(|&watched| self.answer(watched as usize, store));
            // The changes made by these removals have been processed already.
            changed.clear();
            if store.has_changes() {
                store.take_changes(&mut changed);
            }
        }
        self.changed = changed;
        answered
    }

    /// Returns the variables of the other side, and those of the same side, since a value may have
    /// been removed because another variable took it.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let scope = self.scope().into_iter();
        scope.filter(|&v| v != removal.variable).map(|v| (v, past.domain(v))).collect()
    }

    /// The one twin that took the place, or for each value the twin that lost it.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let own = (0..self.seen.len()).map(|watched| self.at(watched));
        let own: Vec<At> = own.filter(|&at| self.variable(at) == claim.variable).collect();
        if own.iter().any(|&at| self.explain_by_taker(at, claim, past, into)) {
            return;
        }
        for value in into.left_to_refute(claim, past) {
            let refutes = |&at: &At| match (self.partner(at, value), self.name(at)) {
                (Some(partner), Some(name)) => !past.contains(partner, name),
                _ => true,
            };
            let not = Claim::new(claim.variable, Test::Not, value);
            match own.iter().find(|at| refutes(at)) {
                Some(&at) => {
                    if let (Some(partner), Some(name)) = (self.partner(at, value), self.name(at)) {
                        into.not(partner, name);
                    }
                }
                None if own.iter().any(|&at| self.explain_by_taker(at, not, past, into)) => {}
                None => return into.scope(&self.scope(), past),
            }
        }
    }
}
