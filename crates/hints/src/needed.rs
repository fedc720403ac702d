//! Values that one rule needs somewhere among its variables: they go from the places that see all
//! of these. A cage of three cells with sum 6 in a row has the 1, 2 and 3 of that row.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use parallax_model::ask::{Control, Refusal};
use parallax_model::{Value, VarId};
use parallax_search::Walk;

use super::focus::{Definitions, Focus};
use super::group::Group;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use super::unit::{Candidate, RulePart, UnitId};

/// Maximum number of places that a value has among the variables of a rule.
const MOST_PLACES: usize = 9;

/// The rules, each with the values that are known to be needed or not.
#[derive(Clone, Debug)]
pub(super) struct Needed {
    rules: Vec<OneRule>,
}

#[derive(Clone, Debug)]
struct OneRule {
    focus: Focus,
    live: FixedBitSet,
    /// Whether a value is needed among those candidates.
    known: BTreeMap<Value, bool>,
}

impl Needed {
    /// Makes the models of the groups.
    pub(super) fn of(rules: &Rules, groups: &[Group], definitions: &Definitions) -> Self {
        let one = |group: &Group| OneRule {
            focus: Focus::of(rules, group, definitions),
            live: FixedBitSet::new(),
            known: BTreeMap::new(),
        };
        Needed { rules: groups.iter().map(one).collect() }
    }

    /// Returns the steps of the first group that has some, one for all its values.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn first(
        &mut self,
        rules: &Rules,
        groups: &[Group],
        state: &State,
        control: &Control,
    ) -> Result<Option<Step>, Refusal> {
        for (number, own) in self.rules.iter_mut().enumerate() {
            control.check()?;
            let (mut parts, mut removes) = (Vec::new(), Vec::new());
            for (value, inside) in own.values(rules, &groups[number], state) {
                let seen = seen_by_all(rules, state, &inside);
                if seen.is_empty() || !own.needs(rules, state, (value, &inside), control) {
                    continue;
                }
                for (candidate, units) in seen {
                    parts.extend(units.into_iter().map(RulePart::One));
                    removes.push(candidate);
                }
            }
            control.check()?;
            if !removes.is_empty() {
                let step = Step::new(Technique::NeededValues, parts, [], removes);
                return Ok(Some(Step { groups: vec![number], ..step }));
            }
        }
        Ok(None)
    }
}

impl OneRule {
    /// Returns the places of each value among the variables of the group, if they are few.
    fn values(&self, rules: &Rules, group: &Group, state: &State) -> Vec<(Value, Vec<Candidate>)> {
        let mut places: BTreeMap<Value, Vec<Candidate>> = BTreeMap::new();
        for &variable in &group.scope {
            for candidate in rules.of_variable(variable).filter(|&c| state.has(c)) {
                places.entry(rules.given(candidate).value).or_default().push(candidate);
            }
        }
        let few = |own: &(Value, Vec<Candidate>)| own.1.len() <= MOST_PLACES;
        let is_open = |own: &(Value, Vec<Candidate>)| !own.1.iter().any(|&c| state.is_placed(c));
        places.into_iter().filter(few).filter(is_open).collect()
    }

    /// Whether the rule contradicts the candidates without a value at its places.
    fn needs(
        &mut self,
        rules: &Rules,
        state: &State,
        (value, inside): (Value, &[Candidate]),
        control: &Control,
    ) -> bool {
        let live = self.focus.live(rules, state);
        if live != self.live {
            self.known.clear();
            self.live = live;
        }
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        let mut without = self.live.clone();
        inside.iter().for_each(|candidate| without.set(candidate.index(), false));
        let model = self.focus.narrowed(rules, &without);
        let is_empty = |v: usize| model.domain(VarId::new(v)).is_empty();
        let needs = (0..self.focus.scope.len()).any(is_empty)
            || Walk::strongest(&model, control).is_ok_and(|walk| walk.domains().is_none());
        if control.stopped().is_none() {
            self.known.insert(value, needs);
        }
        needs
    }
}

/// Returns the live candidates that share a unit with each of these, with such units.
fn seen_by_all(rules: &Rules, state: &State, all: &[Candidate]) -> Vec<(Candidate, Vec<UnitId>)> {
    let Some((&first, rest)) = all.split_first() else { return Vec::new() };
    let mut near: Vec<Candidate> = Vec::new();
    for &unit in rules.units_of(first) {
        // The other values of a variable are no places of this one.
        if rules.unit(unit).value.is_some() {
            near.extend(state.of_unit(rules, unit).filter(|c| !all.contains(c)));
        }
    }
    near.sort_unstable();
    near.dedup();
    let link = |one: Candidate, other: Candidate| {
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
