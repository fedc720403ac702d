//! Unit propagation with reasons: the consequences of an assumption, part by part.

use std::collections::VecDeque;

use super::CandidateLiteral;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::{CandidateId, RulePart, UnitId};

/// Follows an assumption through the parts, breadth first. Returns the parts that lead to a
/// contradiction, ascending, or `None` if there is none.
pub(super) fn follow_assumption(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
    assumed: CandidateLiteral,
) -> Option<Vec<RulePart>> {
    let (on, values) = (active_halves(rules, parts), vec![None; rules.len()]);
    let mut trail = AssumptionTrail { rules, state, on, values, order: Vec::new() };
    // The assumption is already false in the state, so there is nothing to derive.
    if trail.set_literal(assumed, None) {
        return None;
    }
    // Parts without a live candidate, or with only one, act without any assumption.
    let mut queue: VecDeque<UnitId> = parts.iter().map(|part| part.unit()).collect();
    // The units of the assumption are visited first, and their consequences in the order of their
    // distance, which makes reasons short.
    let first = rules.units_of(assumed.candidate).to_vec();
    first.into_iter().rev().for_each(|unit| queue.push_front(unit));
    let mut changed = Vec::new();
    while let Some(unit) = queue.pop_front() {
        changed.clear();
        if let Some(conflict) = trail.visit_unit(unit, &mut changed) {
            return Some(trail.used_parts(conflict));
        }
        for candidate in &changed {
            // The visited unit has drawn all of its conclusions.
            queue.extend(rules.units_of(*candidate).iter().filter(|&&other| other != unit));
        }
    }
    None
}

/// Returns, for each unit, whether its halves are among the parts.
fn active_halves(rules: &CandidateRules, parts: &[RulePart]) -> Vec<(bool, bool)> {
    let mut on = vec![(false, false); rules.units().len()];
    for part in parts {
        let halves = &mut on[part.unit().index()];
        match part {
            RulePart::Some(_) => halves.0 = true,
            RulePart::One(_) => halves.1 = true,
        }
    }
    on
}

struct AssumptionTrail<'a> {
    rules: &'a CandidateRules,
    state: &'a CandidateState,
    on: Vec<(bool, bool)>,
    /// The value of each candidate, and its index in the order.
    values: Vec<Option<(bool, u32)>>,
    order: Vec<(CandidateId, Option<RulePart>)>,
}

impl AssumptionTrail<'_> {
    /// Sets a literal. Returns whether it is false already.
    fn set_literal(&mut self, literal: CandidateLiteral, part: Option<RulePart>) -> bool {
        if !self.state.has_candidate(literal.candidate) {
            return literal.holds;
        }
        let place = self.order.len() as u32;
        match self.values[literal.candidate.index()] {
            Some((value, _)) => value != literal.holds,
            None => {
                self.values[literal.candidate.index()] = Some((literal.holds, place));
                self.order.push((literal.candidate, part));
                false
            }
        }
    }

    /// Follows the halves of a unit, and lists the candidates that get a value. Returns the part
    /// that cannot hold, if one cannot.
    fn visit_unit(&mut self, unit: UnitId, changed: &mut Vec<CandidateId>) -> Option<RulePart> {
        let (some, one) = self.on[unit.index()];
        if !some && !one {
            return None;
        }
        let (mut open, mut yes) = ((0, None), 0);
        for candidate in self.state.of_unit(self.rules, unit) {
            match self.values[candidate.index()] {
                None => open = (open.0 + 1, Some(candidate)),
                Some((true, _)) => yes += 1,
                Some((false, _)) => {}
            }
        }
        if one && yes > 1 {
            return Some(RulePart::One(unit));
        }
        // One candidate is true, so the others are false.
        if one && yes == 1 && open.0 > 0 {
            let live: Vec<CandidateId> = self.state.of_unit(self.rules, unit).collect();
            for candidate in live {
                if self.values[candidate.index()].is_none() {
                    self.set_literal(
                        CandidateLiteral::negative(candidate),
                        Some(RulePart::One(unit)),
                    );
                    changed.push(candidate);
                }
            }
        }
        // No candidate is true: none may be open, or the only open one is true.
        if some && yes == 0 {
            match open {
                (0, _) => return Some(RulePart::Some(unit)),
                (1, Some(only)) => {
                    self.set_literal(CandidateLiteral::positive(only), Some(RulePart::Some(unit)));
                    changed.push(only);
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the parts that a conflict rests on.
    fn used_parts(&self, conflict: RulePart) -> Vec<RulePart> {
        let mut needed = vec![false; self.order.len()];
        let mut parts = vec![conflict];
        self.mark_premises(conflict, self.order.len(), &mut needed);
        // Premises are set earlier than their consequences, so one pass backwards finds them all.
        for index in (0..self.order.len()).rev() {
            if let (true, Some(part)) = (needed[index], self.order[index].1) {
                parts.push(part);
                self.mark_premises(part, index, &mut needed);
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Marks the premises of a part: false candidates of a half that needs one, true candidates of
    /// a half that allows one.
    fn mark_premises(&self, part: RulePart, before: usize, needed: &mut [bool]) {
        let wanted = matches!(part, RulePart::One(_));
        // Two true candidates are a conflict in full. As a reason, the part has only one before its
        // conclusion.
        let mut left = if wanted { 2 } else { usize::MAX };
        for candidate in self.state.of_unit(self.rules, part.unit()) {
            if let Some((value, place)) = self.values[candidate.index()]
                && value == wanted
                && (place as usize) < before
                && left > 0
            {
                needed[place as usize] = true;
                left -= 1;
            }
        }
    }
}
