//! Counts of certain values.

use parallax_model::{self as model, Domain, Value, VarId};

use crate::propagators::{
    BoundSide, ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, ValueRemoval, by_bounds, has_repetitions,
};
use crate::store::{TrailCell, TrailWords, set_bits};

/// Keeps the total between the number of places that can only take counted values and the number
/// of places that can take one. At the greatest total the open places lose the counted values; if
/// the least total needs all of them, they keep nothing else. That is domain consistency if no
/// variable repeats (Beldiceanu and Contejean, "Introducing global constraints in CHIP", 1994, have
/// the constraint). The trail restores both numbers and the set of open places, so a call visits
/// what changed.
#[derive(Clone)]
pub(super) struct CountPropagator {
    scope: Vec<VarId>,
    total: VarId,
    /// The counted values as bits, each run of 64 with its first value, in the order of values.
    blocks: Vec<(Value, u64)>,
    /// Places whose values are counted in part.
    open: TrailWords,
    /// The number of places all of whose values count.
    certain: TrailCell,
    /// The number of places some of whose values count.
    possible: TrailCell,
    repeats: bool,
    /// Buffer: changed places.
    changed: Vec<u32>,
}

impl CountPropagator {
    pub(super) fn new(c: &model::Count, store: &mut DomainStore) -> Self {
        let mut values = c.values.clone();
        values.sort_unstable();
        let mut blocks: Vec<(Value, u64)> = Vec::new();
        for value in values {
            let (from, bit) = (value & !63, 1 << (value & 63));
            match blocks.last_mut().filter(|last| last.0 == from) {
                Some(last) => last.1 |= bit,
                None => blocks.push((from, bit)),
            }
        }
        let mut all = c.scope.clone();
        all.push(c.total);
        CountPropagator {
            open: store.new_words(&vec![u64::MAX; c.scope.len().div_ceil(64)]),
            certain: store.new_cell(0),
            possible: store.new_cell(c.scope.len() as u32),
            repeats: has_repetitions(&all),
            scope: c.scope.clone(),
            total: c.total,
            blocks,
            changed: Vec::new(),
        }
    }

    /// Returns the counted values among the 64 from `from` on.
    #[inline]
    fn counted_values(&self, from: Value) -> u64 {
        match self.blocks.as_slice() {
            // Most counts have their values within one word, where a search would cost more than a
            // comparison.
            [(only, bits)] => {
                if *only == from {
                    *bits
                } else {
                    0
                }
            }
            blocks => {
                let place = blocks.binary_search_by_key(&from, |block| block.0);
                place.map_or(0, |place| blocks[place].1)
            }
        }
    }

    /// Returns whether the values of a variable count; `None` if only some do.
    fn decide_count(
        &self,
        v: VarId,
        store: &mut DomainStore,
    ) -> Result<Option<bool>, crate::store::PropagationConflict> {
        let words = store.domain_words(v).len();
        // Intersects along the shorter of both lists.
        let common_count = if self.blocks.len() < words {
            store.spend_steps(self.blocks.len())?;
            let common = |&(from, bits): &(Value, u64)| store.word_at(v, from) & bits;
            self.blocks.iter().map(|block| common(block).count_ones()).sum::<u32>()
        } else {
            store.spend_steps(words)?;
            let common =
                |w: usize| store.domain_words(v)[w] & self.counted_values(store.word_start(v, w));
            (0..words).map(|w| common(w).count_ones()).sum()
        };
        Ok(match common_count {
            0 => Some(false),
            _ if common_count == store.domain_size(v) => Some(true),
            _ => None,
        })
    }

    /// Records whether the values of a changed place count.
    fn follow_change(
        &self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        // The last place is the total.
        let Some(&v) = self.scope.get(place) else { return Ok(()) };
        let word = store.own_word(self.open, place / 64);
        // A decided place stays decided until an undo, whatever else it loses.
        if word >> (place % 64) & 1 == 0 {
            return Ok(());
        }
        let Some(is_counted) = self.decide_count(v, store)? else { return Ok(()) };
        store.set_own_word(self.open, place / 64, word & !(1 << (place % 64)));
        if is_counted {
            store.set_cell(self.certain, store.get(self.certain) + 1);
        } else {
            store.set_cell(self.possible, store.get(self.possible) - 1);
        }
        Ok(())
    }

