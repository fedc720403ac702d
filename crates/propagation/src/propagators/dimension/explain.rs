//! Explains why a class is excluded.

use parallax_model::{Domain, VarId};

use super::DimensionPropagator;
use super::class_filter::ClassFilterMethod;
use crate::propagators::{ExplanationPremises, PastDomains, ValueRemoval};

impl DimensionPropagator {
    /// Adds that variables take only the classes that they had. Lost values of these classes do not
    /// matter, nor do values without a class.
    pub(super) fn explain_classes(
        &self,
        variables: &[VarId],
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let mut present = vec![0; self.words];
        for &v in variables {
            self.masks.collect_present(
                |w| past.word_at(v, self.masks.values.word_start(w)),
                &mut present,
            );
            // Only lost classes are premises: a value whose class remains, or that has no class, is
            // left out.
            let class_of = |value| {
                let number = self.masks.values.value_number(value);
                number.and_then(|number| self.masks.class_of(number))
            };
            into.lost_unless(v, past, |value| {
                class_of(value).is_none_or(|class| present[class / 64] >> (class % 64) & 1 == 1)
            });
        }
    }

    /// Returns nothing for a value without a class. Otherwise, for equality, a variable that cannot
    /// take the class; for difference, variables with too few other classes; for either of them,
    /// both. For a number of equal classes, the variables that exclude the value, whichever class
    /// is taken that often; for a table, the variables that exclude each row with the class.
    pub(super) fn explain_class(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let number = self.masks.values.value_number(removal.value);
        let Some(class) = number.and_then(|number| self.masks.class_of(number)) else {
            return Vec::new();
        };
        let Some(place) = self.scope.iter().position(|&v| v == removal.variable) else {
            return Vec::new();
        };
        // The value has a class, so there is at least one word and the chunks below are not empty.
        let mut sets = vec![0; self.scope.len() * self.words];
        for (&v, set) in self.scope.iter().zip(sets.chunks_exact_mut(self.words)) {
            self.masks.collect_present(|w| past.word_at(v, self.masks.values.word_start(w)), set);
        }
        let word = |x: usize, w: usize| sets[x * self.words + w];
        let takes = |x: usize, class: usize| word(x, class / 64) >> (class % 64) & 1 == 1;
        let lacks = |&x: &usize| !takes(x, class);
        let mut because = Vec::new();
        match &self.method {
            &ClassFilterMethod::Sides { same, different } => {
                // Both sides of the relation must be refuted; the premises of each are united.
                if same {
                    because.extend((0..self.scope.len()).find(lacks));
                }
                if different {
                    because.extend(self.filter.why_not(
                        place,
                        Some(class),
                        |_| 0..self.words,
                        word,
                    ));
                }
            }
            ClassFilterMethod::EqualCount(count) => {
                // An empty class is taken by no variable, so it cannot be the largest.
                let candidates = (0..self.masks.class_count())
                    .filter(|&c| !self.masks.class_words(c).is_empty());
                let size = (self.scope.len(), self.words);
                because = count.why_not((place, class), size, candidates, word);
            }
            ClassFilterMethod::Rows(rows) => {
                because = rows.why_not(place, class, |x, c| !takes(x, c));
            }
        }
        because.sort_unstable();
        because.dedup();
        because.retain(|&x| x != place);
        because.into_iter().map(|x| (self.scope[x], past.domain(self.scope[x]))).collect()
    }
}
