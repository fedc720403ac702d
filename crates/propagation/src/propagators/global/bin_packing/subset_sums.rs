//! The sums that the open items of a bin reach.

use parallax_model::{self as model, ConstraintOperand, Value, VarId};

use super::load_bounds::{clip_load, load_bounds};
use crate::propagators::{ConstraintPropagator, DomainStore, PropagatorCost};
use crate::store::PropagationConflict;

/// Maximum number of words of all sets of sums of a bin.
const MAX_SUM_WORDS: usize = 1 << 16;

/// For each bin: an item leaves it if no set of open items with it gives a load, and is put there
/// if none without it does; the load keeps its least and greatest sum. Exact for each single bin.
/// Bins with large sums are skipped.
#[derive(Clone)]
pub(super) struct SubsetSumPropagator {
    bins: Vec<VarId>,
    sizes: Vec<i64>,
    loads: Vec<ConstraintOperand>,
    first: i64,
    /// Buffers: the open items of a bin; for each of them the sums of the items before it, as bits;
    /// the sums from which the items after it reach a load.
    open: Vec<u32>,
    before: Vec<u64>,
    behind: Vec<u64>,
}

impl SubsetSumPropagator {
    pub(super) fn new(c: &model::BinPacking) -> Self {
        SubsetSumPropagator {
            bins: c.bins.clone(),
            sizes: c.sizes.iter().map(|&size| size.into()).collect(),
            loads: c.loads.clone(),
            first: c.first.into(),
            open: Vec::with_capacity(c.bins.len()),
            before: Vec::new(),
            behind: Vec::new(),
        }
    }

    /// Collects the open items of a bin; returns the total size of the items inside and of the open
    /// ones.
    fn collect_items(&mut self, bin: Value, store: &DomainStore) -> (i64, i64) {
        let (mut inside, mut open) = (0, 0);
        self.open.clear();
        for (item, (&v, &size)) in (0..).zip(self.bins.iter().zip(&self.sizes)) {
            // An item without size changes no sum.
            if size == 0 || !store.contains(v, bin) {
                continue;
            }
            if store.is_fixed(v) {
                inside += size;
            } else {
                open += size;
                self.open.push(item);
            }
        }
        (inside, open)
    }

    fn filter_bin(
        &mut self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let Ok(bin) = Value::try_from(self.first + place as i64) else { return Ok(()) };
        let load = self.loads[place];
        store.spend_steps(self.bins.len())?;
        let (inside, open) = self.collect_items(bin, store);
        // Sums are counted from the items inside; larger ones than this are neither loads nor sums.
        let most = (load_bounds(load, store).1 - inside).min(open);
        // The plain bounds of `bin_loads.rs` detect an overfull bin.
        if self.open.is_empty() || most < 0 {
            return Ok(());
        }
        let width = most as usize / 64 + 1;
        if width.saturating_mul(self.open.len() + 1) > MAX_SUM_WORDS {
            return Ok(());
        }
        store.spend_steps(4 * width * self.open.len())?;
        // Forward pass: the sums before each item. Backward pass: from which sums the later items
        // reach a load. An item can be in the bin if some sum before it, plus its size, is among
        // these; e.g. with items {2, 3, 4} and load 5, item 4 goes: neither 0 + 4 nor any 4 + s
        // reaches 5.
        self.reach_sums(width);
        self.set_targets(load, inside, most, width, store)?;
        for i in (0..self.open.len()).rev() {
            let item = self.open[i] as usize;
            let (v, size) = (self.bins[item], self.sizes[item] as usize);
            let before = &self.before[i * width..(i + 1) * width];
            let (mut without, mut with) = (false, false);
            // Upwards: each word is replaced after those below it have read it.
            for (w, &before) in before.iter().enumerate() {
                let shifted = lowered_word(&self.behind, w, size);
                without |= before & self.behind[w] != 0;
                with |= before & shifted != 0;
                self.behind[w] |= shifted;
            }
            if !with {
                store.remove_value(v, bin)?;
            }
            if !without {
                store.fix_value(v, bin)?;
            }
        }
        Ok(())
    }

    /// Computes the sums of the items before each open one, and of all.
    fn reach_sums(&mut self, width: usize) {
        self.before.clear();
        self.before.resize(width * (self.open.len() + 1), 0);
        // The empty sum.
        self.before[0] = 1;
        for (i, &item) in self.open.iter().enumerate() {
            let (old, new) = self.before[i * width..(i + 2) * width].split_at_mut(width);
            let size = self.sizes[item as usize] as usize;
            let (words, bits) = (size / 64, size % 64);
            for w in 0..width {
                // The sums without the item; the lines below add the same sums shifted by its size.
                new[w] = old[w];
                if w >= words {
                    new[w] |= old[w - words] << bits;
                    if bits > 0 && w > words {
                        new[w] |= old[w - words - 1] >> (64 - bits);
                    }
                }
            }
        }
    }

    /// Sets `behind` to the sums that are loads, and keeps the loads between the least and the
    /// greatest.
    fn set_targets(
        &mut self,
        load: ConstraintOperand,
        inside: i64,
        most: i64,
        width: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let all = &self.before[self.open.len() * width..];
        self.behind.clear();
        self.behind.resize(width, 0);
        let (mut low, mut high) = (None, 0);
        for (w, &word) in all.iter().enumerate() {
            for bit in crate::store::set_bits(word) {
                let sum = w as i64 * 64 + i64::from(bit);
                let is_load = match load {
                    ConstraintOperand::Number(number) => i64::from(number) == inside + sum,
                    ConstraintOperand::Variable(v) => {
                        Value::try_from(inside + sum).is_ok_and(|value| store.contains(v, value))
                    }
                };
                if is_load && sum <= most {
                    self.behind[w] |= 1 << bit;
                    low = low.or(Some(sum));
                    high = sum;
                }
            }
        }
        // No reachable sum is a load.
        let low = low.ok_or(PropagationConflict)?;
        clip_load(load, inside + low, inside + high, store)
    }
}

/// Returns a word of a set of numbers, each lowered by `by`.
#[inline]
fn lowered_word(set: &[u64], w: usize, by: usize) -> u64 {
    let (words, bits) = (by / 64, by % 64);
    let word = |w: usize| set.get(w).copied().unwrap_or(0);
    let low = word(w.saturating_add(words)) >> bits;
    if bits == 0 { low } else { low | word(w.saturating_add(words + 1)) << (64 - bits) }
}

impl ConstraintPropagator for SubsetSumPropagator {
    fn scope(&self) -> Vec<VarId> {
        let loads = self.loads.iter().filter_map(|load| load.as_variable());
        self.bins.iter().copied().chain(loads).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Highest
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        (0..self.loads.len()).try_for_each(|place| self.filter_bin(place, store))
    }
}
