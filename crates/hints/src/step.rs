//! One deduction with its reason.

use super::rules::CandidateRules;
use super::state::CandidateState;
use super::technique::Technique;
use super::unit::{CandidateId, RulePart};

/// Candidates that become true or false, because some rule parts hold and the candidates that the
/// state no longer has are false. Together these contradict the opposite of each conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeductionStep {
    /// The name of the reasoning.
    pub technique: Technique,
    /// The rule parts, ascending: `Some` before `One`, each by unit.
    pub parts: Vec<RulePart>,
    /// The rules that do not consist of units, by their index among the
    /// [`ConstraintGroup`](super::ConstraintGroup)s, ascending. A step with groups or whole houses
    /// uses without a part that a variable has exactly one value.
    pub groups: Vec<usize>,
    /// The all-different constraints that the step uses as a whole, by their indices in the
    /// model, ascending.
    pub houses: Vec<usize>,
    /// The constraints, by their indices in the model, whose equations add up to the sum that
    /// concludes, each with its factor: houses first, then those of `groups`. Empty if the step
    /// adds no equations.
    pub sums: Vec<(i64, usize)>,
    /// Candidates that are true, ascending.
    pub places: Vec<CandidateId>,
    /// Candidates that are false, ascending; all of them are live.
    pub removes: Vec<CandidateId>,
}

impl DeductionStep {
    /// Makes a step, with parts and candidates sorted.
    #[must_use]
    pub fn new(
        technique: Technique,
        parts: impl IntoIterator<Item = RulePart>,
        places: impl IntoIterator<Item = CandidateId>,
        removes: impl IntoIterator<Item = CandidateId>,
    ) -> Self {
        fn sort_unique<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
            let mut items: Vec<T> = items.into_iter().collect();
            items.sort_unstable();
            items.dedup();
            items
        }
        DeductionStep {
            technique,
            parts: sort_unique(parts),
            groups: Vec::new(),
            houses: Vec::new(),
            sums: Vec::new(),
            places: sort_unique(places),
            removes: sort_unique(removes),
        }
    }

    /// The number of rules and rule parts.
    #[must_use]
    pub fn size(&self) -> usize {
        // The sums include an equation for each group, so the groups are not counted twice.
        self.parts.len() + self.houses.len() + self.groups.len().max(self.sums.len())
    }

    /// Whether the step rests on rule parts alone, so that these say all that it uses.
    #[must_use]
    pub fn has_parts_only(&self) -> bool {
        self.groups.is_empty() && self.houses.is_empty()
    }

    /// Whether the state lacks a conclusion of the step.
    #[must_use]
    pub fn is_new(&self, state: &CandidateState) -> bool {
        self.places.iter().any(|&place| !state.is_placed(place))
            || self.removes.iter().any(|&candidate| state.has_candidate(candidate))
    }

    /// Adds the conclusions to the state.
    pub fn apply_conclusions(&self, rules: &CandidateRules, state: &mut CandidateState) {
        self.places.iter().for_each(|&candidate| state.place_candidate(rules, candidate));
        self.removes.iter().for_each(|&candidate| state.remove_candidate(candidate));
    }

    /// The facts of the step, ascending: the candidates that the state no longer has, of the units
    /// that must have a true one and of the houses that the step uses as a whole.
    #[must_use]
    pub fn fact_candidates(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
    ) -> Vec<CandidateId> {
        let mut facts: Vec<CandidateId> = Vec::new();
        let some = self.parts.iter().filter(|part| matches!(part, RulePart::Some(_)));
        let whole = self.houses.iter().flat_map(|&index| rules.units_at(index));
        for unit in some.map(|part| part.unit()).chain(whole) {
            let all = rules.unit(unit).candidates.iter().copied();
            facts.extend(all.filter(|&candidate| !state.has_candidate(candidate)));
        }
        facts.sort_unstable();
        facts.dedup();
        facts
    }
}
