//! Values that one rule needs somewhere among its variables: they go from the places that see all
//! of these. A cage of three cells with sum 6 in a row has the 1, 2 and 3 of that row.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Value, VarId};
use parallax_search::DecisionWalk;

use super::focus::{DefinitionIndex, GroupModel};
use super::group::ConstraintGroup;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::technique::Technique;
use super::unit::{CandidateId, RulePart, UnitId};

/// Maximum number of places that a value has among the variables of a rule.
const MOST_PLACES: usize = 9;

/// The rules, each with the values that are known to be needed or not.
#[derive(Clone, Debug)]
pub(super) struct NeededValueRules {
    rules: Vec<NeededValueRule>,
}

#[derive(Clone, Debug)]
struct NeededValueRule {
    focus: GroupModel,
    live: FixedBitSet,
    /// Whether a value is needed among those candidates.
    known: BTreeMap<Value, bool>,
}

impl NeededValueRules {
    /// Makes the models of the groups.
    pub(super) fn for_groups(
        rules: &CandidateRules,
        groups: &[ConstraintGroup],
        definitions: &DefinitionIndex,
    ) -> Self {
        let make_rule = |group: &ConstraintGroup| NeededValueRule {
            focus: GroupModel::for_group(rules, group, definitions),
            live: FixedBitSet::new(),
            known: BTreeMap::new(),
        };
        NeededValueRules { rules: groups.iter().map(make_rule).collect() }
    }

    /// Returns the steps of the first group that has some, one for all its values.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn first_steps(
        &mut self,
        rules: &CandidateRules,
        groups: &[ConstraintGroup],
        state: &CandidateState,
        control: &Control,
    ) -> Result<Option<DeductionStep>, PreparationError> {
        for (number, own) in self.rules.iter_mut().enumerate() {
            control.check_stop()?;
            let (mut parts, mut removes) = (Vec::new(), Vec::new());
            // The cheap test comes first: without a place that sees all others, the answer does not
            // matter.
            for (value, inside) in own.value_places(rules, &groups[number], state) {
                let seen = seen_by_all(rules, state, &inside);
                if seen.is_empty() || !own.needs_value(rules, state, (value, &inside), control) {
                    continue;
                }
                for (candidate, units) in seen {
                    parts.extend(units.into_iter().map(RulePart::One));
                    removes.push(candidate);
                }
            }
            control.check_stop()?;
            if !removes.is_empty() {
                let step = DeductionStep::new(Technique::NeededValues, parts, [], removes);
                return Ok(Some(DeductionStep { groups: vec![number], ..step }));
            }
        }
        Ok(None)
    }
}

impl NeededValueRule {
    /// Returns the places of each value among the variables of the group, if they are few.
    fn value_places(
        &self,
        rules: &CandidateRules,
        group: &ConstraintGroup,
        state: &CandidateState,
    ) -> Vec<(Value, Vec<CandidateId>)> {
        let mut places: BTreeMap<Value, Vec<CandidateId>> = BTreeMap::new();
        for &variable in &group.scope {
            for candidate in rules.of_variable(variable).filter(|&c| state.has_candidate(c)) {
                places.entry(rules.given(candidate).value).or_default().push(candidate);
            }
        }
        let few = |own: &(Value, Vec<CandidateId>)| own.1.len() <= MOST_PLACES;
        let is_open = |own: &(Value, Vec<CandidateId>)| !own.1.iter().any(|&c| state.is_placed(c));
        places.into_iter().filter(few).filter(is_open).collect()
    }

    /// Whether the rule contradicts the candidates without a value at its places.
    fn needs_value(
        &mut self,
        rules: &CandidateRules,
        state: &CandidateState,
        (value, inside): (Value, &[CandidateId]),
        control: &Control,
    ) -> bool {
        let live = self.focus.live_candidates(rules, state);
        // Answers hold for one set of candidates only.
        if live != self.live {
            self.known.clear();
            self.live = live;
        }
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        // The value is needed if the rule has no solution without it.
        let mut without = self.live.clone();
        inside.iter().for_each(|candidate| without.set(candidate.index(), false));
        let model = self.focus.narrowed_model(rules, &without);
        let is_empty = |v: usize| model.domain(VarId::new(v)).is_empty();
        let needs = (0..self.focus.scope.len()).any(is_empty)
            || DecisionWalk::with_strongest_levels(&model, control)
                .is_ok_and(|walk| walk.consistent_store().is_none());
        // A propagation that was stopped proves nothing, so its answer is not kept.
        if control.stop_reason().is_none() {
            self.known.insert(value, needs);
        }
        needs
    }
}

/// Returns the live candidates that share a unit with each of these, with such units.
fn seen_by_all(
    rules: &CandidateRules,
    state: &CandidateState,
    all: &[CandidateId],
) -> Vec<(CandidateId, Vec<UnitId>)> {
    let Some((&first, rest)) = all.split_first() else { return Vec::new() };
    let mut near: Vec<CandidateId> = Vec::new();
    for &unit in rules.units_of(first) {
        // The other values of a variable are not places of this one.
        if rules.unit(unit).value.is_some() {
            near.extend(state.of_unit(rules, unit).filter(|c| !all.contains(c)));
        }
    }
    near.sort_unstable();
    near.dedup();
    let link = |one: CandidateId, other: CandidateId| {
        let others = rules.units_of(other);
        rules.units_of(one).iter().copied().find(|unit| others.contains(unit))
    };
    let seen = near.into_iter().filter_map(|candidate| {
        let units: Option<Vec<UnitId>> = std::iter::once(first)
            .chain(rest.iter().copied())
            .map(|c| link(candidate, c))
            .collect();
        Some((candidate, units?))
    });
    seen.collect()
}
