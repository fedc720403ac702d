//! Steps from one rule that does not consist of units, such as a sum or a table: propagation of
//! that rule alone.

use fixedbitset::FixedBitSet;
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Domain, VarId};
use parallax_search::DecisionWalk;

use super::focus::{DefinitionIndex, GroupModel, conclusion_step};
use super::group::ConstraintGroup;
use super::pattern::GroupPattern;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;

/// The groups, each with the result of its last propagation. A group is propagated again only after
/// its variables lost candidates.
#[derive(Clone, Debug)]
pub(super) struct GroupPropagations {
    groups: Vec<GroupPropagation>,
}

/// A group with its last propagation.
#[derive(Clone, Debug)]
struct GroupPropagation {
    focus: GroupModel,
    /// The candidates at the last propagation, and the domains after it; `None` after a conflict.
    last: Option<(FixedBitSet, Option<Vec<Domain>>)>,
}

impl GroupPropagations {
    /// Makes the models of the groups.
    #[must_use]
    pub(super) fn for_groups(
        rules: &CandidateRules,
        groups: &[ConstraintGroup],
        definitions: &DefinitionIndex,
    ) -> Self {
        let last = |group: &ConstraintGroup| GroupPropagation {
            focus: GroupModel::for_group(rules, group, definitions),
            last: None,
        };
        GroupPropagations { groups: groups.iter().map(last).collect() }
    }

    /// Returns the steps of each group alone in a state, by the strongest propagation that there
    /// is. A group that propagation cannot treat gives no step.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn find_steps(
        &mut self,
        rules: &CandidateRules,
        (groups, patterns): (&[ConstraintGroup], &[GroupPattern]),
        state: &CandidateState,
        control: &Control,
    ) -> Result<Vec<DeductionStep>, PreparationError> {
        let mut steps = Vec::new();
        for (number, own) in self.groups.iter_mut().enumerate() {
            control.check_stop()?;
            own.propagate_group(rules, state, control);
            // A conflict concludes nothing here: a state with a solution has none.
            let Some(left) = own.remaining_domains() else { continue };
            let Some(step) = conclusion_step(rules, state, &own.focus.scope, left) else {
                continue;
            };
            let technique = patterns[number].group_technique(rules, state, &groups[number], &step);
            steps.push(DeductionStep { technique, groups: vec![number], ..step });
        }
        control.check_stop()?;
        Ok(steps)
    }
}

impl GroupPropagation {
    /// Propagates the candidates of a state, if they changed since the last time.
    fn propagate_group(
        &mut self,
        rules: &CandidateRules,
        state: &CandidateState,
        control: &Control,
    ) {
        // Propagation depends only on the candidates, so an unchanged set gives the same result.
        let live = self.focus.live_candidates(rules, state);
        if self.last.as_ref().is_none_or(|(last, _)| *last != live) {
            let model = self.focus.narrowed_model(rules, &live);
            let walk = DecisionWalk::with_strongest_levels(&model, control).ok();
            let left = walk.as_ref().and_then(DecisionWalk::consistent_store).map(|store| {
                let variables = (0..self.focus.scope.len()).map(VarId::new);
                variables.map(|variable| store.domain(variable)).collect()
            });
            self.last = Some((live, left));
        }
    }

    /// Returns the domains after propagation; `None` after a conflict.
    fn remaining_domains(&self) -> Option<&[Domain]> {
        self.last.as_ref()?.1.as_deref()
    }
}
