//! One rule with its own model, and optionally the differences that other rules demand of its
//! variables.

use std::collections::{BTreeSet, HashMap};

use fixedbitset::FixedBitSet;
use parallax_model::{AllDifferent, Constraint, Domain, Model, VarId};

use super::group::ConstraintGroup;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::technique::Technique;
use super::unit::{CandidateId, RulePart};

/// The definitions that share each variable.
pub(super) struct DefinitionIndex(HashMap<VarId, Vec<usize>>);

impl DefinitionIndex {
    /// Returns the definitions with these indices among the constraints, by their variables.
    pub(super) fn from_places(rules: &CandidateRules, places: &[usize]) -> Self {
        let mut by_variable: HashMap<VarId, Vec<usize>> = HashMap::new();
        for &index in places {
            for variable in rules.model().constraints()[index].constraint.scope() {
                by_variable.entry(variable).or_default().push(index);
            }
        }
        DefinitionIndex(by_variable)
    }
}

/// A group with its own model. A definition joins it if they share a variable.
#[derive(Clone, Debug)]
pub(super) struct GroupModel {
    /// The model.
    pub model: Model,
    /// The variables of that model in the whole model, ascending.
    pub scope: Vec<VarId>,
    /// The indices of the all-different constraints whose differences the model has.
    pub houses: Vec<usize>,
}

impl GroupModel {
    /// Makes the model of a group.
    pub(super) fn for_group(
        rules: &CandidateRules,
        group: &ConstraintGroup,
        definitions: &DefinitionIndex,
    ) -> Self {
        let near = group.scope.iter().filter_map(|variable| definitions.0.get(variable));
        let near: BTreeSet<usize> = near.flatten().copied().collect();
        // The order is the one that `DifferenceRule` relies on: definitions and constraints come
        // before differences.
        let places: Vec<usize> = near.into_iter().chain(group.places.iter().copied()).collect();
        let (model, scope) = rules.model().extract_constraints(&places);
        GroupModel { model, scope, houses: Vec::new() }
    }

    /// Adds the differences that all-different constraints demand of the variables. Leaves out
    /// constraints that have fewer than two of these.
    #[must_use]
    pub(super) fn with_all_different(mut self, rules: &CandidateRules, places: &[usize]) -> Self {
        for &index in places {
            let posted = &rules.model().constraints()[index];
            let Constraint::AllDifferent(all) = &posted.constraint else { continue };
            // The scope ascends, and the index in it is the variable in this model.
            let own = all.scope.iter().filter_map(|v| self.scope.binary_search(v).ok());
            let scope: Vec<VarId> = own.map(VarId::new).collect();
            let label = posted.label.clone();
            let shares = scope.len() >= 2;
            let different = Constraint::AllDifferent(AllDifferent { scope });
            // All variables of the constraint are in the model, which therefore accepts it.
            if shares && self.model.post(label, different).is_ok() {
                self.houses.push(index);
            }
        }
        self
    }

    /// Returns the candidates of the variables that remain in a state.
    pub(super) fn live_candidates(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
    ) -> FixedBitSet {
        let mut live = FixedBitSet::with_capacity(rules.len());
        for &variable in &self.scope {
            let own =
                rules.of_variable(variable).filter(|&candidate| state.has_candidate(candidate));
            own.for_each(|candidate| live.insert(candidate.index()));
        }
        live
    }

    /// Returns the model with the candidates that remain.
    pub(super) fn narrowed_model(&self, rules: &CandidateRules, live: &FixedBitSet) -> Model {
        let domain = |&variable: &VarId| {
            let own = rules.of_variable(variable).filter(|c| live.contains(c.index()));
            Domain::from_values(own.map(|candidate| rules.given(candidate).value))
        };
        self.model.with_domains(self.scope.iter().map(domain))
    }

    /// Returns the parts of the differences: for each house and value, that at most one variable
    /// has it, if two of the variables may.
    pub(super) fn difference_parts(
        &self,
        rules: &CandidateRules,
        live: &FixedBitSet,
    ) -> Vec<RulePart> {
        let units = self.houses.iter().flat_map(|&place| rules.units_at(place));
        // With one remaining candidate, "at most one" excludes nothing.
        let shared = units.filter(|&unit| {
            let all = &rules.unit(unit).candidates;
            all.iter().filter(|c: &&CandidateId| live.contains(c.index())).count() >= 2
        });
        shared.map(RulePart::One).collect()
    }
}

/// Returns a step with the candidates that are missing in these domains, and the variables that
/// they fix.
pub(super) fn conclusion_step(
    rules: &CandidateRules,
    state: &CandidateState,
    scope: &[VarId],
    left: &[Domain],
) -> Option<DeductionStep> {
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for (&variable, domain) in scope.iter().zip(left) {
        let live: Vec<CandidateId> = rules
            .of_variable(variable)
            .filter(|&candidate| state.has_candidate(candidate))
            .collect();
        let kept = |c: &CandidateId| domain.contains(rules.given(*c).value);
        let kept_ones: Vec<CandidateId> = live.iter().copied().filter(kept).collect();
        match kept_ones[..] {
            // A single remaining value is a placement, which implies the removal of the others.
            [only] if !state.is_placed(only) => places.push(only),
            _ => removes.extend(live.into_iter().filter(|c| !kept(c))),
        }
    }
    let step = DeductionStep::new(Technique::OneRule, [], places, removes);
    step.is_new(state).then_some(step)
}
