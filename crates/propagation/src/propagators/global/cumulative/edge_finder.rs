//! Cumulative by energy within intervals, in addition to the parts that must run.

use std::cmp::Reverse;

use parallax_model::{self as model, Domain, VarId};

use super::super::bounds_guess::{BoundsGuess, MAX_WIDENED_TASKS};
use super::bounds_source::{AssumptionBounds, BoundsSource};
use super::profile::{CompulsoryPart, ResourceProfile};
use crate::decision::ValueTest;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, ValueRemoval,
};
use crate::store::PropagationConflict;

/// Time-table edge finding (Vilím 2011) in quadratic time (Schutt, Feydt and Stuckey 2013). Within
/// each interval from an earliest start to a latest end, the load of the time-table and the energy
/// that tasks need there outside it are together at most the limit times the length. A task that
/// would need too much there if it began at its earliest start begins later. Tasks take their least
/// lengths and heights.
#[derive(Clone)]
pub(super) struct CumulativeEdgeFinder {
    tasks: model::Cumulative,
    scope: Vec<VarId>,
    /// Buffer: the certain part of each task.
    parts: Vec<CompulsoryPart>,
    profile: ResourceProfile,
    /// Buffer: the open tasks, by descending earliest start.
    spans: Vec<EdgeFinderTask>,
    /// Buffer: the latest ends of these tasks.
    limits: Vec<i64>,
}

/// An open task with energy.
#[derive(Clone, Copy, Debug)]
struct EdgeFinderTask {
    start: VarId,
    earliest: i64,
    latest: i64,
    length: i64,
    height: i64,
    /// The area of the time-table before its earliest start.
    before: i64,
    /// The earliest start that the intervals permit.
    bound: i64,
}

impl EdgeFinderTask {
    fn compulsory_part(self) -> CompulsoryPart {
        CompulsoryPart { from: self.latest, to: self.earliest + self.length, height: self.height }
    }

    /// Returns the time before `end` at which it must run.
    fn certain_time(self, end: i64) -> i64 {
        (end.min(self.earliest + self.length) - self.latest).max(0)
    }
}

/// Products of times and heights up to this magnitude do not overflow when they are added.
const MAX_AREA: i128 = 1 << 60;

impl CumulativeEdgeFinder {
    /// Builds the propagator; `None` if areas would be too large for it.
    pub(super) fn new(c: &model::Cumulative, store: &DomainStore) -> Option<Self> {
        let all = c.starts.iter().zip(&c.lengths).zip(&c.heights);
        let (mut low, mut high, mut height) =
            (0_i64, 0_i64, store.operand_bounds(c.limit).1.max(0));
        for ((&start, &length), &own) in all {
            let (earliest, latest) = store.variable_bounds(start);
            low = low.min(earliest);
            high = high.max(latest + store.operand_bounds(length).1.max(0));
            height = height.saturating_add(store.operand_bounds(own).1.max(0));
        }
        // No area exceeds the whole horizon times the height of all tasks and the limit.
        let max_area = i128::from(high - low + 1) * (i128::from(height) + 1);
        (max_area <= MAX_AREA).then(|| CumulativeEdgeFinder {
            tasks: c.clone(),
            scope: super::cumulative_scope(c),
            parts: Vec::new(),
            profile: ResourceProfile::default(),
            spans: Vec::new(),
            limits: Vec::new(),
        })
    }

    /// Reads all tasks, with all times negated if `mirror`.
    fn load_tasks(
        &mut self,
        mirror: bool,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        self.read_tasks(mirror, store);
        self.profile.build_profile(&self.parts, store)?;
        self.sort_tasks();
        Ok(())
    }

    fn read_tasks(&mut self, mirror: bool, store: &impl BoundsSource) {
        let CumulativeEdgeFinder { tasks, parts, spans, .. } = self;
        parts.clear();
        spans.clear();
        for ((&start, &length), &height) in
            tasks.starts.iter().zip(&tasks.lengths).zip(&tasks.heights)
        {
            let (earliest, latest) = store.variable_bounds(start);
            let (length, height) = (store.operand_bounds(length).0, store.operand_bounds(height).0);
            if length <= 0 || height <= 0 {
                continue;
            }
            // Negating time turns ends into starts: a task in [earliest, latest + length) becomes
            // one in [-latest - length, -earliest), so one pass serves both bounds.
            let (earliest, latest) =
                if mirror { (-latest - length, -earliest - length) } else { (earliest, latest) };
            let span = EdgeFinderTask {
                start,
                earliest,
                latest,
                length,
                height,
                before: 0,
                bound: earliest,
            };
            parts.push(span.compulsory_part());
            // A task with a fixed start lies wholly in the profile.
            if earliest < latest {
                spans.push(span);
            }
        }
    }

    /// Orders the tasks that were read, and adds up the profile.
    fn sort_tasks(&mut self) {
        let CumulativeEdgeFinder { profile, spans, limits, .. } = self;
        profile.add_up();
        spans.sort_unstable_by_key(|span| Reverse(span.earliest));
        for span in &mut *spans {
            span.before = profile.area_before(span.earliest);
        }
        limits.clear();
        limits.extend(spans.iter().map(|span| span.latest + span.length));
        limits.sort_unstable();
        limits.dedup();
    }

