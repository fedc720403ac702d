//! Explanations of loads by the items that are in a bin, or cannot be.

use parallax_model::{ConstraintOperand, Value, VarId};

use super::bin_loads::BinLoadPropagator;
use crate::propagators::{BoundSide, DomainClaim, ExplanationPremises, PastDomains, by_bounds};

impl BinLoadPropagator {
    /// Explains a claim about an item or a load; returns false and adds nothing if all loads
    /// together are the reason.
    pub(super) fn explain_claim(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let own = claim.variable;
        let is_load = self.loads.iter().any(|load| load.as_variable() == Some(own));
        match (self.bins.contains(&own), is_load) {
            (true, false) => self.explain_item(claim, past, into),
            (false, true) => by_bounds(claim, past, into, |side, limit, into| {
                let mut bins =
                    (0..self.loads.len()).filter(|&bin| self.loads[bin].as_variable() == Some(own));
                bins.any(|bin| match side {
                    BoundSide::Lower => self.explain_inside(bin, limit, None, past, into),
                    BoundSide::Upper => self.explain_outside(bin, limit, None, past, into),
                })
            }),
            // A variable that is a load and an item at once has no simple reason.
            _ => false,
        }
    }

    /// Explains the bins of an item: one bin needs it, or each bin that it lost would be overfull
    /// or does not exist.
    fn explain_item(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let own = claim.variable;
        let mark = into.atom_count();
        let needs = |bin: usize, into: &mut ExplanationPremises<'_>| {
            let least = self.past_load_bounds(bin, past).0;
            let gives = self.bin_value(bin).is_some_and(|value| claim.admits_value(value));
            // Without this item the bin stays below its least load, so the item is there.
            let explained = gives && self.explain_outside(bin, least - 1, Some(own), past, into);
            if let (true, ConstraintOperand::Variable(v)) = (explained, self.loads[bin]) {
                into.at_least(v, least);
            }
            explained
        };
        if (0..self.loads.len()).any(|bin| needs(bin, into)) {
            return true;
        }
        for value in into.left_to_refute(claim, past) {
            let bin = usize::try_from(i64::from(value) - self.first).ok();
            let Some(bin) = bin.filter(|&bin| bin < self.loads.len()) else { continue };
            // With this item the bin exceeds its greatest load, so the item is not there.
            let most = self.past_load_bounds(bin, past).1;
            if !self.explain_inside(bin, most + 1, Some(own), past, into) {
                into.take_back(mark);
                return false;
            }
            if let ConstraintOperand::Variable(v) = self.loads[bin] {
                into.at_most(v, most);
            }
        }
        true
    }

    /// Explains why a load is at least a number: by items in the bin, the largest first; with an
    /// item that is assumed to be there.
    fn explain_inside(
        &self,
        bin: usize,
        least: i64,
        assumed: Option<VarId>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let Some(value) = self.bin_value(bin) else { return false };
        let mut missing = least - self.size_of(assumed);
        let mut inside = Vec::new();
        // Large items first, so that few premises reach the sum.
        for &item in &self.by_size {
            let v = self.bins[item as usize];
            if missing > 0 && Some(v) != assumed && past.is_fixed_to(v, value) {
                missing -= self.sizes[item as usize];
                inside.push(v);
            }
        }
        if missing <= 0 {
            inside.into_iter().for_each(|v| into.add_equality(v, value));
        }
        missing <= 0
    }

    /// Explains why a load is at most a number: by items that cannot be in the bin, the largest
    /// first; without an item that is assumed not to be there.
    fn explain_outside(
        &self,
        bin: usize,
        most: i64,
        assumed: Option<VarId>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let Some(value) = self.bin_value(bin) else { return false };
        // The surplus over the limit if every item but the assumed one were in the bin.
        let mut above = self.sizes.iter().sum::<i64>() - most - self.size_of(assumed);
        let mut outside = Vec::new();
        for &item in &self.by_size {
            let v = self.bins[item as usize];
            if above > 0 && Some(v) != assumed && !past.contains(v, value) {
                above -= self.sizes[item as usize];
                outside.push(v);
            }
        }
        if above <= 0 {
            outside.into_iter().for_each(|v| into.add_disequality(v, value));
        }
        above <= 0
    }

    /// Returns the size of an item, over all places of its variable.
    fn size_of(&self, item: Option<VarId>) -> i64 {
        let own = self.bins.iter().zip(&self.sizes).filter(|(v, _)| Some(**v) == item);
        own.map(|(_, size)| size).sum()
    }

    /// Returns the value of a bin.
    fn bin_value(&self, bin: usize) -> Option<Value> {
        Value::try_from(self.first + bin as i64).ok()
    }

    fn past_load_bounds(&self, bin: usize, past: &PastDomains<'_>) -> (i64, i64) {
        match self.loads[bin] {
            ConstraintOperand::Number(number) => (number.into(), number.into()),
            ConstraintOperand::Variable(v) => past.wide_bounds(v),
        }
    }
}
