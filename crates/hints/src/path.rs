//! All steps from a state to the solution, and the ones that matter.

use parallax_model::ask::{Answer, Control};

use super::guide::Guide;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::sums::Equation;
use super::technique::Technique;
use super::unit::{Candidate, RulePart};

/// Steps from a state, each in the state that the steps before it make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The state before the first step.
    pub start: State,
    /// The steps.
    pub steps: Vec<Step>,
    /// The reason why the path ends.
    pub end: End,
}

/// The reason why a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every variable has its value.
    Complete,
    /// A placement was found, and the request ends there.
    Placement,
    /// More may follow; the search stopped before.
    Open,
    /// Nothing more follows: there are several solutions, or, with named techniques only, none
    /// applies.
    Stuck,
    /// Some variable has no remaining value.
    Contradiction,
    /// The next step is not known, for this reason.
    Unknown(String),
}

/// The end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To the first step that places something.
    Placement,
    /// To the solution.
    Solution,
}

/// Maximum number of named steps that are searched for after the first step of a hint.
const BEYOND: usize = 20;

impl Path {
    /// Returns the steps to the next placement if few named steps lead there; otherwise the first
    /// step alone, so that a hint comes quickly.
    pub fn to_placement(guide: &mut Guide, start: &State, control: &Control) -> Path {
        let mut first = Path::follow(guide, start, Until::Placement, 1, control, &mut |_| ());
        if first.steps.is_empty() || first.end == End::Placement {
            return first;
        }
        let allowed = guide.allowed;
        guide.allowed.named_only = true;
        let state = first.last(&guide.rules);
        let rest = Path::follow(guide, &state, Until::Placement, BEYOND, control, &mut |_| ());
        guide.allowed = allowed;
        if rest.end == End::Placement {
            first.steps.extend(rest.steps);
            first.end = rest.end;
        }
        first
    }

    /// Follows the easiest steps, and calls `on_step` with each when it is found.
    pub fn find(
        guide: &mut Guide,
        start: &State,
        until: Until,
        control: &Control,
        on_step: &mut dyn FnMut(&Step),
    ) -> Path {
        Path::follow(guide, start, until, usize::MAX, control, on_step)
    }

    /// Follows at most `most` steps, easiest first; the path is open after these.
    pub(super) fn follow(
        guide: &mut Guide,
        start: &State,
        until: Until,
        most: usize,
        control: &Control,
        on_step: &mut dyn FnMut(&Step),
    ) -> Path {
        let mut state = start.clone();
        let mut steps: Vec<Step> = Vec::new();
        let end = loop {
            if state.is_complete(&guide.rules) {
                break End::Complete;
            }
            if state.is_contradictory(&guide.rules) {
                break End::Contradiction;
            }
            if steps.len() >= most {
                break End::Open;
            }
            match guide.next(&state, control) {
                Ok(Some(step)) => {
                    step.apply(&guide.rules, &mut state);
                    on_step(&step);
                    let places = !step.places.is_empty();
                    steps.push(step);
                    if places && until == Until::Placement {
                        break End::Placement;
                    }
                }
                Ok(None) => break End::Stuck,
                Err(answer) => break End::Unknown(reason(&answer)),
            }
        };
        Path { start: start.clone(), steps, end }
    }

    /// Returns the path without the deletions that no later step needs. If the path places nothing,
    /// all of it stays.
    #[must_use]
    pub fn trimmed(self, guide: &Guide) -> Path {
        let removed_by = self.removed_by(&guide.rules);
        let places_any = self.steps.iter().any(|step| !step.places.is_empty());
        let mut needed: Vec<bool> =
            self.steps.iter().map(|step| !places_any || !step.places.is_empty()).collect();
        for number in (0..self.steps.len()).rev().filter(|_| places_any) {
            if !needed[number] {
                continue;
            }
            for candidate in self.steps[number].premises(guide) {
                match removed_by[candidate.index()] {
                    Some(earlier) if earlier < number => needed[earlier] = true,
                    _ => {}
                }
            }
        }
        let mut keep = needed.into_iter();
        let mut steps = self.steps;
        steps.retain(|_| keep.next().unwrap_or(true));
        Path { steps, ..self }
    }

    /// Returns the step that removed each candidate, or that placed another of its unit.
    fn removed_by(&self, rules: &Rules) -> Vec<Option<usize>> {
        let mut by = vec![None; rules.len()];
        let mut state = self.start.clone();
        for (number, step) in self.steps.iter().enumerate() {
            let before = state.clone();
            step.apply(rules, &mut state);
            for gone in before.live().difference(state.live()) {
                by[gone] = Some(number);
            }
        }
        by
    }

    /// Each step with the state before it.
    pub fn walk<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = (State, &'a Step)> + 'a {
        let mut state = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = state.clone();
            step.apply(rules, &mut state);
            (before, step)
        })
    }

    /// The state after the last step.
    #[must_use]
    pub fn last(&self, rules: &Rules) -> State {
        let mut state = self.start.clone();
        self.steps.iter().for_each(|step| step.apply(rules, &mut state));
        state
    }
}

impl Step {
    /// Returns the candidates whose absence the step may rest on.
    fn premises(&self, guide: &Guide) -> Vec<Candidate> {
        let rules = &guide.rules;
        if self.technique == Technique::BugPlusOne {
            return (0..rules.len()).map(Candidate::new).collect();
        }
        let mut all: Vec<Candidate> = Vec::new();
        for part in &self.parts {
            // A pattern that needs uniqueness rests on every cell that it shows.
            if matches!(part, RulePart::Some(_)) || self.technique.needs_uniqueness() {
                all.extend(&rules.unit(part.unit()).candidates);
            }
        }
        if !self.sums.is_empty() {
            let added = Equation::added(rules, &self.sums).unwrap_or_default();
            all.extend(added.terms.keys().flat_map(|&v| rules.of_variable(v)));
            return all;
        }
        // Pairs of values exclude each other in any state.
        if self.technique != Technique::LockedByRules {
            all.extend(guide.whole_scope(self).into_iter().flat_map(|v| rules.of_variable(v)));
        }
        all
    }
}

fn reason(answer: &Answer) -> String {
    answer.reason().map_or_else(|| answer.name().to_owned(), str::to_owned)
}
