//! Bounds on loads by the items that are in a bin and those that may be.

use parallax_model::{self as model, Domain, Operand, Value, VarId};

use super::load::{clip, ends};
use crate::propagators::{Claim, Conflict, Event, Past, Premises, Propagator, Removal, Store};
use crate::store::{Words, bits};

/// The rules of Shaw 2004, section 3: each item is in a bin; a load lies between the sizes of the
/// items in the bin and those that may be there, and all loads sum to all sizes; a bin that an item
/// would overfill is removed from it, and an item that a bin needs is put there. The trail restores
/// both sums of each bin, so a call follows what changed. Once all variables are fixed, the sums of
/// each bin are its load.
#[derive(Clone)]
pub(super) struct Loads {
    pub(super) bins: Vec<VarId>,
    pub(super) sizes: Vec<i64>,
    pub(super) loads: Vec<Operand>,
    pub(super) first: i64,
    /// The sum of all sizes.
    whole: i64,
    /// Items, the largest first.
    pub(super) by_size: Vec<u32>,
    /// For each bin, the sum of the sizes of the items in it, and of the items that may be there.
    sums: Words,
    /// For each item, its bins at the last call, in words from the multiple of 64 at or below the
    /// first bin.
    seen: Words,
    /// Buffer: changed places.
    changed: Vec<u32>,
}

impl Loads {
    pub(super) fn new(c: &model::BinPacking, store: &mut Store) -> Self {
        let sizes: Vec<i64> = c.sizes.iter().map(|&size| size.into()).collect();
        let mut by_size: Vec<u32> = (0..sizes.len() as u32).collect();
        by_size.sort_by_key(|&item| std::cmp::Reverse(sizes[item as usize]));
        let mut loads = Loads {
            bins: c.bins.clone(),
            loads: c.loads.clone(),
            first: c.first.into(),
            whole: sizes.iter().sum(),
            sizes,
            by_size,
            sums: store.new_words(&vec![0; 2 * c.loads.len()]),
            seen: store.new_words(&[]),
            changed: Vec::new(),
        };
        loads.seen = store.new_words(&vec![0; c.bins.len() * loads.width()]);
        loads
    }

    /// Returns the number of words for the bins.
    fn width(&self) -> usize {
        ((self.first & 63) as usize + self.loads.len()).div_ceil(64)
    }

    /// Returns the possible bins of an item in one of these words.
    #[inline]
    fn word(&self, item: usize, w: usize, store: &Store) -> u64 {
        let start = Value::try_from((self.first & !63) + 64 * w as i64);
        start.map_or(0, |start| store.word_at(self.bins[item], start))
    }

    /// Returns the place of a bin among the sums.
    #[inline]
    fn bin(&self, w: usize, bit: u32) -> usize {
        w * 64 + bit as usize - (self.first & 63) as usize
    }

    #[inline]
    fn sum(&self, place: usize, store: &Store) -> i64 {
        store.own_word(self.sums, place) as i64
    }

    #[inline]
    fn add(&self, place: usize, size: i64, store: &mut Store) {
        let sum = self.sum(place, store) + size;
        store.set_own_word(self.sums, place, sum as u64);
    }

    /// Puts each item into one of the bins, and computes all sums.
    fn count(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let last = self.first + self.loads.len() as i64 - 1;
        for place in 0..self.sums.len() {
            store.set_own_word(self.sums, place, 0);
        }
        let width = self.width();
        for item in 0..self.bins.len() {
            let v = self.bins[item];
            store.remove_below(v, self.first)?;
            store.remove_above(v, last)?;
            for w in 0..width {
                store.spend(1)?;
                let word = self.word(item, w, store);
                store.set_own_word(self.seen, item * width + w, word);
                for bit in bits(word) {
                    let bin = self.bin(w, bit);
                    self.add(2 * bin + 1, self.sizes[item], store);
                    if store.is_fixed(v) {
                        self.add(2 * bin, self.sizes[item], store);
                    }
                }
            }
        }
        Ok(())
    }

    /// Updates the sums after a change of an item.
    fn follow(&self, item: usize, store: &mut Store) -> Result<(), Conflict> {
        // The places behind the items are those of loads.
        let Some(&size) = self.sizes.get(item) else { return Ok(()) };
        let width = self.width();
        store.spend(width)?;
        let mut lost = false;
        for w in 0..width {
            let (before, now) =
                (store.own_word(self.seen, item * width + w), self.word(item, w, store));
            if before == now {
                continue;
            }
            lost = true;
            store.set_own_word(self.seen, item * width + w, now);
            for bit in bits(before & !now) {
                self.add(2 * self.bin(w, bit) + 1, -size, store);
            }
        }
        if let Some(value) = store.fixed(self.bins[item]).filter(|_| lost) {
            let bin = i64::from(value) - self.first;
            self.add(2 * bin as usize, size, store);
        }
        Ok(())
    }

