//! A hard step in small lines: suppose the opposite, and follow it to a contradiction. This is the
//! nested explanation of Bogaerts, Gamba and Guns (see [`hint`](super)), with parts for steps.

use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::unit::{CandidateId, RulePart};

/// A conclusion on the way to a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerStep {
    /// The rule part that gives it.
    pub part: RulePart,
    /// The candidate that becomes true or false; `None` if the part cannot hold.
    pub conclusion: Option<(CandidateId, bool)>,
}

/// Returns the way from the opposite of a step's first conclusion to a contradiction. Each line
/// uses one part of the step; only needed lines are kept. `None` if the parts do not conclude one
/// by one (fish and subsets count instead), or there are more than `max_lines` lines.
#[must_use]
pub fn unfold_step(
    rules: &CandidateRules,
    state: &CandidateState,
    step: &DeductionStep,
    max_lines: usize,
) -> Option<Vec<InnerStep>> {
    let (first, holds) = match (step.places.first(), step.removes.first()) {
        (Some(&place), _) => (place, false),
        (None, Some(&remove)) => (remove, true),
        (None, None) => return None,
    };
    let mut known = AssumedCandidates { rules, state, step, values: vec![(first, holds, None)] };
    let conflict = known.find_conflict()?;
    let lines = known.needed_lines(conflict);
    (lines.len() <= max_lines).then_some(lines)
}

/// The candidates that are true or false under the assumption, in order, each with its part.
struct AssumedCandidates<'a> {
    rules: &'a CandidateRules,
    state: &'a CandidateState,
    step: &'a DeductionStep,
    values: Vec<(CandidateId, bool, Option<RulePart>)>,
}

impl AssumedCandidates<'_> {
    fn candidate_value(&self, candidate: CandidateId) -> Option<bool> {
        let known = self.values.iter().find(|(own, ..)| *own == candidate).map(|own| own.1);
        // A candidate that the state has lost is false without a part.
        known.or_else(|| (!self.state.has_candidate(candidate)).then_some(false))
    }

    /// Follows the parts until one cannot hold, and returns that part.
    fn find_conflict(&mut self) -> Option<RulePart> {
        loop {
            let before = self.values.len();
            for &part in &self.step.parts {
                if self.follow_part(part) {
                    return Some(part);
                }
            }
            // A round without a new value is a fixpoint.
            if self.values.len() == before {
                return None;
            }
        }
    }

    /// Adds the conclusions of one part. Returns whether it cannot hold.
    fn follow_part(&mut self, part: RulePart) -> bool {
        let candidates = &self.rules.unit(part.unit()).candidates;
        let open: Vec<CandidateId> =
            candidates.iter().copied().filter(|&c| self.candidate_value(c).is_none()).collect();
        let count = candidates.iter().filter(|&&c| self.candidate_value(c) == Some(true)).count();
        match part {
            RulePart::Some(_) if count > 0 => false,
            RulePart::Some(_) => match open[..] {
                [] => true,
                [only] => {
                    self.values.push((only, true, Some(part)));
                    false
                }
                _ => false,
            },
            RulePart::One(_) if count > 1 => true,
            RulePart::One(_) if count == 1 => {
                self.values.extend(open.into_iter().map(|c| (c, false, Some(part))));
                false
            }
            RulePart::One(_) => false,
        }
    }

    /// Returns the lines that the conflict rests on, in order, with the conflict last.
    fn needed_lines(&self, conflict: RulePart) -> Vec<InnerStep> {
        let mut wanted: Vec<bool> = vec![false; self.values.len()];
        let mark = |part: RulePart, wanted: &mut Vec<bool>, before: usize| {
            let candidates = &self.rules.unit(part.unit()).candidates;
            // "At most one" rests on candidates that are true, and "at least one" on candidates
            // that are false.
            let truth = matches!(part, RulePart::One(_));
            for (index, (candidate, value, _)) in self.values[..before].iter().enumerate() {
                if *value == truth && candidates.contains(candidate) {
                    wanted[index] = true;
                }
            }
        };
        mark(conflict, &mut wanted, self.values.len());
        // Backwards, since premises come before their conclusions.
        for index in (0..self.values.len()).rev() {
            if let (true, Some(part)) = (wanted[index], self.values[index].2) {
                mark(part, &mut wanted, index);
            }
        }
        let lines = self.values.iter().zip(wanted).filter(|(_, wanted)| *wanted);
        let lines = lines.filter_map(|(&(candidate, value, part), _)| {
            Some(InnerStep { part: part?, conclusion: Some((candidate, value)) })
        });
        lines.chain([InnerStep { part: conflict, conclusion: None }]).collect()
    }
}
