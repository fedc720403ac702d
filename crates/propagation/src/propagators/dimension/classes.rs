//! Translates between values and classes as bit sets.

use std::ops::Range;

use parallax_model::{ValueDimension, VarId};

use crate::propagators::flow::{PrunableGraph, ScopeValues, ValueGraph};
use crate::store::{DomainStore, PropagationConflict};

/// The values of each class, as bit-set words in a layout that all variables share: only
/// nonempty words, one class after the other.
#[derive(Clone)]
pub(super) struct ClassMasks {
    pub(super) values: ScopeValues,
    /// The start of the entries of each class, and the end of the last.
    starts: Vec<u32>,
    /// The place of the word, and the values of the class in it.
    entries: Vec<(u32, u64)>,
    /// The values of all classes.
    classed: Vec<u64>,
}

impl ClassMasks {
    pub(super) fn new(scope: &[VarId], dimension: &ValueDimension, store: &DomainStore) -> Self {
        let values = ScopeValues::new(scope, store);
        let classed = values.all_values().enumerate();
        let mut members: Vec<(u32, usize)> = classed
            .filter_map(|(number, value)| Some((dimension.class_of_value(value)?, number)))
            .collect();
        // By class, then by number: the entries of a class are adjacent, with ascending words.
        members.sort_unstable();
        let classed = vec![0; values.word_count()];
        let mut masks = ClassMasks { values, starts: vec![0], entries: Vec::new(), classed };
        let mut rest = members.as_slice();
        for class in 0..dimension.class_names().len() as u32 {
            // Classes come in ascending order, so the members of this class are at the front of the
            // rest.
            let (own, others) = rest.split_at(rest.partition_point(|entry| entry.0 <= class));
            rest = others;
            own.iter().for_each(|entry| masks.add_value(entry.1));
            masks.starts.push(masks.entries.len() as u32);
        }
        masks
    }

    /// Adds a value to the last class.
    fn add_value(&mut self, number: usize) {
        let (w, bit) = ((number / 64) as u32, 1 << (number % 64));
        self.classed[number / 64] |= bit;
        let first = self.starts[self.starts.len() - 1] as usize;
        match self.entries[first..].last_mut() {
            Some(entry) if entry.0 == w => entry.1 |= bit,
            _ => self.entries.push((w, bit)),
        }
    }

    /// Returns the values in a word that have a class.
    pub(super) fn classed_values(&self, w: usize) -> u64 {
        self.classed[w]
    }

    /// Returns the number of classes.
    pub(super) fn class_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the words of a class with its values in them.
    pub(super) fn class_words(&self, class: usize) -> &[(u32, u64)] {
        &self.entries[self.starts[class] as usize..self.starts[class + 1] as usize]
    }

    /// Returns the class of the value with this number.
    pub(super) fn class_of(&self, number: usize) -> Option<usize> {
        let has = |entry: &(u32, u64)| {
            entry.0 as usize == number / 64 && entry.1 >> (number % 64) & 1 == 1
        };
        // Linear, but only explanations ask; propagation goes from classes to values.
        (0..self.class_count()).find(|&class| self.class_words(class).iter().any(has))
    }

    /// Writes the classes that have a value in the given words to `into`, one bit for each
    /// class.
    pub(super) fn collect_present(&self, word: impl Fn(usize) -> u64, into: &mut [u64]) {
        into.fill(0);
        for class in 0..self.class_count() {
            let any = self.class_words(class).iter().any(|&(w, mask)| word(w as usize) & mask != 0);
            into[class / 64] |= u64::from(any) << (class % 64);
        }
    }
}

/// The sets of classes as a graph. The classes that are kept among those `present` for a variable
/// are added to `allowed`.
pub(super) struct ClassGraph<'a> {
    pub(super) store: &'a mut DomainStore,
    /// The number of words of a set.
    pub(super) words: usize,
    pub(super) present: &'a [u64],
    pub(super) allowed: &'a mut [u64],
}

impl ClassGraph<'_> {
    /// Whether everything present is already allowed.
    pub(super) fn is_all_allowed(&self) -> bool {
        self.present.iter().zip(&*self.allowed).all(|(present, allowed)| present & !allowed == 0)
    }
}

impl ValueGraph for ClassGraph<'_> {
    fn word_range(&self, _variable: usize) -> Range<usize> {
        0..self.words
    }

    fn value_word(&self, variable: usize, w: usize) -> u64 {
        self.present[variable * self.words + w]
    }

    fn spend_steps(&mut self, steps: usize) -> Result<(), PropagationConflict> {
        self.store.spend_steps(steps)
    }
}

impl PrunableGraph for ClassGraph<'_> {
    fn keep_values(
        &mut self,
        variable: usize,
        w: usize,
        mask: u64,
    ) -> Result<(), PropagationConflict> {
        // Nothing is removed here, so this never fails: several filters of one call add their
        // results.
        self.allowed[variable * self.words + w] |= self.value_word(variable, w) & mask;
        Ok(())
    }
}