    /// Enforces the bounds on loads.
    fn bound_loads(&self, store: &mut Store) -> Result<(), Conflict> {
        let all = || self.loads.iter().map(|&load| ends(load, store));
        let (mut low, mut high) = (0, 0);
        all().for_each(|(least, most)| {
            low += least;
            high += most;
        });
        for (bin, &load) in self.loads.iter().enumerate() {
            let (least, most) = ends(load, store);
            let from = self.sum(2 * bin, store).max(self.whole - (high - most));
            let to = self.sum(2 * bin + 1, store).min(self.whole - (low - least));
            clip(load, from, to, store)?;
            let (raised, lowered) = ends(load, store);
            low += raised - least;
            high += lowered - most;
        }
        Ok(())
    }

    /// Removes bins that an item would overfill, and puts items where they are needed.
    fn place_items(&self, bin: usize, store: &mut Store) -> Result<(), Conflict> {
        let (inside, possible) = (self.sum(2 * bin, store), self.sum(2 * bin + 1, store));
        if inside == possible {
            return Ok(());
        }
        let (least, most) = ends(self.loads[bin], store);
        let (room, spare) = (most - inside, possible - least);
        // A bin of an item is a value.
        let Ok(value) = Value::try_from(self.first + bin as i64) else { return Ok(()) };
        for &item in &self.by_size {
            let (v, size) = (self.bins[item as usize], self.sizes[item as usize]);
            if size <= room.min(spare) {
                break;
            }
            store.spend(1)?;
            if store.is_fixed(v) || !store.contains(v, value) {
                continue;
            }
            if size > room {
                store.remove(v, value)?;
            }
            if size > spare {
                store.fix(v, value)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Loads {
    fn scope(&self) -> Vec<VarId> {
        let loads = self.loads.iter().filter_map(|load| load.variable());
        self.bins.iter().copied().chain(loads).collect()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let items = self.bins.iter().map(|&v| (v, Event::Domain));
        let loads = self.loads.iter().filter_map(|load| load.variable());
        items.chain(loads.map(|v| (v, Event::Bounds))).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let known = store.take_changes(&mut self.changed);
        if !known {
            self.changed.clear();
            self.count(store)?;
        }
        loop {
            for i in 0..self.changed.len() {
                self.follow(self.changed[i] as usize, store)?;
            }
            self.changed.clear();
            store.spend(self.loads.len())?;
            let before = store.prunings;
            self.bound_loads(store)?;
            (0..self.loads.len()).try_for_each(|bin| self.place_items(bin, store))?;
            if store.prunings == before {
                return Ok(());
            }
            store.take_changes(&mut self.changed);
        }
    }

    /// Returns the load and the items in the bin, if these overfill it; otherwise all domains.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let Removal { variable, value } = removal;
        let whole = || self.scope().into_iter().map(|v| (v, past.domain(v))).collect();
        let bin = usize::try_from(i64::from(value) - self.first).ok();
        let Some((&load, bin)) = bin.and_then(|bin| Some((self.loads.get(bin)?, bin))) else {
            return if self.bins.contains(&variable) { Vec::new() } else { whole() };
        };
        let load = match load {
            Operand::Number(number) => Some((None, number)),
            Operand::Variable(v) => past.bounds(v).map(|ends| (Some((v, ends)), ends.1)),
        };
        let (Some((load, most)), true) = (load, self.bins.contains(&variable)) else {
            return whole();
        };
        let there = Some((self.first + bin as i64) as Value);
        let (mut sum, mut because) = (0, Vec::new());
        for (&v, &size) in self.bins.iter().zip(&self.sizes) {
            if v == variable || past.fixed(v) == there {
                sum += size;
                because.push((v, past.domain(v)));
            }
        }
        if sum <= i64::from(most) {
            return whole();
        }
        because.retain(|&(v, _)| v != variable);
        because.extend(load.map(|(v, (low, high))| (v, Domain::range(low, high))));
        because
    }

    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.explain_claim(claim, past, into) {
            into.scope(&self.scope(), past);
        }
    }
}
