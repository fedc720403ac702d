//! Steps from one rule and the differences of its variables: cages as a difference and a sum,
//! arrows and lines whose cells share houses. They are exact: a value goes if no way to satisfy the
//! rule has it.

use std::collections::{BTreeMap, HashMap};

use fixedbitset::FixedBitSet;
use parallax_model::ask::{Control, Refusal};
use parallax_model::{Constraint, Domain, VarId};

use super::exact::exact;
use super::focus::{Definitions, Focus, conclusions};
use super::group::Group;
use super::pattern::Pattern;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::technique::Technique;

/// Maximum number of decisions of the search for the values of one rule in one state.
const DECISIONS: u64 = 2_000;

/// The rules with differences, each with the result of its last search.
#[derive(Clone, Debug)]
pub(super) struct Joined {
    rules: Vec<OneRule>,
    /// Whether the differences are parts of the rules themselves.
    own: bool,
}

#[derive(Clone, Debug)]
struct OneRule {
    group: usize,
    focus: Focus,
    /// The candidates at the last search, and the domains after it; `None` after a conflict.
    last: Option<(FixedBitSet, Option<Vec<Domain>>)>,
}

/// Returns the places of the all-different constraints of each group: the ones with its label, and
/// all that have two of its variables.
fn houses(rules: &Rules, groups: &[Group]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut by_variable: HashMap<VarId, Vec<usize>> = HashMap::new();
    let constraints = rules.model().constraints();
    for (place, posted) in constraints.iter().enumerate() {
        if let Constraint::AllDifferent(all) = &posted.constraint {
            all.scope.iter().for_each(|&v| by_variable.entry(v).or_default().push(place));
        }
    }
    let of_group = |group: &Group| {
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
fn is_unequal(rules: &Rules, group: &Group) -> bool {
    match group.only(rules.model()) {
        Some(Constraint::Compare(own)) => own.offset == 0 && !own.relation.holds(0, 0),
        Some(Constraint::Table(own)) => {
            own.scope.len() == 2 && !own.forbidden && own.tuples.iter().all(|two| two[0] != two[1])
        }
        _ => false,
    }
}

impl Joined {
    /// Makes the models of the rules that have differences of their own, and of the ones whose
    /// variables other rules make different.
    pub(super) fn both(
        rules: &Rules,
        (groups, patterns): (&[Group], &[Pattern]),
        definitions: &Definitions,
    ) -> [Self; 2] {
        let (mut own, mut all) = (Vec::new(), Vec::new());
        for (number, places) in houses(rules, groups).into_iter().enumerate() {
            let one = |places: &[usize]| {
                let focus = Focus::of(rules, &groups[number], definitions);
                OneRule { group: number, focus: focus.differing(rules, places), last: None }
            };
            if !places.0.is_empty() {
                own.push(one(&places.0));
            }
            // The tuples of a cage already differ.
            let differs = patterns[number] == Pattern::Cage || is_unequal(rules, &groups[number]);
            if places.0.len() < places.1.len() && !differs {
                all.push(one(&places.1));
            }
        }
        [Joined { rules: own, own: true }, Joined { rules: all, own: false }]
    }

    /// Returns the level of the easiest step that this may find.
    pub(super) fn level(&self) -> u32 {
        let easiest = if self.own { Technique::CageCombinations } else { Technique::SumAndHouses };
        easiest.level()
    }

    /// Returns the easiest step, with only the differences that it needs.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn best(
        &mut self,
        rules: &Rules,
        (groups, patterns): (&[Group], &[Pattern]),
        state: &State,
        control: &Control,
    ) -> Result<Option<Step>, Refusal> {
        let mut best: Option<(_, Step, usize)> = None;
        for place in 0..self.rules.len() {
            control.check()?;
            let own = &mut self.rules[place];
            own.search(rules, state, control);
            let Some(left) = own.left() else { continue };
            let Some(step) = conclusions(rules, state, &own.focus.scope, left) else { continue };
            let group = &groups[own.group];
            let technique = self.technique(rules, &self.rules[place], group, patterns);
            let key = (technique.level(), step.places.is_empty(), group.scope.len(), place);
            if best.as_ref().is_none_or(|(least, ..)| key < *least) {
                best = Some((key, Step { technique, ..step }, place));
            }
        }
        control.check()?;
        Ok(best.map(|(_, step, place)| self.rules[place].tight(rules, state, step, control)))
    }

    fn technique(
        &self,
        rules: &Rules,
        own: &OneRule,
        group: &Group,
        patterns: &[Pattern],
    ) -> Technique {
        let is_sum = matches!(patterns[own.group], Pattern::Sum | Pattern::Sums);
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

impl OneRule {
    /// Searches in the candidates of a state, if they changed since the last time.
    fn search(&mut self, rules: &Rules, state: &State, control: &Control) {
        let live = self.focus.live(rules, state);
        if self.last.as_ref().is_none_or(|(last, _)| *last != live) {
            let left = exact(&self.focus.narrowed(rules, &live), DECISIONS, control);
            self.last = Some((live, left));
        }
    }

    /// Returns the domains after the search; `None` after a conflict.
    fn left(&self) -> Option<&[Domain]> {
        self.last.as_ref()?.1.as_deref()
    }

    /// Leaves out the differences without which a step still follows, and adds the parts of the
    /// others to it.
    fn tight(&self, rules: &Rules, state: &State, step: Step, control: &Control) -> Step {
        let live = self.focus.live(rules, state);
        let group = Focus { houses: Vec::new(), ..self.focus.clone() };
        let bare = group.model.only(&self.constraints());
        let mut houses = self.focus.houses.clone();
        let mut place = 0;
        while place < houses.len() {
            let mut fewer = houses.clone();
            fewer.remove(place);
            let focus = Focus { model: bare.clone(), ..group.clone() }.differing(rules, &fewer);
            let left = exact(&focus.narrowed(rules, &live), DECISIONS, control);
            let found = left.and_then(|left| conclusions(rules, state, &focus.scope, &left));
            let is_whole = found.is_some_and(|found| {
                (found.places, found.removes) == (step.places.clone(), step.removes.clone())
            });
            if is_whole { houses = fewer } else { place += 1 }
        }
        let focus = Focus { houses, ..group };
        let parts = focus.parts(rules, &live);
        Step {
            groups: vec![self.group],
            ..Step::new(step.technique, parts, step.places, step.removes)
        }
    }

    /// Returns the places, in the model of the focus, of the constraints of the group and its definitions:
    /// all before the differences.
    fn constraints(&self) -> Vec<usize> {
        (0..self.focus.model.constraints().len() - self.focus.houses.len()).collect()
    }
}
