//! Steps from one rule that is not made of units, such as a sum or a table: propagation of that
//! rule alone.

use fixedbitset::FixedBitSet;
use parallax_model::ask::{Control, Refusal};
use parallax_model::{Domain, VarId};
use parallax_search::Walk;

use super::focus::{Definitions, Focus, conclusions};
use super::group::Group;
use super::pattern::Pattern;
use super::rules::Rules;
use super::state::State;
use super::step::Step;

/// The groups, each with the result of its last propagation. A group is propagated again only after
/// its variables lost candidates.
#[derive(Clone, Debug)]
pub(super) struct Alone {
    groups: Vec<Last>,
}

/// A group with its last propagation.
#[derive(Clone, Debug)]
struct Last {
    focus: Focus,
    /// The candidates at the last propagation, and the domains after it; `None` after a conflict.
    last: Option<(FixedBitSet, Option<Vec<Domain>>)>,
}

impl Alone {
    /// Makes the models of the groups.
    #[must_use]
    pub(super) fn of(rules: &Rules, groups: &[Group], definitions: &Definitions) -> Self {
        let last = |group: &Group| Last { focus: Focus::of(rules, group, definitions), last: None };
        Alone { groups: groups.iter().map(last).collect() }
    }

    /// Returns the steps of each group alone in a state, by the strongest propagation that there
    /// is. A group that propagation cannot treat gives no step.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn steps(
        &mut self,
        rules: &Rules,
        (groups, patterns): (&[Group], &[Pattern]),
        state: &State,
        control: &Control,
    ) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        for (number, own) in self.groups.iter_mut().enumerate() {
            control.check()?;
            own.propagate(rules, state, control);
            let Some(left) = own.left() else { continue };
            let Some(step) = conclusions(rules, state, &own.focus.scope, left) else { continue };
            let technique = patterns[number].technique(rules, state, &groups[number], &step);
            steps.push(Step { technique, groups: vec![number], ..step });
        }
        control.check()?;
        Ok(steps)
    }
}

impl Last {
    /// Propagates the candidates of a state, if they changed since the last time.
    fn propagate(&mut self, rules: &Rules, state: &State, control: &Control) {
        let live = self.focus.live(rules, state);
        if self.last.as_ref().is_none_or(|(last, _)| *last != live) {
            let model = self.focus.narrowed(rules, &live);
            let walk = Walk::strongest(&model, control).ok();
            let left = walk.as_ref().and_then(Walk::domains).map(|store| {
                let variables = (0..self.focus.scope.len()).map(VarId::new);
                variables.map(|variable| store.domain(variable)).collect()
            });
            self.last = Some((live, left));
        }
    }

    /// Returns the domains after propagation; `None` after a conflict.
    fn left(&self) -> Option<&[Domain]> {
        self.last.as_ref()?.1.as_deref()
    }
}
