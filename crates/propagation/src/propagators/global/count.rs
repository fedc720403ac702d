//! Counts of certain values.

use parallax_model::{self as model, Domain, Value, VarId};

use crate::propagators::{
    Claim, Conflict, Past, Premises, Propagator, Removal, Side, Store, by_bounds, has_repetitions,
};
use crate::store::{Cell, Words, bits};

/// Keeps the total between the number of places that can only take counted values and the number
/// of places that can take one. At the greatest total the open places lose the counted values; if
/// the least total needs all of them, they keep nothing else. That is domain consistency if no
/// variable repeats (Beldiceanu and Contejean, "Introducing global constraints in CHIP", 1994, have
/// the constraint). The trail restores both numbers and the set of open places, so a call visits
/// what changed.
#[derive(Clone)]
pub(super) struct Counts {
    scope: Vec<VarId>,
    total: VarId,
    /// The counted values as bits, each run of 64 with its first value, in the order of values.
    blocks: Vec<(Value, u64)>,
    /// Places whose values are counted in part.
    open: Words,
    /// The number of places all of whose values count.
    certain: Cell,
    /// The number of places some of whose values count.
    possible: Cell,
    repeats: bool,
    /// Buffer: changed places.
    changed: Vec<u32>,
}

impl Counts {
    pub(super) fn new(c: &model::Count, store: &mut Store) -> Self {
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
        Counts {
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
    fn counted(&self, from: Value) -> u64 {
        match self.blocks.as_slice() {
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

    /// Returns whether the values of a variable count; `None` if some do.
    fn decided(&self, v: VarId, store: &mut Store) -> Result<Option<bool>, crate::store::Conflict> {
        let words = store.description(v).len();
        let number = if self.blocks.len() < words {
            store.spend(self.blocks.len())?;
            let common = |&(from, bits): &(Value, u64)| store.word_at(v, from) & bits;
            self.blocks.iter().map(|block| common(block).count_ones()).sum::<u32>()
        } else {
            store.spend(words)?;
            let common = |w: usize| store.description(v)[w] & self.counted(store.start(v, w));
            (0..words).map(|w| common(w).count_ones()).sum()
        };
        Ok(match number {
            0 => Some(false),
            _ if number == store.size(v) => Some(true),
            _ => None,
        })
    }

    /// Notes whether the values of a changed place count.
    fn follow(&self, place: usize, store: &mut Store) -> Result<(), Conflict> {
        // The last place is the total.
        let Some(&v) = self.scope.get(place) else { return Ok(()) };
        let word = store.own_word(self.open, place / 64);
        if word >> (place % 64) & 1 == 0 {
            return Ok(());
        }
        let Some(is_counted) = self.decided(v, store)? else { return Ok(()) };
        store.set_own_word(self.open, place / 64, word & !(1 << (place % 64)));
        if is_counted {
            store.set(self.certain, store.get(self.certain) + 1);
        } else {
            store.set(self.possible, store.get(self.possible) - 1);
        }
        Ok(())
    }

    /// Enforces the numbers.
    fn act(&self, store: &mut Store) -> Result<(), Conflict> {
        let (certain, possible) = (store.get(self.certain), store.get(self.possible));
        store.remove_below(self.total, certain.into())?;
        store.remove_above(self.total, possible.into())?;
        if certain == possible {
            return Ok(());
        }
        let is_full = store.max(self.total) as u32 == certain;
        if !is_full && store.min(self.total) as u32 != possible {
            return Ok(());
        }
        for w in 0..self.open.len() {
            for bit in bits(store.own_word(self.open, w)) {
                if let Some(&v) = self.scope.get(w * 64 + bit as usize) {
                    self.keep(v, !is_full, store)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the counted values of a variable, or the others.
    fn keep(&self, v: VarId, counted: bool, store: &mut Store) -> Result<(), Conflict> {
        store.spend(store.description(v).len())?;
        for w in 0..store.description(v).len() {
            let bits = self.counted(store.start(v, w));
            store.keep(v, w, if counted { bits } else { !bits })?;
        }
        Ok(())
    }

    /// Returns the places that are certain to count, or certain not to, and their domains.
    fn decided_then<'a>(
        &'a self,
        counted: bool,
        past: &'a Past<'_>,
    ) -> impl Iterator<Item = (VarId, Domain)> + 'a {
        let is_counted = |value: Value| self.counted(value & !63) >> (value & 63) & 1 == 1;
        let decided = move |&&v: &&VarId| past.values(v).all(|x| is_counted(x) == counted);
        self.scope.iter().filter(decided).map(|&v| (v, past.domain(v)))
    }
}

impl Counts {
    /// Whether a value counts.
    fn is_counted(&self, value: Value) -> bool {
        self.counted(value & !63) >> (value & 63) & 1 == 1
    }

    /// Explains by places that are certain to count, or certain not to. Adds nothing and returns
    /// false if there are fewer than needed.
    fn explain_decided(
        &self,
        counted: bool,
        needed: i64,
        past: &Past<'_>,
        into: &mut Premises<'_>,
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
    fn explain_place(&self, value: Value, past: &Past<'_>, into: &mut Premises<'_>) -> bool {
        let (low, high) = past.ends(self.total);
        let mark = into.mark();
        let counted = self.is_counted(value);
        if counted {
            into.at_most(self.total, high);
        } else {
            into.at_least(self.total, low);
        }
        let needed = if counted { high } else { self.scope.len() as i64 - low };
        let explained = self.explain_decided(counted, needed, past, into);
        if !explained {
            into.take_back(mark);
        }
        explained
    }
}

impl Propagator for Counts {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain([self.total]).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if !store.take_changes(&mut self.changed) {
            self.changed.clear();
            self.changed.extend(0..self.scope.len() as u32);
        }
        loop {
            for i in 0..self.changed.len() {
                self.follow(self.changed[i] as usize, store)?;
            }
            self.act(store)?;
            self.changed.clear();
            if !store.has_changes() {
                return Ok(());
            }
            store.take_changes(&mut self.changed);
        }
    }

    /// Returns the places that decide the number, and the total: enough of them to pass its
    /// greatest value, or to miss its least one.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let whole = || self.scope().into_iter().map(|v| (v, past.domain(v))).collect();
        let Removal { variable, value } = removal;
        let Some((low, high)) = past.bounds(self.total).filter(|_| !self.repeats) else {
            return whole();
        };
        let number = self.scope.len();
        let is_counted = self.counted(value & !63) >> (value & 63) & 1 == 1;
        let missing = |least: i64| (number as i64 + 1).saturating_sub(least).max(0) as usize;
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
            because.push((self.total, Domain::range(low, high)));
        }
        because
    }

    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        if self.repeats {
            return into.scope(&self.scope(), past);
        }
        if claim.variable == self.total {
            let number = self.scope.len() as i64;
            let explained = by_bounds(claim, past, into, |side, limit, into| match side {
                Side::Lower => self.explain_decided(true, limit, past, into),
                Side::Upper => self.explain_decided(false, number - limit, past, into),
            });
            if !explained {
                into.scope(&self.scope(), past);
            }
            return;
        }
        for value in into.left_to_refute(claim, past) {
            if !self.explain_place(value, past, into) {
                return into.scope(&self.scope(), past);
            }
        }
    }
}
