//! Steps from one rule and the differences of its variables: cages as a difference and a sum,
//! arrows and lines whose cells share houses. They are exact: a value goes if no way to satisfy the
//! rule has it.

use std::collections::{BTreeMap, HashMap};

use fixedbitset::FixedBitSet;
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Constraint, Domain, VarId};

use super::exact::exact_domains;
use super::focus::{DefinitionIndex, GroupModel, conclusion_step};
use super::group::ConstraintGroup;
use super::pattern::GroupPattern;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::technique::Technique;

/// Maximum number of decisions of the search for the values of one rule in one state.
const MAX_RULE_DECISIONS: u64 = 2_000;

/// The rules with differences, each with the result of its last search.
#[derive(Clone, Debug)]
pub(super) struct DifferenceRules {
    rules: Vec<DifferenceRule>,
    /// Whether the differences are parts of the rules themselves.
    own: bool,
}

#[derive(Clone, Debug)]
struct DifferenceRule {
    group: usize,
    focus: GroupModel,
    /// The candidates at the last search, and the domains after it; `None` after a conflict.
    last: Option<(FixedBitSet, Option<Vec<Domain>>)>,
}

/// Returns the indices of the all-different constraints of each group: the ones with its label, and
/// all that have two of its variables.
fn group_houses(
    rules: &CandidateRules,
    groups: &[ConstraintGroup],
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut by_variable: HashMap<VarId, Vec<usize>> = HashMap::new();
    let constraints = rules.model().constraints();
    for (place, posted) in constraints.iter().enumerate() {
        if let Constraint::AllDifferent(all) = &posted.constraint {
            all.scope.iter().for_each(|&v| by_variable.entry(v).or_default().push(place));
        }
    }
    let of_group = |group: &ConstraintGroup| {
        // Counts the variables of the group in each house: a house with one of them makes nothing
        // different.
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for place in group.scope.iter().filter_map(|v| by_variable.get(v)).flatten() {
            *shared.entry(*place).or_default() += 1;
        }
        let all = shared.into_iter().filter(|(_, number)| *number >= 2).map(|(place, _)| place);
        let all: Vec<usize> = all.collect();
        let is_own = |place: &usize| {
            !group.label.is_empty() && constraints[*place].label.as_str() == group.label
        };
        (all.iter().copied().filter(is_own).collect(), all)
    };
    groups.iter().map(of_group).collect()
}

/// Whether a group is a constraint of two variables that allows no equal values.
fn is_unequal(rules: &CandidateRules, group: &ConstraintGroup) -> bool {
    match group.only_constraint(rules.model()) {
        Some(Constraint::Compare(own)) => own.offset == 0 && !own.relation.holds_between(0, 0),
        Some(Constraint::Table(own)) => {
            own.scope.len() == 2 && !own.forbidden && own.tuples.iter().all(|two| two[0] != two[1])
        }
        _ => false,
    }
}

impl DifferenceRules {
    /// Makes the models of the rules that have differences of their own, and of the ones whose
    /// variables other rules make different.
    pub(super) fn both_kinds(
        rules: &CandidateRules,
        (groups, patterns): (&[ConstraintGroup], &[GroupPattern]),
        definitions: &DefinitionIndex,
    ) -> [Self; 2] {
        let (mut own, mut all) = (Vec::new(), Vec::new());
        for (number, places) in group_houses(rules, groups).into_iter().enumerate() {
            let make_model = |places: &[usize]| {
                let focus = GroupModel::for_group(rules, &groups[number], definitions);
                DifferenceRule {
                    group: number,
                    focus: focus.with_all_different(rules, places),
                    last: None,
                }
            };
            if !places.0.is_empty() {
                own.push(make_model(&places.0));
            }
            // The tuples of a cage already differ.
            let differs =
                patterns[number] == GroupPattern::Cage || is_unequal(rules, &groups[number]);
            // Houses beyond the own ones add differences, so there may be more steps.
            if places.0.len() < places.1.len() && !differs {
                all.push(make_model(&places.1));
            }
        }
        [DifferenceRules { rules: own, own: true }, DifferenceRules { rules: all, own: false }]
    }

    /// Returns the level of the easiest step that this may find.
    pub(super) fn easiest_level(&self) -> u32 {
        let easiest = if self.own { Technique::CageCombinations } else { Technique::SumAndHouses };
        easiest.level()
    }

