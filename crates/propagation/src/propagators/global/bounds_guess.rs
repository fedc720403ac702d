//! Explanations by bounds, made weaker one bound after the other.

use parallax_model::VarId;

use super::cumulative::bounds_source::BoundsSource;
use crate::decision::ValueTest;
use crate::propagators::{DomainClaim, ExplanationPremises, PastDomains};

/// Maximum number of tasks for which explanations by rules are made as wide as possible: each bound
/// takes a run of the rules.
pub(super) const MAX_WIDENED_TASKS: usize = 32;

/// The bounds of a few variables before a change, one of them limited to values that the change
/// excludes: if these bounds break a constraint, they explain the change.
pub(super) struct BoundsGuess {
    /// Each variable with its bounds, in order.
    all: Vec<(VarId, (i64, i64))>,
    /// The variable of the change, and the part of its values that is assumed.
    part: Option<(VarId, (i64, i64))>,
}

impl BoundsGuess {
    /// Takes the bounds of some variables at an earlier time.
    pub(super) fn from_past(mut variables: Vec<VarId>, past: &PastDomains<'_>) -> Self {
        variables.sort_unstable();
        variables.dedup();
        let all = variables.into_iter().map(|v| (v, past.wide_bounds(v))).collect();
        BoundsGuess { all, part: None }
    }

    /// Assumes values of a variable from one bound to another.
    pub(super) fn assume_values(mut self, v: VarId, part: (i64, i64)) -> Self {
        self.part = Some((v, part));
        self
    }

    /// Assumes that a claim is false; `None` if the values that it excludes have no bounds.
    pub(super) fn assume_opposite(self, claim: DomainClaim) -> Option<Self> {
        let value = i64::from(claim.value);
        let part = match claim.test {
            ValueTest::AtMost => (value + 1, i64::MAX),
            ValueTest::Above => (i64::MIN, value),
            ValueTest::Not => (value, value),
            ValueTest::Is => return None,
        };
        Some(self.assume_values(claim.variable, part))
    }

    /// Adds the bounds of the variables, as wide as possible: each is tried at the root instead.
    /// Adds nothing and returns false if the bounds break nothing. Bounds of the assumed variable
    /// are added unless `without_own`.
    pub(super) fn explain_guess(
        mut self,
        into: &mut ExplanationPremises<'_>,
        without_own: bool,
        breaks: impl Fn(&BoundsGuess) -> bool,
    ) -> bool {
        if !breaks(&self) {
            return false;
        }
        for place in 0..self.all.len() {
            let (v, _) = self.all[place];
            let (low, high) = into.root_ends(v);
            // Both ends at once drops a variable that does not matter in one test; otherwise each
            // end alone.
            for wider in [(Some(low), Some(high)), (Some(low), None), (None, Some(high))] {
                let before = self.all[place].1;
                self.all[place].1 = (wider.0.unwrap_or(before.0), wider.1.unwrap_or(before.1));
                if !breaks(&self) {
                    self.all[place].1 = before;
                }
            }
            // A bound at the root is dropped by `ExplanationPremises`, so widened ends cost
            // nothing.
            let is_own = self.part.is_some_and(|(own, _)| own == v);
            if !(is_own && without_own) {
                into.at_least(v, self.all[place].1.0);
                into.at_most(v, self.all[place].1.1);
            }
        }
        true
    }
}

impl BoundsSource for BoundsGuess {
    fn variable_bounds(&self, v: VarId) -> (i64, i64) {
        // A variable outside the guess is not a premise, so it may take any value.
        let found = self.all.binary_search_by_key(&v, |entry| entry.0);
        let (low, high) =
            found.map_or((i64::from(i32::MIN), i64::from(i32::MAX)), |place| self.all[place].1);
        match self.part {
            Some((own, part)) if own == v => (low.max(part.0), high.min(part.1)),
            _ => (low, high),
        }
    }
}
