//! Steps from one rule that is not made of units, such as a sum or a table: propagation of that
//! rule alone.

use std::collections::{BTreeSet, HashMap};

use fixedbitset::FixedBitSet;
use parallax_model::ask::{Control, Refusal};
use parallax_model::{Constraint, Domain, Model, VarId};
use parallax_search::Walk;

use super::group::Group;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use super::unit::Candidate;

/// The groups, each with the result of its last propagation. A group is propagated again only after
/// its variables lost candidates.
#[derive(Clone, Debug)]
pub(super) struct Alone {
    groups: Vec<Focus>,
}

/// A group with a model of its own.
#[derive(Clone, Debug)]
struct Focus {
    model: Model,
    /// The variables of that model in the whole model, ascending.
    scope: Vec<VarId>,
    /// The candidates at the last propagation, and the domains after it; `None` after a conflict.
    last: Option<(FixedBitSet, Option<Vec<Domain>>)>,
}

impl Alone {
    /// Makes the models of the groups. A definition, given by its place among the constraints,
    /// joins each group that shares a variable with it.
    #[must_use]
    pub(super) fn of(rules: &Rules, groups: &[Group], definitions: &[usize]) -> Self {
        let model = rules.model();
        let mut defined_by: HashMap<VarId, Vec<usize>> = HashMap::new();
        for &place in definitions {
            for variable in model.constraints()[place].constraint.scope() {
                defined_by.entry(variable).or_default().push(place);
            }
        }
        let focus = |group: &Group| {
            let near = group.scope.iter().filter_map(|variable| defined_by.get(variable));
            let near: BTreeSet<usize> = near.flatten().copied().collect();
            let places: Vec<usize> = near.into_iter().chain(group.places.iter().copied()).collect();
            let (model, scope) = model.focused(&places);
            Focus { model, scope, last: None }
        };
        Alone { groups: groups.iter().map(focus).collect() }
    }

    /// Returns the steps of each group alone in a state, by the strongest propagation that there
    /// is. A group that propagation cannot treat gives no step.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn steps(
        &mut self,
        rules: &Rules,
        groups: &[Group],
        state: &State,
        control: &Control,
    ) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        for (number, focus) in self.groups.iter_mut().enumerate() {
            control.check()?;
            focus.propagate(rules, state, control);
            let Some(left) = focus.left() else { continue };
            let Some(step) = conclusions(rules, state, &focus.scope, left) else { continue };
            let technique = name(rules, state, &groups[number]);
            steps.push(Step { technique, groups: vec![number], ..step });
        }
        control.check()?;
        Ok(steps)
    }
}

impl Focus {
    /// Propagates the candidates of a state, if they changed since the last time.
    fn propagate(&mut self, rules: &Rules, state: &State, control: &Control) {
        let mut live = FixedBitSet::with_capacity(rules.len());
        let mut domains = Vec::new();
        for &variable in &self.scope {
            let own = rules.of_variable(variable).filter(|&candidate| state.has(candidate));
            let own = own.inspect(|candidate| live.insert(candidate.index()));
            domains.push(Domain::of(own.map(|candidate| rules.given(candidate).value)));
        }
        if self.last.as_ref().is_none_or(|(last, _)| *last != live) {
            let walk = Walk::strongest(&self.model.with_domains(domains), control).ok();
            let left = walk.as_ref().and_then(Walk::domains).map(|store| {
                (0..self.scope.len()).map(|place| store.domain(VarId::new(place))).collect()
            });
            self.last = Some((live, left));
        }
    }

    /// Returns the domains after propagation; `None` after a conflict.
    fn left(&self) -> Option<&[Domain]> {
        self.last.as_ref()?.1.as_deref()
    }
}

/// Returns a step with the candidates that are missing in these domains, and the variables that
/// they fix.
fn conclusions(rules: &Rules, state: &State, scope: &[VarId], left: &[Domain]) -> Option<Step> {
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for (&variable, domain) in scope.iter().zip(left) {
        let live: Vec<Candidate> =
            rules.of_variable(variable).filter(|&candidate| state.has(candidate)).collect();
        let kept = |c: &Candidate| domain.contains(rules.given(*c).value);
        let kept_ones: Vec<Candidate> = live.iter().copied().filter(kept).collect();
        match kept_ones[..] {
            [only] if !state.is_placed(only) => places.push(only),
            _ => removes.extend(live.into_iter().filter(|c| !kept(c))),
        }
    }
    let step = Step::new(Technique::OneRule, [], places, removes);
    step.is_new(state).then_some(step)
}

fn is_known(rules: &Rules, state: &State, variable: VarId) -> bool {
    rules.of_variable(variable).any(|candidate| state.is_placed(candidate))
}

/// Returns the name of a step by one group.
fn name(rules: &Rules, state: &State, group: &Group) -> Technique {
    let open = group.scope.iter().filter(|&&variable| !is_known(rules, state, variable)).count();
    match group.only(rules.model()) {
        Some(Constraint::Linear(_)) if open == 1 => Technique::LastOfSum,
        Some(Constraint::Linear(_)) => Technique::RestOfSum,
        Some(Constraint::Table(_)) => Technique::Entries,
        Some(Constraint::GlobalCardinality(_)) => Technique::Uses,
        _ => Technique::OneRule,
    }
}