    /// Returns the easiest step, with only the differences that it needs.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn best_step(
        &mut self,
        rules: &CandidateRules,
        (groups, patterns): (&[ConstraintGroup], &[GroupPattern]),
        state: &CandidateState,
        control: &Control,
    ) -> Result<Option<DeductionStep>, PreparationError> {
        let mut best: Option<(_, DeductionStep, usize)> = None;
        for index in 0..self.rules.len() {
            control.check_stop()?;
            let own = &mut self.rules[index];
            own.search_domains(rules, state, control);
            let Some(left) = own.remaining_domains() else { continue };
            let Some(step) = conclusion_step(rules, state, &own.focus.scope, left) else {
                continue;
            };
            let group = &groups[own.group];
            let technique = self.step_technique(rules, &self.rules[index], group, patterns);
            // The easiest technique, then placements, short rules and the order of the model.
            let key = (technique.level(), step.places.is_empty(), group.scope.len(), index);
            if best.as_ref().is_none_or(|(best_key, ..)| key < *best_key) {
                best = Some((key, DeductionStep { technique, ..step }, index));
            }
        }
        control.check_stop()?;
        // Only the chosen step is tightened, since each house costs a search.
        Ok(best.map(|(_, step, index)| self.rules[index].tighten_step(rules, state, step, control)))
    }

    fn step_technique(
        &self,
        rules: &CandidateRules,
        own: &DifferenceRule,
        group: &ConstraintGroup,
        patterns: &[GroupPattern],
    ) -> Technique {
        let is_sum = matches!(patterns[own.group], GroupPattern::Sum | GroupPattern::Sums);
        let constraints = rules.model().constraints();
        let covers = |&place: &usize| {
            let scope = constraints[place].constraint.scope();
            group.scope.iter().all(|variable| scope.contains(variable))
        };
        match (self.own, is_sum) {
            (true, true) if own.focus.houses.iter().any(covers) => Technique::CageCombinations,
            (true, _) => Technique::OneRule,
            (false, true) => Technique::SumAndHouses,
            (false, false) => Technique::RuleAndHouses,
        }
    }
}

impl DifferenceRule {
    /// Searches in the candidates of a state, if they changed since the last time.
    fn search_domains(
        &mut self,
        rules: &CandidateRules,
        state: &CandidateState,
        control: &Control,
    ) {
        let live = self.focus.live_candidates(rules, state);
        if self.last.as_ref().is_none_or(|(last, _)| *last != live) {
            let left = exact_domains(
                &self.focus.narrowed_model(rules, &live),
                MAX_RULE_DECISIONS,
                control,
            );
            self.last = Some((live, left));
        }
    }

    /// Returns the domains after the search; `None` after a conflict.
    fn remaining_domains(&self) -> Option<&[Domain]> {
        self.last.as_ref()?.1.as_deref()
    }

    /// Leaves out the differences without which a step still follows, and adds the parts of the
    /// others to it.
    fn tighten_step(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
        step: DeductionStep,
        control: &Control,
    ) -> DeductionStep {
        let live = self.focus.live_candidates(rules, state);
        let group = GroupModel { houses: Vec::new(), ..self.focus.clone() };
        // The model without differences, to which each attempt adds those that it keeps.
        let bare = group.model.with_constraints(&self.constraint_places());
        let mut houses = self.focus.houses.clone();
        let mut index = 0;
        // A house is left out if the same conclusions follow without it.
        while index < houses.len() {
            let mut fewer = houses.clone();
            fewer.remove(index);
            let focus = GroupModel { model: bare.clone(), ..group.clone() }
                .with_all_different(rules, &fewer);
            let left =
                exact_domains(&focus.narrowed_model(rules, &live), MAX_RULE_DECISIONS, control);
            let found = left.and_then(|left| conclusion_step(rules, state, &focus.scope, &left));
            let is_whole = found.is_some_and(|found| {
                (found.places, found.removes) == (step.places.clone(), step.removes.clone())
            });
            if is_whole { houses = fewer } else { index += 1 }
        }
        let focus = GroupModel { houses, ..group };
        let parts = focus.difference_parts(rules, &live);
        DeductionStep {
            groups: vec![self.group],
            ..DeductionStep::new(step.technique, parts, step.places, step.removes)
        }
    }

    /// Returns the indices, in the model of the focus, of the constraints of the group and its
    /// definitions: all before the differences.
    fn constraint_places(&self) -> Vec<usize> {
        (0..self.focus.model.constraints().len() - self.focus.houses.len()).collect()
    }
}
