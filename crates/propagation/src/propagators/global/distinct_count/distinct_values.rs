//! Bounds on the number of different values, and what follows from them.

use parallax_model::{self as model, Value, VarId};

use super::disjoint_domains::DisjointDomainSet;
use crate::propagators::{ConstraintPropagator, DomainStore, PropagatorCost};
use crate::store::{PropagationConflict, set_bits};

/// A variable and, for each word of its domain, the number of that word among the words of all
/// values.
#[derive(Clone)]
pub(super) struct VariableWords {
    pub(super) variable: VarId,
    pub(super) words: Box<[u32]>,
}

impl VariableWords {
    /// Returns the words of the domain, each with its number among the words of all values.
    pub(super) fn domain_words<'a>(
        &'a self,
        store: &'a DomainStore,
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let own = store.domain_words(self.variable).iter();
        self.words.iter().zip(own).map(|(&number, &word)| (number as usize, word))
    }

    /// Keeps the values of a set.
    pub(super) fn keep_values(
        &self,
        set: &[u64],
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let mut words = self.words.iter().enumerate();
        words.try_for_each(|(w, &of)| store.keep_bits(self.variable, w, set[of as usize]))
    }

    /// Removes the values of a set.
    fn remove_values(
        &self,
        set: &[u64],
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let mut words = self.words.iter().enumerate();
        words.try_for_each(|(w, &of)| store.keep_bits(self.variable, w, !set[of as usize]))
    }
}

/// Computes bounds on the number of different values from all domains at each call. A variable
/// that repeats counts once. Once all variables are fixed both bounds are the number.
#[derive(Clone)]
pub(super) struct DistinctCountPropagator {
    /// Each variable of the scope once.
    places: Vec<VariableWords>,
    total: VarId,
    /// The values that do not count, as bits.
    except: Vec<u64>,
    /// Buffers: the values to which variables are fixed, the values in some domain, and the values
    /// in two.
    taken: Vec<u64>,
    some: Vec<u64>,
    two: Vec<u64>,
    apart: DisjointDomainSet,
}

impl DistinctCountPropagator {
    pub(super) fn new(c: &model::DistinctCount, store: &DomainStore) -> Self {
        let mut scope = c.scope.clone();
        scope.sort_unstable();
        scope.dedup();
        let starts =
            |v: VarId| (0..store.domain_words(v).len()).map(move |w| store.word_start(v, w));
        let mut all: Vec<Value> = scope.iter().flat_map(|&v| starts(v)).collect();
        all.sort_unstable();
        all.dedup();
        let number = |start: Value| all.partition_point(|&other| other < start) as u32;
        let places: Vec<VariableWords> = scope
            .iter()
            .map(|&variable| VariableWords {
                variable,
                words: starts(variable).map(number).collect(),
            })
            .collect();
        let mut except = vec![0; all.len()];
        for &value in &c.except {
            // An exception outside all words occurs in no domain.
            if let Ok(word) = all.binary_search(&(value & !63)) {
                except[word] |= 1u64 << (value & 63);
            }
        }
        let set = vec![0; all.len()];
        DistinctCountPropagator {
            apart: DisjointDomainSet::new(places.len(), all.len()),
            places,
            total: c.total,
            except,
            taken: set.clone(),
            some: set.clone(),
            two: set,
        }
    }

    /// Collects the values that are taken, and the values in the domains.
    fn collect_values(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for set in [&mut self.taken, &mut self.some, &mut self.two] {
            set.fill(0);
        }
        let mut steps = 0;
        for place in &self.places {
            steps += place.words.len();
            let is_fixed = store.is_fixed(place.variable);
            for (w, word) in place.domain_words(store) {
                self.two[w] |= self.some[w] & word;
                self.some[w] |= word;
                if is_fixed {
                    self.taken[w] |= word;
                }
            }
        }
        for (w, except) in self.except.iter().enumerate() {
            self.taken[w] &= !except;
            self.some[w] &= !except;
        }
        store.spend_steps(steps + self.except.len())
    }

    /// Whether a variable may bring a value that counts and is not taken.
    fn may_be_new(&self, place: &VariableWords, store: &DomainStore) -> bool {
        place.domain_words(store).any(|(w, word)| word & !self.taken[w] & !self.except[w] != 0)
    }

    /// Enforces the upper bounds.
    fn at_least(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let taken = set_size(&self.taken);
        // Two upper bounds: each open variable brings at most one new value, and no value outside
        // the domains counts.
        let new = self.places.iter().filter(|place| self.may_be_new(place, store)).count();
        let remaining = set_size(&self.some);
        store.remove_above(self.total, (taken + new).min(remaining) as i64)?;
        let least = i64::from(store.min(self.total));
        if new > 0 && least == (taken + new) as i64 {
            // Each of these variables must bring a new value that counts, so it loses the taken
            // values and those that do not count. A conflict may leave the set extended; the next
            // call fills it again.
            self.taken.iter_mut().zip(&self.except).for_each(|(set, except)| *set |= except);
            for place in &self.places {
                if !store.is_fixed(place.variable) && self.may_be_new(place, store) {
                    place.remove_values(&self.taken, store)?;
                }
            }
            self.taken.iter_mut().zip(&self.except).for_each(|(set, except)| *set &= !except);
        }
        if least == remaining as i64 {
            self.take_all(store)?;
        }
        Ok(())
    }

    /// Fixes each variable that alone can take a value that must be taken.
    fn take_all(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for place in &self.places {
            if store.is_fixed(place.variable) {
                continue;
            }
            let own = place.domain_words(store).find_map(|(w, word)| {
                let own = word & self.some[w] & !self.two[w];
                (own != 0).then(|| (w, set_bits(own).next(), own.count_ones()))
            });
            let Some((w, Some(bit), number)) = own else { continue };
            // One variable cannot take two values that both need it. Such values in two words show
            // up in the next round, when one of them is gone from all domains.
            if number > 1 {
                return Err(PropagationConflict);
            }
            let word = place.words.iter().position(|&of| of as usize == w);
            if let Some(word) = word {
                let value = store.word_start(place.variable, word) + bit as Value;
                store.fix_value(place.variable, value)?;
            }
        }
        Ok(())
    }

    /// Enforces the lower bounds.
    fn at_most(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let DistinctCountPropagator { places, total, except, apart, .. } = self;
        // Neither choice is better in general: ranges are optimal when domains have no holes.
        for by_ranges in [false, true] {
            let number = apart.choose_domains(places, except, by_ranges, store)? as i64;
            store.remove_below(*total, number)?;
            // The chosen variables bring all values that the total allows; the others can only
            // repeat them or take values that do not count.
            if i64::from(store.max(*total)) == number {
                let left = apart.chosen_values(places, except, store);
                places.iter().try_for_each(|place| place.keep_values(left, store))?;
            }
        }
        Ok(())
    }
}

/// Returns the number of values of a set.
fn set_size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

impl ConstraintPropagator for DistinctCountPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.places.iter().map(|place| place.variable).chain([self.total]).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        loop {
            let before = store.prunings;
            self.collect_values(store)?;
            self.at_least(store)?;
            self.at_most(store)?;
            if store.prunings == before {
                return Ok(());
            }
        }
    }
}
