//! Variables that cannot share values.

use super::distinct_values::VariableWords;
use crate::store::{DomainStore, PropagationConflict};

/// A set of variables with disjoint domains, all of whose values count. Each brings a different
/// value.
#[derive(Clone)]
pub(super) struct DisjointDomainSet {
    /// The order in which places are considered: by what decides, and by number.
    order: Vec<(i64, u32)>,
    chosen: Vec<u32>,
    /// The values of the chosen domains, as bits.
    values: Vec<u64>,
}

impl DisjointDomainSet {
    pub(super) fn new(places: usize, words: usize) -> Self {
        DisjointDomainSet {
            order: Vec::with_capacity(places),
            chosen: Vec::with_capacity(places),
            values: vec![0; words],
        }
    }

    /// Chooses greedily: small domains first, or ranges of values that end early first. The second
    /// is the greatest number of disjoint ranges. Returns the number.
    pub(super) fn choose_domains(
        &mut self,
        places: &[VariableWords],
        except: &[u64],
        by_ranges: bool,
        store: &mut DomainStore,
    ) -> Result<usize, PropagationConflict> {
        self.order.clear();
        for (number, place) in (0..).zip(places) {
            // A domain with a value that does not count might bring nothing.
            if place.domain_words(store).all(|(w, word)| word & except[w] == 0) {
                let v = place.variable;
                let key = if by_ranges { store.max(v).into() } else { store.domain_size(v).into() };
                self.order.push((key, number));
            }
        }
        self.order.sort_unstable();
        self.chosen.clear();
        self.values.fill(0);
        let (mut end, mut steps) = (i64::MIN, self.values.len());
        for &(key, number) in &self.order {
            let place = &places[number as usize];
            if by_ranges {
                // By ascending ends, taking each range that starts after the last one chosen is
                // optimal.
                if i64::from(store.min(place.variable)) > end {
                    end = key;
                    self.chosen.push(number);
                }
                continue;
            }
            steps += place.words.len();
            // Disjoint domains in general are a hard packing problem; small domains block few
            // others.
            if place.domain_words(store).all(|(w, word)| word & self.values[w] == 0) {
                place.domain_words(store).for_each(|(w, word)| self.values[w] |= word);
                self.chosen.push(number);
            }
        }
        store.spend_steps(steps + 2 * places.len())?;
        Ok(self.chosen.len())
    }

    /// Returns the values of the chosen variables, and the values that do not count.
    pub(super) fn chosen_values(
        &mut self,
        places: &[VariableWords],
        except: &[u64],
        store: &DomainStore,
    ) -> &[u64] {
        self.values.copy_from_slice(except);
        for &number in &self.chosen {
            let words = places[number as usize].domain_words(store);
            words.for_each(|(w, word)| self.values[w] |= word);
        }
        &self.values
    }
}
