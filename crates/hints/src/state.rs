//! The knowledge on the way to a solution: live and placed candidates.

use fixedbitset::FixedBitSet;
use parallax_model::{Given, VarId};

use super::rules::CandidateRules;
use super::unit::{CandidateId, UnitId};

/// The remaining candidates, and the ones that are known to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateState {
    live: FixedBitSet,
    placed: FixedBitSet,
    given: FixedBitSet,
}

impl CandidateState {
    /// Starts with all candidates that the givens leave: a given removes the other candidates of
    /// its units. A variable with only one value counts as given.
    ///
    /// # Errors
    /// Returns a given whose value is not in the domain.
    pub fn from_givens(rules: &CandidateRules, givens: &[Given]) -> Result<Self, Given> {
        let mut live = FixedBitSet::with_capacity(rules.len());
        live.insert_range(..);
        let none = FixedBitSet::with_capacity(rules.len());
        let mut state = CandidateState { live, placed: none.clone(), given: none };
        let fixed = rules.model().variables().iter().enumerate().filter_map(|(place, variable)| {
            let only = variable.domain.len() == 1;
            let (variable_id, value) = (VarId::new(place), variable.domain.min()?);
            only.then_some(Given { variable: variable_id, value })
        });
        for given in fixed.chain(givens.iter().copied()) {
            let candidate = rules.find_candidate(given).ok_or(given)?;
            state.given.insert(candidate.index());
            state.place_candidate(rules, candidate);
        }
        Ok(state)
    }

    /// The state without any candidate.
    pub(super) fn without_candidates(rules: &CandidateRules) -> Self {
        let none = FixedBitSet::with_capacity(rules.len());
        CandidateState { live: none.clone(), placed: none.clone(), given: none }
    }

    /// Makes a candidate true and removes the others of its units.
    pub fn place_candidate(&mut self, rules: &CandidateRules, candidate: CandidateId) {
        // A candidate that was removed before does not become live again, so its units show the
        // contradiction.
        for &unit in rules.units_of(candidate) {
            for &other in &rules.unit(unit).candidates {
                if other != candidate {
                    self.live.remove(other.index());
                }
            }
        }
        self.placed.insert(candidate.index());
    }

    /// Makes a candidate false.
    pub fn remove_candidate(&mut self, candidate: CandidateId) {
        self.live.remove(candidate.index());
    }

    /// Whether a candidate remains.
    #[must_use]
    pub fn has_candidate(&self, candidate: CandidateId) -> bool {
        self.live.contains(candidate.index())
    }

    /// Whether a candidate is known to be true: given or placed.
    #[must_use]
    pub fn is_placed(&self, candidate: CandidateId) -> bool {
        self.placed.contains(candidate.index())
    }

    /// Whether a candidate is a given.
    #[must_use]
    pub fn is_given(&self, candidate: CandidateId) -> bool {
        self.given.contains(candidate.index())
    }

    /// The remaining candidates, ascending.
    #[must_use]
    pub fn live_candidates(&self) -> &FixedBitSet {
        &self.live
    }

    /// The candidates that are known to be true, ascending.
    #[must_use]
    pub fn placed_candidates(&self) -> &FixedBitSet {
        &self.placed
    }

    /// The remaining candidates of a unit, ascending.
    pub fn of_unit<'a>(
        &'a self,
        rules: &'a CandidateRules,
        unit: UnitId,
    ) -> impl Iterator<Item = CandidateId> + 'a {
        rules
            .unit(unit)
            .candidates
            .iter()
            .copied()
            .filter(|&candidate| self.has_candidate(candidate))
    }

    /// Whether a unit has a candidate that is known to be true.
    #[must_use]
    pub fn is_done(&self, rules: &CandidateRules, unit: UnitId) -> bool {
        rules.unit(unit).candidates.iter().any(|&candidate| self.is_placed(candidate))
    }

    /// Whether some unit that must have a true candidate has none remaining.
    #[must_use]
    pub fn is_contradictory(&self, rules: &CandidateRules) -> bool {
        let units = rules.units().iter().filter(|unit| unit.is_some);
        let mut units = units.map(|unit| &unit.candidates);
        units.any(|candidates| !candidates.iter().any(|&candidate| self.has_candidate(candidate)))
    }

    /// Whether every shown variable has a value.
    #[must_use]
    pub fn is_complete(&self, rules: &CandidateRules) -> bool {
        let is_known = |v: &VarId| rules.of_variable(*v).any(|c| self.is_placed(c));
        rules.model().shown().iter().all(is_known)
    }
}
