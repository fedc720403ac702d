//! All steps from a state to the solution, and the ones that matter.

use parallax_model::engine_api::{Answer, Control};

use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::StepFinder;
use super::sums::SumEquation;
use super::technique::Technique;
use super::unit::{CandidateId, RulePart};

/// Steps from a state, each in the state that the steps before it make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPath {
    /// The state before the first step.
    pub start: CandidateState,
    /// The steps.
    pub steps: Vec<DeductionStep>,
    /// The reason why the path ends.
    pub end: PathEnd,
}

/// The reason why a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
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
pub enum PathGoal {
    /// To the first step that places something.
    Placement,
    /// To the solution.
    Solution,
}

/// Maximum number of named steps that are searched for after the first step of a hint.
const MAX_FOLLOWED_STEPS: usize = 20;

impl StepPath {
    /// Returns the steps to the next placement if few named steps lead there; otherwise the first
    /// step alone, so that a hint comes quickly.
    pub fn to_placement(
        guide: &mut StepFinder,
        start: &CandidateState,
        control: &Control,
    ) -> StepPath {
        // The first step may be of any kind, and is the hint.
        let mut first =
            StepPath::follow_steps(guide, start, PathGoal::Placement, 1, control, &mut |_| ());
        if first.steps.is_empty() || first.end == PathEnd::Placement {
            return first;
        }
        // The steps after it only show where the hint leads, so they must be found quickly.
        let allowed = guide.allowed;
        guide.allowed.named_only = true;
        let state = first.last_state(&guide.rules);
        let rest = StepPath::follow_steps(
            guide,
            &state,
            PathGoal::Placement,
            MAX_FOLLOWED_STEPS,
            control,
            &mut |_| (),
        );
        guide.allowed = allowed;
        if rest.end == PathEnd::Placement {
            first.steps.extend(rest.steps);
            first.end = rest.end;
        }
        first
    }

    /// Follows the easiest steps, and calls `on_step` with each when it is found.
    pub fn find_path(
        guide: &mut StepFinder,
        start: &CandidateState,
        until: PathGoal,
        control: &Control,
        on_step: &mut dyn FnMut(&DeductionStep),
    ) -> StepPath {
        StepPath::follow_steps(guide, start, until, usize::MAX, control, on_step)
    }

    /// Follows at most `max_steps` steps, easiest first; the path is open after these.
    pub(super) fn follow_steps(
        guide: &mut StepFinder,
        start: &CandidateState,
        until: PathGoal,
        max_steps: usize,
        control: &Control,
        on_step: &mut dyn FnMut(&DeductionStep),
    ) -> StepPath {
        let mut state = start.clone();
        let mut steps: Vec<DeductionStep> = Vec::new();
        let end = loop {
            if state.is_complete(&guide.rules) {
                break PathEnd::Complete;
            }
            if state.is_contradictory(&guide.rules) {
                break PathEnd::Contradiction;
            }
            if steps.len() >= max_steps {
                break PathEnd::Open;
            }
            match guide.next(&state, control) {
                Ok(Some(step)) => {
                    step.apply_conclusions(&guide.rules, &mut state);
                    on_step(&step);
                    let places = !step.places.is_empty();
                    steps.push(step);
                    if places && until == PathGoal::Placement {
                        break PathEnd::Placement;
                    }
                }
                Ok(None) => break PathEnd::Stuck,
                Err(answer) => break PathEnd::Unknown(stop_reason(&answer)),
            }
        };
        StepPath { start: start.clone(), steps, end }
    }

    /// Returns the path without the deletions that no later step needs. If the path places nothing,
    /// all of it stays.
    #[must_use]
    pub fn without_unneeded(self, guide: &StepFinder) -> StepPath {
        let removed_by = self.removed_by(&guide.rules);
        let places_any = self.steps.iter().any(|step| !step.places.is_empty());
        // Placements are the goal of the path, and deletions are needed only for other steps.
        let mut needed: Vec<bool> =
            self.steps.iter().map(|step| !places_any || !step.places.is_empty()).collect();
        // Backwards, so that a step is known to be needed before its premises are visited.
        for number in (0..self.steps.len()).rev().filter(|_| places_any) {
            if !needed[number] {
                continue;
            }
            for candidate in self.steps[number].premise_candidates(guide) {
                // A premise that was false from the start needs no step.
                match removed_by[candidate.index()] {
                    Some(earlier) if earlier < number => needed[earlier] = true,
                    _ => {}
                }
            }
        }
        let mut keep = needed.into_iter();
        let mut steps = self.steps;
        steps.retain(|_| keep.next().unwrap_or(true));
        StepPath { steps, ..self }
    }

    /// Returns the step that removed each candidate, or that placed another of its unit.
    fn removed_by(&self, rules: &CandidateRules) -> Vec<Option<usize>> {
        let mut by = vec![None; rules.len()];
        let mut state = self.start.clone();
        for (number, step) in self.steps.iter().enumerate() {
            let before = state.clone();
            step.apply_conclusions(rules, &mut state);
            for gone in before.live_candidates().difference(state.live_candidates()) {
                by[gone] = Some(number);
            }
        }
        by
    }

    /// Each step with the state before it.
    pub fn walk_states<'a>(
        &'a self,
        rules: &'a CandidateRules,
    ) -> impl Iterator<Item = (CandidateState, &'a DeductionStep)> + 'a {
        let mut state = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = state.clone();
            step.apply_conclusions(rules, &mut state);
            (before, step)
        })
    }

    /// The state after the last step.
    #[must_use]
    pub fn last_state(&self, rules: &CandidateRules) -> CandidateState {
        let mut state = self.start.clone();
        self.steps.iter().for_each(|step| step.apply_conclusions(rules, &mut state));
        state
    }
}

impl DeductionStep {
    /// Returns the candidates whose absence the step may rest on.
    fn premise_candidates(&self, guide: &StepFinder) -> Vec<CandidateId> {
        let rules = &guide.rules;
        if self.technique == Technique::BugPlusOne {
            return (0..rules.len()).map(CandidateId::new).collect();
        }
        let mut all: Vec<CandidateId> = Vec::new();
        for part in &self.parts {
            // A pattern that needs uniqueness rests on every cell that it shows.
            if matches!(part, RulePart::Some(_)) || self.technique.needs_uniqueness() {
                all.extend(&rules.unit(part.unit()).candidates);
            }
        }
        if !self.sums.is_empty() {
            let added = SumEquation::weighted_sum(rules, &self.sums).unwrap_or_default();
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

fn stop_reason(answer: &Answer) -> String {
    answer.unknown_reason().map_or_else(|| answer.name().to_owned(), str::to_owned)
}
