//! Minimum and maximum.

use std::collections::BTreeSet;

use crate::{ClauseEncoder, EncodeError, EncodedBool, IntId};

impl ClauseEncoder {
    /// Requires that `result` is the largest (`max`) or smallest value of these integers. An empty
    /// scope has no such value and is a contradiction.
    ///
    /// For each bound `b`: the maximum is at most `b` exactly when all integers are, the
    /// minimum exactly when one is. No auxiliary literals.
    pub fn require_extremum(
        &mut self,
        result: IntId,
        scope: &[IntId],
        max: bool,
    ) -> Result<(), EncodeError> {
        if scope.is_empty() {
            return self.require_truth(false);
        }
        // Truth values of bounds change only at values of some domain, so these bounds suffice.
        let mut bounds: BTreeSet<i32> = self.values(result).iter().copied().collect();
        for &x in scope {
            bounds.extend(self.values(x));
        }
        for bound in bounds {
            let below = self.at_most_value(result, bound)?;
            let sign = |literal: EncodedBool| if max { literal } else { !literal };
            // For the maximum, `below` implies each, and all together imply `below`. For the
            // minimum the same holds of the negated literals.
            let mut all = vec![sign(below)];
            for &x in scope {
                let x_below = self.at_most_value(x, bound)?;
                self.formula.add_bools(&[!sign(below), sign(x_below)])?;
                all.push(!sign(x_below));
            }
            self.formula.add_bools(&all)?;
        }
        Ok(())
    }
}
