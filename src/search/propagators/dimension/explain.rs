//! Why a class is excluded.

use super::Dimension;
use crate::model::{Domain, VarId};
use crate::search::propagators::{Past, Removal};

impl Dimension {
    /// Nothing for a value without a class. Else, for equality, a variable
    /// that cannot take the class; for difference, variables with too few
    /// classes beside it; for either, both.
    pub(super) fn why(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let number = self.masks.values.number(removal.value);
        let Some(class) = number.and_then(|number| self.masks.class_of(number)) else {
            return Vec::new();
        };
        let Some(place) = self.scope.iter().position(|&v| v == removal.variable) else {
            return Vec::new();
        };
        let mut sets = vec![0; self.scope.len() * self.words];
        for (&v, set) in self.scope.iter().zip(sets.chunks_exact_mut(self.words)) {
            self.masks.look(|w| past.word_at(v, self.masks.values.start(w)), set);
        }
        let word = |x: usize, w: usize| sets[x * self.words + w];
        let lacks = |&x: &usize| word(x, class / 64) >> (class % 64) & 1 == 0;
        let (same, different) = self.sides();
        let mut because = Vec::new();
        if same {
            because.extend((0..self.scope.len()).find(lacks));
        }
        if different {
            because.extend(self.filter.why_not(place, Some(class), |_| 0..self.words, word));
        }
        because.sort_unstable();
        because.dedup();
        because.retain(|&x| x != place);
        because.into_iter().map(|x| (self.scope[x], past.domain(self.scope[x]))).collect()
    }
}