    /// Enforces both numbers on the total and the open places.
    fn enforce_total(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let (certain, possible) = (store.get(self.certain), store.get(self.possible));
        store.remove_below(self.total, certain.into())?;
        store.remove_above(self.total, possible.into())?;
        if certain == possible {
            return Ok(());
        }
        // Both bounds of the total are at least `certain` by now, so the casts lose nothing.
        let is_full = store.max(self.total) as u32 == certain;
        if !is_full && store.min(self.total) as u32 != possible {
            return Ok(());
        }
        for w in 0..self.open.len() {
            for bit in set_bits(store.own_word(self.open, w)) {
                // The last word has bits beyond the scope.
                if let Some(&v) = self.scope.get(w * 64 + bit as usize) {
                    self.keep_values(v, !is_full, store)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the counted values of a variable, or the others.
    fn keep_values(
        &self,
        v: VarId,
        counted: bool,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        store.spend_steps(store.domain_words(v).len())?;
        for w in 0..store.domain_words(v).len() {
            let bits = self.counted_values(store.word_start(v, w));
            store.keep_bits(v, w, if counted { bits } else { !bits })?;
        }
        Ok(())
    }

    /// Returns the places that are certain to count, or certain not to, and their domains.
    fn decided_then<'a>(
        &'a self,
        counted: bool,
        past: &'a PastDomains<'_>,
    ) -> impl Iterator<Item = (VarId, Domain)> + 'a {
        let is_counted = |value: Value| self.counted_values(value & !63) >> (value & 63) & 1 == 1;
        let decided = move |&&v: &&VarId| past.values(v).all(|x| is_counted(x) == counted);
        self.scope.iter().filter(decided).map(|&v| (v, past.domain(v)))
    }
}

impl CountPropagator {
    /// Whether a value counts.
    fn is_counted(&self, value: Value) -> bool {
        self.counted_values(value & !63) >> (value & 63) & 1 == 1
    }

    /// Explains by places that are certain to count, or certain not to. Adds nothing and returns
    /// false if there are fewer than needed.
    fn explain_decided(
        &self,
        counted: bool,
        needed: i64,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let is_decided = |&v: &VarId| past.values(v).all(|x| self.is_counted(x) == counted);
        let needed = usize::try_from(needed).unwrap_or(0);
        let decided = self.scope.iter().copied().filter(is_decided);
        let decided: Vec<VarId> = decided.take(needed).collect();
        let enough = decided.len() == needed;
        if enough {
            for v in decided {
                into.lost_unless(v, past, |value| self.is_counted(value) == counted);
            }
        }
        enough
    }

    /// Explains a value of a place: the others are decided, and the total allows no other number.
    fn explain_place(
        &self,
        value: Value,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let (low, high) = past.wide_bounds(self.total);
        let mark = into.atom_count();
        let counted = self.is_counted(value);
        // A counted value would bring the total above its maximum, an uncounted one below its
        // minimum.
        if counted {
            into.at_most(self.total, high);
        } else {
            into.at_least(self.total, low);
        }
        // With that many others decided, this place must not be of the same sort.
        let needed = if counted { high } else { self.scope.len() as i64 - low };
        let explained = self.explain_decided(counted, needed, past, into);
        if !explained {
            into.take_back(mark);
        }
        explained
    }
}

impl ConstraintPropagator for CountPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain([self.total]).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if !store.take_changes(&mut self.changed) {
            self.changed.clear();
            self.changed.extend(0..self.scope.len() as u32);
        }
        loop {
            for i in 0..self.changed.len() {
                self.follow_change(self.changed[i] as usize, store)?;
            }
            self.enforce_total(store)?;
            self.changed.clear();
            // The removals of this round may have decided further places.
            if !store.has_changes() {
                return Ok(());
            }
            store.take_changes(&mut self.changed);
        }
    }

    /// Returns the places that decide the number, and the total: enough of them to pass its
    /// greatest value, or to miss its least one.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let whole = || self.scope().into_iter().map(|v| (v, past.domain(v))).collect();
        let ValueRemoval { variable, value } = removal;
        let Some((low, high)) = past.bounds(self.total).filter(|_| !self.repeats) else {
            return whole();
        };
        let number = self.scope.len();
        let is_counted = self.counted_values(value & !63) >> (value & 63) & 1 == 1;
        // With this many places that cannot count, fewer than `least` can.
        let missing = |least: i64| (number as i64 + 1).saturating_sub(least).max(0) as usize;
        // For a place: enough decided places that its value would pass the greatest total or miss
        // the least one. For the total: enough places of one sort that its value is out of reach.
        let (counted, needed) = if variable != self.total {
            let needed =
                if is_counted { high.max(0) as usize } else { missing(i64::from(low) + 1) };
            (is_counted, needed)
        } else if self.decided_then(true, past).count() as i64 > i64::from(value) {
            (true, (value.max(-1) + 1) as usize)
        } else {
            (false, missing(value.into()))
        };
        let mut because: Vec<_> = self.decided_then(counted, past).take(needed).collect();
        if because.len() < needed {
            return whole();
        }
        if variable != self.total {
            because.push((self.total, Domain::from_range(low, high)));
        }
        because
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if self.repeats {
            return into.add_scope(&self.scope(), past);
        }
        if claim.variable == self.total {
            let number = self.scope.len() as i64;
            let explained = by_bounds(claim, past, into, |side, limit, into| match side {
                BoundSide::Lower => self.explain_decided(true, limit, past, into),
                BoundSide::Upper => self.explain_decided(false, number - limit, past, into),
            });
            if !explained {
                into.add_scope(&self.scope(), past);
            }
            return;
        }
        for value in into.left_to_refute(claim, past) {
            if !self.explain_place(value, past, into) {
                return into.add_scope(&self.scope(), past);
            }
        }
    }
}
