//! Bounds on loads by the items that are in a bin and those that may be.

use parallax_model::{self as model, ConstraintOperand, Domain, Value, VarId};

use super::load_bounds::{clip_load, load_bounds};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, ValueRemoval,
};
use crate::store::{TrailWords, set_bits};

/// The rules of Shaw 2004, section 3: each item is in a bin; a load lies between the sizes of the
/// items in the bin and those that may be there, and all loads sum to all sizes; a bin that an item
/// would overfill is removed from it, and an item that a bin needs is put there. The trail restores
/// both sums of each bin, so a call follows what changed. Once all variables are fixed, the sums of
/// each bin are its load.
#[derive(Clone)]
pub(super) struct BinLoadPropagator {
    pub(super) bins: Vec<VarId>,
    pub(super) sizes: Vec<i64>,
    pub(super) loads: Vec<ConstraintOperand>,
    pub(super) first: i64,
    /// The sum of all sizes.
    whole: i64,
    /// Items, the largest first.
    pub(super) by_size: Vec<u32>,
    /// For each bin, the sum of the sizes of the items in it, and of the items that may be there.
    sums: TrailWords,
    /// For each item, its bins at the last call, in words from the multiple of 64 at or below the
    /// first bin.
    seen: TrailWords,
    /// Buffer: changed places.
    changed: Vec<u32>,
}

impl BinLoadPropagator {
    pub(super) fn new(c: &model::BinPacking, store: &mut DomainStore) -> Self {
        let sizes: Vec<i64> = c.sizes.iter().map(|&size| size.into()).collect();
        let mut by_size: Vec<u32> = (0..sizes.len() as u32).collect();
        by_size.sort_by_key(|&item| std::cmp::Reverse(sizes[item as usize]));
        let mut loads = BinLoadPropagator {
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
        loads.seen = store.new_words(&vec![0; c.bins.len() * loads.word_count()]);
        loads
    }

    /// Returns the number of words for the bins.
    fn word_count(&self) -> usize {
        ((self.first & 63) as usize + self.loads.len()).div_ceil(64)
    }

    /// Returns the possible bins of an item in one of these words.
    #[inline]
    fn bin_word(&self, item: usize, w: usize, store: &DomainStore) -> u64 {
        let start = Value::try_from((self.first & !63) + 64 * w as i64);
        start.map_or(0, |start| store.word_at(self.bins[item], start))
    }

    /// Returns the place of a bin among the sums.
    #[inline]
    fn bin_index(&self, w: usize, bit: u32) -> usize {
        // Not negative: values below the first bin are removed before any word is read.
        w * 64 + bit as usize - (self.first & 63) as usize
    }

    #[inline]
    fn bin_sum(&self, place: usize, store: &DomainStore) -> i64 {
        store.own_word(self.sums, place) as i64
    }

    #[inline]
    fn add_size(&self, place: usize, size: i64, store: &mut DomainStore) {
        let sum = self.bin_sum(place, store) + size;
        store.set_own_word(self.sums, place, sum as u64);
    }

    /// Puts each item into one of the bins, and computes all sums.
    fn compute_sums(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        // Step 1: all sums start at 0, since the items are added one by one.
        let last = self.first + self.loads.len() as i64 - 1;
        for place in 0..self.sums.len() {
            store.set_own_word(self.sums, place, 0);
        }
        let width = self.word_count();
        for item in 0..self.bins.len() {
            let v = self.bins[item];
            store.remove_below(v, self.first)?;
            store.remove_above(v, last)?;
            for w in 0..width {
                store.spend_steps(1)?;
                let word = self.bin_word(item, w, store);
                store.set_own_word(self.seen, item * width + w, word);
                // Step 2: an item counts as possible in each of its bins, and as inside in its only
                // one.
                for bit in set_bits(word) {
                    let bin = self.bin_index(w, bit);
                    self.add_size(2 * bin + 1, self.sizes[item], store);
                    if store.is_fixed(v) {
                        self.add_size(2 * bin, self.sizes[item], store);
                    }
                }
            }
        }
        Ok(())
    }

    /// Updates the sums after a change of an item.
    fn follow_item(&self, item: usize, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        // The places after the items belong to loads.
        let Some(&size) = self.sizes.get(item) else { return Ok(()) };
        let width = self.word_count();
        store.spend_steps(width)?;
        let mut lost = false;
        for w in 0..width {
            let (before, now) =
                (store.own_word(self.seen, item * width + w), self.bin_word(item, w, store));
            if before == now {
                continue;
            }
            lost = true;
            store.set_own_word(self.seen, item * width + w, now);
            for bit in set_bits(before & !now) {
                self.add_size(2 * self.bin_index(w, bit) + 1, -size, store);
            }
        }
        // An item that lost bins and has one left has just been placed; it enters the inner sum
        // once.
        if let Some(value) = store.fixed_value(self.bins[item]).filter(|_| lost) {
            let bin = i64::from(value) - self.first;
            self.add_size(2 * bin as usize, size, store);
        }
        Ok(())
    }

    /// Enforces the bounds on loads.
    fn bound_loads(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let all = || self.loads.iter().map(|&load| load_bounds(load, store));
        let (mut low, mut high) = (0, 0);
        all().for_each(|(min, max)| {
            low += min;
            high += max;
        });
        for (bin, &load) in self.loads.iter().enumerate() {
            let (min, max) = load_bounds(load, store);
            // All loads sum to all sizes: this bin carries what the others cannot.
            let from = self.bin_sum(2 * bin, store).max(self.whole - (high - max));
            let to = self.bin_sum(2 * bin + 1, store).min(self.whole - (low - min));
            clip_load(load, from, to, store)?;
            // The totals follow each change, so later bins profit from earlier ones.
            let (raised, lowered) = load_bounds(load, store);
            low += raised - min;
            high += lowered - max;
        }
        Ok(())
    }

    /// Removes bins that an item would overfill, and puts items where they are needed.
    fn place_items(&self, bin: usize, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let (inside, possible) = (self.bin_sum(2 * bin, store), self.bin_sum(2 * bin + 1, store));
        if inside == possible {
            return Ok(());
        }
        let (min, max) = load_bounds(self.loads[bin], store);
        // An item larger than `room` overfills the bin; without one larger than `spare`, the load
        // cannot be reached.
        let (room, spare) = (max - inside, possible - min);
        // No domain has a bin beyond the range of values.
        let Ok(value) = Value::try_from(self.first + bin as i64) else { return Ok(()) };
        for &item in &self.by_size {
            let (v, size) = (self.bins[item as usize], self.sizes[item as usize]);
            // All later items are at most as large, so none of them moves.
            if size <= room.min(spare) {
                break;
            }
            store.spend_steps(1)?;
            if store.is_fixed(v) || !store.contains(v, value) {
                continue;
            }
            if size > room {
                store.remove_value(v, value)?;
            }
            // If both hold, the item was just removed and this fails: the bin is a conflict.
            if size > spare {
                store.fix_value(v, value)?;
            }
        }
        Ok(())
    }
}

impl ConstraintPropagator for BinLoadPropagator {
    fn scope(&self) -> Vec<VarId> {
        let loads = self.loads.iter().filter_map(|load| load.as_variable());
        self.bins.iter().copied().chain(loads).collect()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let items = self.bins.iter().map(|&v| (v, DomainEvent::Domain));
        let loads = self.loads.iter().filter_map(|load| load.as_variable());
        items.chain(loads.map(|v| (v, DomainEvent::Bounds))).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let known = store.take_changes(&mut self.changed);
        if !known {
            self.changed.clear();
            self.compute_sums(store)?;
        }
        loop {
            for i in 0..self.changed.len() {
                self.follow_item(self.changed[i] as usize, store)?;
            }
            self.changed.clear();
            store.spend_steps(self.loads.len())?;
            let before = store.prunings;
            self.bound_loads(store)?;
            (0..self.loads.len()).try_for_each(|bin| self.place_items(bin, store))?;
            if store.prunings == before {
                return Ok(());
            }
            // The sums must follow the removals of this round before the next one reads them.
            store.take_changes(&mut self.changed);
        }
    }

