//! Chooses the encoding of an all-different constraint.

use std::collections::BTreeMap;

use crate::{AllDifferentKind, ArithmeticRelation, ClauseEncoder, EncodeError, IntId};

impl ClauseEncoder {
    /// Requires that these integers take different values. An integer listed twice is a
    /// contradiction.
    ///
    /// Uses the encoding in
    /// [`EncodingOptions::all_different`](crate::EncodingOptions::all_different); two integers
    /// always get a plain disequality.
    ///
    /// # Errors
    /// [`EncodeError::TooLarge`] if the literals of the Hall intervals or of the bits would exceed
    /// [`EncodingOptions::different_literals`](crate::EncodingOptions::different_literals).
    pub fn all_different(&mut self, scope: &[IntId]) -> Result<(), EncodeError> {
        if let &[x, y] = scope {
            return self.require_comparison(x, ArithmeticRelation::Ne, y, 0);
        }
        let mut takers = Takers::new();
        for &x in scope {
            self.formula.spend_work(self.domain_size(x))?;
            for (index, &value) in self.values(x).iter().enumerate() {
                takers.entry(value).or_default().push((x, index));
            }
        }
        // The pigeonhole principle: n integers need n values.
        if takers.len() < scope.len() {
            return self.require_truth(false);
        }
        let kind = self.options.all_different.resolve_auto();
        self.formula.note_encoding("alldiff", kind.name());
        match kind {
            AllDifferentKind::Auto | AllDifferentKind::Amo => {
                self.at_most_one_taker(&takers, scope.len())
            }
            AllDifferentKind::Hall => self.different_by_intervals(scope, &takers),
            AllDifferentKind::Bits => {
                let values: Vec<i32> = takers.into_keys().collect();
                self.different_by_bits(scope, &values)
            }
        }
    }

    /// Requires that at most one integer takes each value; exactly one if there are as many values
    /// as integers (a permutation).
    pub(super) fn at_most_one_taker(
        &mut self,
        takers: &Takers,
        integers: usize,
    ) -> Result<(), EncodeError> {
        let permutation = takers.len() == integers;
        for takers in takers.values() {
            // A value with one taker cannot be taken twice, but in a permutation its taker must
            // take it.
            if takers.len() < 2 && !permutation {
                continue;
            }
            let bools = takers.iter().map(|&(x, index)| self.eq_at(x, index));
            let bools = bools.collect::<Result<Vec<_>, _>>()?;
            if permutation {
                self.exactly_one(&bools)?;
            } else {
                self.at_most_one(&bools)?;
            }
        }
        Ok(())
    }

    /// Fails if the constraint needs more auxiliary literals than one all-different may have.
    pub(super) fn check_literals(&self, what: &'static str, size: u64) -> Result<(), EncodeError> {
        let limit = self.options.different_literals as u64;
        if size > limit { Err(EncodeError::TooLarge { what, size, limit }) } else { Ok(()) }
    }
}

/// By value: the integers that can take it, each with the value's place in its domain.
pub(super) type Takers = BTreeMap<i32, Vec<(IntId, usize)>>;