    /// Checks the intervals that end at a time.
    ///
    /// # Errors
    /// Returns a conflict if one of them is overfull.
    fn check_interval_ending_at(
        &mut self,
        end: i64,
        limit: i64,
    ) -> Result<(), PropagationConflict> {
        let area = self.profile.area_before(end);
        let mut energy = 0;
        // The task that may end after `end` and whose earliest position needs the largest surplus
        // over its least need: its index, that surplus, its certain time and its least need.
        let (mut candidate, mut max_surplus, mut candidate_certain, mut candidate_need) =
            (0, 0, 0, 0);
        // By descending earliest start: each task widens the interval to the left and adds its
        // energy.
        for place in 0..self.spans.len() {
            let span = self.spans[place];
            if span.earliest >= end {
                continue;
            }
            let certain = span.certain_time(end);
            // The task lies inside whatever its start. Its certain part is in the profile already.
            if span.latest + span.length <= end {
                energy += span.height * (span.length - certain);
            } else {
                // Even at its latest start it runs this long before the end, outside its certain
                // part.
                let need = span.height * ((end - span.latest).max(0) - certain);
                let max_need = span.height * (span.length.min(end - span.earliest) - certain);
                energy += need;
                if max_need - need > max_surplus {
                    (candidate, max_surplus) = (place, max_need - need);
                    (candidate_certain, candidate_need) = (certain, need);
                }
            }
            // The capacity of [earliest, end) minus the energy inside and the profile's area there.
            let room = limit * (end - span.earliest) - energy - (area - span.before);
            if room < 0 {
                return Err(PropagationConflict);
            }
            // At its earliest start the candidate would overfill the interval. It runs before `end`
            // for its certain time and for as long as the room and its least need permit.
            if max_surplus > room {
                let late = &mut self.spans[candidate];
                let time = candidate_certain + (room + candidate_need) / late.height;
                late.bound = late.bound.max(end - time);
            }
        }
        Ok(())
    }

    /// Moves one bound of all starts: the earliest, or the latest if `mirror`.
    fn apply_bounds(
        &mut self,
        mirror: bool,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        self.load_tasks(mirror, store)?;
        store.spend_steps(self.spans.len().saturating_mul(self.limits.len()))?;
        let limit = store.operand_bounds(self.tasks.limit).1;
        for number in 0..self.limits.len() {
            self.check_interval_ending_at(self.limits[number], limit)?;
        }
        for span in self.spans.iter().filter(|span| span.bound > span.earliest) {
            if mirror {
                // A mirrored start is a negated end.
                store.remove_above(span.start, -span.bound - span.length)?;
            } else {
                store.remove_below(span.start, span.bound)?;
            }
        }
        Ok(())
    }
}

impl CumulativeEdgeFinder {
    fn explain_by_intervals(
        &self,
        claim: Option<DomainClaim>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let breaks = |guess: &BoundsGuess| {
            // The guess must not disturb the buffers, and `explain_atom` has only a shared
            // reference.
            let mut own = self.clone();
            [false, true].into_iter().any(|mirror| own.entails_claim(claim, mirror, guess))
        };
        self.tasks.starts.len() <= MAX_WIDENED_TASKS
            && BoundsGuess::from_past(self.scope.clone(), past).explain_guess(into, false, breaks)
    }

    /// Whether an interval is overfull, or the intervals give a claim about a start.
    fn entails_claim(
        &mut self,
        claim: Option<DomainClaim>,
        mirror: bool,
        guess: &BoundsGuess,
    ) -> bool {
        self.read_tasks(mirror, guess);
        self.profile.fill_profile(&self.parts);
        self.sort_tasks();
        let limit = guess.operand_bounds(self.tasks.limit).1;
        if (0..self.limits.len())
            .any(|number| self.check_interval_ending_at(self.limits[number], limit).is_err())
        {
            return true;
        }
        claim.is_some_and(|claim| {
            let mut own = self.spans.iter().filter(|span| span.start == claim.variable);
            let value = i64::from(claim.value);
            // The forward pass moves earliest starts only, the mirrored one latest starts only.
            own.any(|span| match (claim.test, mirror) {
                (ValueTest::Above, false) => span.bound > value,
                (ValueTest::AtMost, true) => -span.bound - span.length <= value,
                (ValueTest::Not, false) => span.bound > value,
                (ValueTest::Not, true) => -span.bound - span.length < value,
                _ => false,
            })
        })
    }
}

impl ConstraintPropagator for CumulativeEdgeFinder {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let operands = self.tasks.lengths.iter().chain(&self.tasks.heights);
        let lower = operands.filter_map(|operand| Some((operand.as_variable()?, DomainEvent::Min)));
        let starts = self.tasks.starts.iter().map(|&v| (v, DomainEvent::Bounds));
        let limit = self.tasks.limit.as_variable().map(|v| (v, DomainEvent::Max));
        starts.chain(lower).chain(limit).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Highest
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        self.apply_bounds(false, store)?;
        self.apply_bounds(true, store)
    }

    /// Returns the bounds of all tasks.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        AssumptionBounds { past, removal }.bounds_of(self.scope())
    }

    /// Names the bounds of the tasks that the intervals need, as wide as possible.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if !self.explain_by_intervals(Some(claim), past, into) {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.explain_by_intervals(None, past, into) {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }
}
