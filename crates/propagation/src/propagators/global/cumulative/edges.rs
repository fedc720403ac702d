//! Cumulative by energy within intervals, beside the parts that must run.

use std::cmp::Reverse;

use parallax_model::{self as model, Domain, VarId};

use super::super::guess::{Guess, MOST_WIDENED};
use super::ends::{Assumed, Ends};
use super::profile::{Part, Profile};
use crate::decision::Test;
use crate::propagators::{Claim, Cost, Event, Past, Premises, Propagator, Removal, Store};
use crate::store::Conflict;

/// Time-table edge finding (Vilím 2011) in quadratic time (Schutt, Feydt and Stuckey 2013). Within
/// each interval from an earliest start to a latest end, the load of the time-table, and the energy
/// that tasks need there beside it, are at most the limit times the length. A task that would need
/// too much there if it began at its earliest start begins later. Tasks take their least lengths and
/// heights.
#[derive(Clone)]
pub(super) struct Edges {
    tasks: model::Cumulative,
    scope: Vec<VarId>,
    /// Buffer: the certain part of each task.
    parts: Vec<Part>,
    profile: Profile,
    /// Buffer: the open tasks, by descending earliest start.
    spans: Vec<Span>,
    /// Buffer: the latest ends of these tasks.
    limits: Vec<i64>,
}

/// An open task with energy.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: VarId,
    earliest: i64,
    latest: i64,
    length: i64,
    height: i64,
    /// The area of the time-table before its earliest start.
    before: i64,
    /// The earliest start that the intervals leave.
    bound: i64,
}

impl Span {
    fn part(self) -> Part {
        Part { from: self.latest, to: self.earliest + self.length, height: self.height }
    }

    /// Returns the time before `end` at which it must run.
    fn certain(self, end: i64) -> i64 {
        (end.min(self.earliest + self.length) - self.latest).max(0)
    }
}

/// Products of times and heights up to this magnitude do not overflow when they are added.
const MOST: i128 = 1 << 60;

impl Edges {
    /// Builds the propagator; `None` if areas would be too large for it.
    pub(super) fn new(c: &model::Cumulative, store: &Store) -> Option<Self> {
        let all = c.starts.iter().zip(&c.lengths).zip(&c.heights);
        let (mut low, mut high, mut height) = (0_i64, 0_i64, store.of(c.limit).1.max(0));
        for ((&start, &length), &own) in all {
            let (earliest, latest) = store.ends(start);
            low = low.min(earliest);
            high = high.max(latest + store.of(length).1.max(0));
            height = height.saturating_add(store.of(own).1.max(0));
        }
        let most = i128::from(high - low + 1) * (i128::from(height) + 1);
        (most <= MOST).then(|| Edges {
            tasks: c.clone(),
            scope: super::scope(c),
            parts: Vec::new(),
            profile: Profile::default(),
            spans: Vec::new(),
            limits: Vec::new(),
        })
    }

    /// Reads all tasks, with all times negated if `mirror`.
    fn read(&mut self, mirror: bool, store: &mut Store) -> Result<(), Conflict> {
        self.read_tasks(mirror, store);
        self.profile.build(&self.parts, store)?;
        self.sort();
        Ok(())
    }

    fn read_tasks(&mut self, mirror: bool, store: &impl Ends) {
        let Edges { tasks, parts, spans, .. } = self;
        parts.clear();
        spans.clear();
        for ((&start, &length), &height) in
            tasks.starts.iter().zip(&tasks.lengths).zip(&tasks.heights)
        {
            let (earliest, latest) = store.ends(start);
            let (length, height) = (store.of(length).0, store.of(height).0);
            if length <= 0 || height <= 0 {
                continue;
            }
            let (earliest, latest) =
                if mirror { (-latest - length, -earliest - length) } else { (earliest, latest) };
            let span = Span { start, earliest, latest, length, height, before: 0, bound: earliest };
            parts.push(span.part());
            if earliest < latest {
                spans.push(span);
            }
        }
    }

