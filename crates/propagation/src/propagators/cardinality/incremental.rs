//! Global cardinality by incremental counts.

use parallax_model::{self as model, Occurrence, Value, VarId};

use super::counting::Counting;
use crate::propagators::{Claim, Past, Premises, Propagator, Store};
use crate::store::{Cell, Conflict, Words, bits};

/// The propagation of [`Counting`], with counts for each listed value that the trail restores: a
/// call processes only changes.
#[derive(Clone)]
pub(super) struct Counts {
    scope: Vec<VarId>,
    /// In the order of values.
    occurrences: Vec<Occurrence>,
    closed: bool,
    /// For each listed value, the number of variables that can take it, and of those fixed to it.
    possible: Vec<Cell>,
    fixed: Vec<Cell>,
    /// The domain of each variable at the last call.
    seen: Vec<Words>,
    plain: Counting,
    /// Changed places of the scope, and listed values whose counts changed.
    changed: Vec<u32>,
    counted: Vec<u32>,
}

impl Counts {
    pub(super) fn new(c: &model::GlobalCardinality, store: &mut Store) -> Self {
        let mut occurrences = c.occurrences.clone();
        occurrences.sort_unstable_by_key(|o| o.value);
        let seen = c.scope.iter().map(|&v| {
            let words = store.description(v).to_vec();
            store.new_words(&words)
        });
        Counts {
            scope: c.scope.clone(),
            closed: c.closed,
            seen: seen.collect(),
            possible: occurrences.iter().map(|_| store.new_cell(0)).collect(),
            fixed: occurrences.iter().map(|_| store.new_cell(0)).collect(),
            occurrences,
            plain: Counting::new(c),
            changed: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// Returns the place of a value in the list.
    #[inline]
    fn listed(&self, value: Value) -> Option<usize> {
        // Lists rarely have gaps.
        let first = self.occurrences.first()?.value;
        let guess = i64::from(value) - i64::from(first);
        let is = |place: &usize| self.occurrences.get(*place).is_some_and(|o| o.value == value);
        usize::try_from(guess)
            .ok()
            .filter(is)
            .or_else(|| self.occurrences.binary_search_by_key(&value, |o| o.value).ok())
    }

    /// Computes all counts from the domains.
    fn recount(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (mut possible, mut fixed) =
            (vec![0; self.occurrences.len()], vec![0; self.occurrences.len()]);
        for (place, &v) in self.scope.iter().enumerate() {
            store.spend(store.size(v) as usize)?;
            for value in store.values(v) {
                if let Some(listed) = self.listed(value) {
                    possible[listed] += 1;
                    fixed[listed] += u32::from(store.is_fixed(v));
                }
            }
            for w in 0..self.seen[place].len() {
                store.set_own_word(self.seen[place], w, store.description(v)[w]);
            }
        }
        for (listed, counts) in possible.into_iter().zip(fixed).enumerate() {
            store.set(self.possible[listed], counts.0);
            store.set(self.fixed[listed], counts.1);
        }
        Ok(())
    }

    /// Subtracts the values that a variable lost since the last call from the counts.
    fn subtract_lost(&mut self, place: usize, store: &mut Store) -> Result<(), Conflict> {
        let (v, seen) = (self.scope[place], self.seen[place]);
        store.spend(seen.len())?;
        let mut lost = false;
        for w in 0..seen.len() {
            let (before, now) = (store.own_word(seen, w), store.description(v)[w]);
            if before == now {
                continue;
            }
            lost = true;
            store.set_own_word(seen, w, now);
            let start = store.start(v, w);
            for bit in bits(before & !now) {
                if let Some(listed) = self.listed(start + bit as Value) {
                    let cell = self.possible[listed];
                    store.set(cell, store.get(cell) - 1);
                    self.counted.push(listed as u32);
                }
            }
        }
        let value = store.fixed(v).filter(|_| lost);
        if let Some(listed) = value.and_then(|value| self.listed(value)) {
            let cell = self.fixed[listed];
            store.set(cell, store.get(cell) + 1);
            self.counted.push(listed as u32);
        }
        Ok(())
    }

    /// Enforces the bounds of one value.
    fn act(&self, listed: usize, store: &mut Store) -> Result<(), Conflict> {
        let o = self.occurrences[listed];
        let (possible, fixed) = (store.get(self.possible[listed]), store.get(self.fixed[listed]));
        if fixed > o.max || possible < o.min {
            return Err(Conflict);
        }
        let (full, short) = (fixed == o.max, possible == o.min);
        if fixed == possible || !(full || short) {
            return Ok(());
        }
        store.spend(self.scope.len())?;
        for &v in &self.scope {
            if store.contains(v, o.value) && !store.is_fixed(v) {
                if full { store.remove(v, o.value)? } else { store.fix(v, o.value)? }
            }
        }
        Ok(())
    }

    /// Reaches the fixpoint when the changes are unknown.
    fn sweep(&mut self, store: &mut Store) -> Result<(), Conflict> {
        loop {
            let before = store.prunings;
            if self.closed {
                self.plain.forbid_others(store)?;
            }
            self.recount(store)?;
            (0..self.occurrences.len()).try_for_each(|listed| self.act(listed, store))?;
            if store.prunings == before {
                return Ok(());
            }
        }
    }

    /// Processes changes until none remain.
    fn follow(&mut self, store: &mut Store) -> Result<(), Conflict> {
        while !self.changed.is_empty() {
            self.counted.clear();
            for i in 0..self.changed.len() {
                self.subtract_lost(self.changed[i] as usize, store)?;
            }
            for i in 0..self.counted.len() {
                self.act(self.counted[i] as usize, store)?;
            }
            self.changed.clear();
            if store.has_changes() {
                store.take_changes(&mut self.changed);
            }
        }
        Ok(())
    }
}

impl Propagator for Counts {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if store.take_changes(&mut self.changed) { self.follow(store) } else { self.sweep(store) }
    }

    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        self.plain.explain(claim, past, into);
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        self.plain.explain_conflict(past, into);
    }
}
