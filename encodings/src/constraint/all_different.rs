//! All different.

use std::collections::BTreeMap;

use crate::{EncodeError, Encoder, IntId, Relation};

impl Encoder {
    /// These integers have different values; so the same integer twice is a contradiction.
    ///
    /// For each value, at most one integer takes it; exactly one if there are only as many values
    /// as integers (a permutation). Two integers are simply unequal.
    pub fn all_different(&mut self, scope: &[IntId]) -> Result<(), EncodeError> {
        if let &[x, y] = scope {
            return self.compare(x, Relation::Ne, y, 0);
        }
        let mut takers: BTreeMap<i32, Vec<(IntId, usize)>> = BTreeMap::new();
        for &x in scope {
            for (index, &value) in self.values(x).iter().enumerate() {
                takers.entry(value).or_default().push((x, index));
            }
        }
        if takers.len() < scope.len() {
            return self.require(false);
        }
        self.formula.note("alldiff", "amo");
        let permutation = takers.len() == scope.len();
        for takers in takers.into_values() {
            if takers.len() < 2 && !permutation {
                continue;
            }
            let bools = takers.into_iter().map(|(x, index)| self.eq_at(x, index));
            let bools = bools.collect::<Result<Vec<_>, _>>()?;
            if permutation {
                self.exactly_one(&bools)?;
            } else {
                self.at_most_one(&bools)?;
            }
        }
        Ok(())
    }
}