    /// Orders the tasks that were read, and adds up the profile.
    fn sort(&mut self) {
        let Edges { profile, spans, limits, .. } = self;
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

    /// Looks at the intervals that end at a time.
    ///
    /// # Errors
    /// Returns a conflict if one of them is overfull.
    fn look(&mut self, end: i64, limit: i64) -> Result<(), Conflict> {
        let area = self.profile.area_before(end);
        let mut energy = 0;
        // The task that may run on after the end and wants most beyond its least need: its place,
        // that surplus, its certain time, and the room that its least need takes.
        let (mut place_of_most, mut most, mut own_certain, mut own_need) = (0, 0, 0, 0);
        for place in 0..self.spans.len() {
            let span = self.spans[place];
            if span.earliest >= end {
                continue;
            }
            let certain = span.certain(end);
            if span.latest + span.length <= end {
                energy += span.height * (span.length - certain);
            } else {
                let need = span.height * ((end - span.latest).max(0) - certain);
                let wish = span.height * (span.length.min(end - span.earliest) - certain);
                energy += need;
                if wish - need > most {
                    (place_of_most, most) = (place, wish - need);
                    (own_certain, own_need) = (certain, need);
                }
            }
            let room = limit * (end - span.earliest) - energy - (area - span.before);
            if room < 0 {
                return Err(Conflict);
            }
            if most > room {
                let late = &mut self.spans[place_of_most];
                let time = own_certain + (room + own_need) / late.height;
                late.bound = late.bound.max(end - time);
            }
        }
        Ok(())
    }

    /// Moves one bound of all starts: the earliest, or the latest if `mirror`.
    fn apply(&mut self, mirror: bool, store: &mut Store) -> Result<(), Conflict> {
        self.read(mirror, store)?;
        store.spend(self.spans.len().saturating_mul(self.limits.len()))?;
        let limit = store.of(self.tasks.limit).1;
        for number in 0..self.limits.len() {
            self.look(self.limits[number], limit)?;
        }
        for span in self.spans.iter().filter(|span| span.bound > span.earliest) {
            if mirror {
                store.remove_above(span.start, -span.bound - span.length)?;
            } else {
                store.remove_below(span.start, span.bound)?;
            }
        }
        Ok(())
    }
}

impl Edges {
    fn explain_by_intervals(
        &self,
        claim: Option<Claim>,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let breaks = |guess: &Guess| {
            let mut own = self.clone();
            [false, true].into_iter().any(|mirror| own.gives(claim, mirror, guess))
        };
        self.tasks.starts.len() <= MOST_WIDENED
            && Guess::of(self.scope.clone(), past).explain(into, false, breaks)
    }

    /// Whether an interval is overfull, or the intervals give a claim about a start.
    fn gives(&mut self, claim: Option<Claim>, mirror: bool, guess: &Guess) -> bool {
        self.read_tasks(mirror, guess);
        self.profile.fill(&self.parts);
        self.sort();
        let limit = guess.of(self.tasks.limit).1;
        if (0..self.limits.len()).any(|number| self.look(self.limits[number], limit).is_err()) {
            return true;
        }
        claim.is_some_and(|claim| {
            let mut own = self.spans.iter().filter(|span| span.start == claim.variable);
            let value = i64::from(claim.value);
            own.any(|span| match (claim.test, mirror) {
                (Test::Above, false) => span.bound > value,
                (Test::AtMost, true) => -span.bound - span.length <= value,
                (Test::Not, false) => span.bound > value,
                (Test::Not, true) => -span.bound - span.length < value,
                _ => false,
            })
        })
    }
}

impl Propagator for Edges {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let operands = self.tasks.lengths.iter().chain(&self.tasks.heights);
        let lower = operands.filter_map(|operand| Some((operand.variable()?, Event::Min)));
        let starts = self.tasks.starts.iter().map(|&v| (v, Event::Bounds));
        let limit = self.tasks.limit.variable().map(|v| (v, Event::Max));
        starts.chain(lower).chain(limit).collect()
    }

    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.apply(false, store)?;
        self.apply(true, store)
    }

    /// Returns the bounds of all tasks.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        Assumed { past, removal }.bounds_of(self.scope())
    }

    /// The bounds of the tasks that the intervals need, as wide as possible.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.explain_by_intervals(Some(claim), past, into) {
            self.scope.iter().for_each(|&v| into.bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.explain_by_intervals(None, past, into) {
            self.scope.iter().for_each(|&v| into.bounds(v, past));
        }
    }
}