    /// Returns the load and the items in the bin, if these overfill it; otherwise all domains.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let ValueRemoval { variable, value } = removal;
        let whole = || self.scope().into_iter().map(|v| (v, past.domain(v))).collect();
        let bin = usize::try_from(i64::from(value) - self.first).ok();
        let Some((&load, bin)) = bin.and_then(|bin| Some((self.loads.get(bin)?, bin))) else {
            return if self.bins.contains(&variable) { Vec::new() } else { whole() };
        };
        let load = match load {
            ConstraintOperand::Number(number) => Some((None, number)),
            ConstraintOperand::Variable(v) => past.bounds(v).map(|ends| (Some((v, ends)), ends.1)),
        };
        let (Some((load, most)), true) = (load, self.bins.contains(&variable)) else {
            return whole();
        };
        // The bin was computed from a value of the domain, so the cast gives that value back.
        let there = Some((self.first + bin as i64) as Value);
        let (mut sum, mut because) = (0, Vec::new());
        for (&v, &size) in self.bins.iter().zip(&self.sizes) {
            // The item itself and the items fixed to the bin: if they overfill it, they and the
            // load are the reason.
            if v == variable || past.fixed_value(v) == there {
                sum += size;
                because.push((v, past.domain(v)));
            }
        }
        if sum <= i64::from(most) {
            return whole();
        }
        because.retain(|&(v, _)| v != variable);
        because.extend(load.map(|(v, (low, high))| (v, Domain::from_range(low, high))));
        because
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if !self.explain_claim(claim, past, into) {
            into.add_scope(&self.scope(), past);
        }
    }
}
