//! Hidden singles of permutations within 64 values.

use parallax_model::{self as model, VarId};

use super::reasons::{explain_shortage, explain_single};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
};
use crate::store::{PropagationConflict, SingleWordScope};

/// A fast version of [`HiddenSinglePropagator`](super::singles::HiddenSinglePropagator) for
/// permutations whose values lie in one word.
#[derive(Clone)]
pub(super) struct FlatSingles {
    scope: Vec<VarId>,
    flat: SingleWordScope,
    all: u64,
}

impl FlatSingles {
    /// Returns `None` unless there are as many values as variables, and all lie in one word.
    pub(super) fn new(c: &model::AllDifferent, store: &DomainStore) -> Option<Self> {
        let flat = SingleWordScope::from_scope(&c.scope, store)?;
        let all = flat.domain_words(store).fold(0, |all, word| all | word);
        let permutation = all.count_ones() as usize == c.scope.len();
        permutation.then(|| FlatSingles { scope: c.scope.clone(), flat, all })
    }
}

impl ConstraintPropagator for FlatSingles {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.scope.iter().map(|&v| (v, DomainEvent::Domain)).collect()
    }

    #[inline]
    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let (mut once, mut twice, mut fixed) = (0u64, 0u64, 0u64);
        for word in self.flat.domain_words(store) {
            twice |= once & word;
            once |= word;
            // All ones if one value remains, else zero.
            let is_fixed = u64::from(word & word.wrapping_sub(1) == 0).wrapping_neg();
            fixed |= word & is_fixed;
        }
        // A permutation takes every value, so a value that no variable has is a conflict.
        if once != self.all {
            return Err(PropagationConflict);
        }
        // A value in exactly one domain must be taken there. Fixed variables are done.
        let mut single = once & !twice & !fixed;
        for place in 0..self.scope.len() {
            if single == 0 {
                return Ok(());
            }
            let singles = self.flat.domain_word(place, store) & single;
            if singles != 0 {
                single &= !singles;
                // If two values have only this variable, one of them is lost.
                let lowest = singles & singles.wrapping_neg();
                self.flat.keep_bits(place, lowest, store)?;
                if singles != lowest {
                    return Err(PropagationConflict);
                }
            }
        }
        Ok(())
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        explain_single(&self.scope, claim, past, into);
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        explain_shortage(&self.scope, true, past, into);
    }
}
