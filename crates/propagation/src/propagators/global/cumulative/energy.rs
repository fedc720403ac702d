//! Cumulative by the energy of intervals.

use parallax_model::{self as model, Domain, VarId};

use super::super::guess::{Guess, MOST_WIDENED};
use super::ends::{Assumed, Ends, at_least};
use crate::propagators::{
    Claim, Conflict, Cost, Event, Past, Premises, Propagator, Removal, Store,
};

/// Overload by energy (Wolf and Schrader 2005, in the plain form of quadratic time): the tasks
/// that must lie between two times need, by their least lengths and heights, no more than the limit
/// times the distance. Raises the limit; beyond that it only finds conflicts.
#[derive(Clone)]
pub(super) struct Energy {
    tasks: model::Cumulative,
    scope: Vec<VarId>,
    /// Buffer: the tasks with energy, by descending earliest start.
    spans: Vec<Span>,
    /// Buffer: the latest ends of these tasks.
    limits: Vec<i64>,
}

/// A task with energy.
#[derive(Clone, Copy)]
struct Span {
    earliest: i64,
    /// The latest end with the least length.
    deadline: i64,
    energy: i128,
}

impl Energy {
    pub(super) fn new(c: &model::Cumulative) -> Self {
        Energy { tasks: c.clone(), scope: super::scope(c), spans: Vec::new(), limits: Vec::new() }
    }

    fn read(&mut self, store: &impl Ends) {
        self.spans.clear();
        let model::Cumulative { starts, lengths, heights, .. } = &self.tasks;
        for ((&start, &length), &height) in starts.iter().zip(lengths).zip(heights) {
            let (earliest, latest) = store.ends(start);
            let (length, height) = (store.of(length).0, store.of(height).0);
            if length > 0 && height > 0 {
                let energy = i128::from(length) * i128::from(height);
                self.spans.push(Span { earliest, deadline: latest + length, energy });
            }
        }
        self.spans.sort_unstable_by_key(|span| std::cmp::Reverse(span.earliest));
        self.limits.clear();
        self.limits.extend(self.spans.iter().map(|span| span.deadline));
        self.limits.sort_unstable();
        self.limits.dedup();
    }

    /// Returns the least limit with which the tasks fit into all intervals.
    fn least_limit(&self) -> i128 {
        let mut least = 0;
        for &end in &self.limits {
            let mut energy = 0;
            for span in self.spans.iter().filter(|span| span.deadline <= end) {
                energy += span.energy;
                // At least 1, since the task has a length.
                let distance = i128::from(end - span.earliest).max(1);
                if energy > least * distance {
                    least = (energy + distance - 1) / distance;
                }
            }
        }
        least
    }
}

impl Energy {
    fn explain_overload(&self, guess: Guess, into: &mut Premises<'_>) -> bool {
        let breaks = |guess: &Guess| {
            let mut own = self.clone();
            own.read(guess);
            own.least_limit() > guess.of(own.tasks.limit).1.into()
        };
        self.tasks.starts.len() <= MOST_WIDENED && guess.explain(into, false, breaks)
    }
}

impl Propagator for Energy {
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
        self.read(store);
        store.spend(self.spans.len().saturating_mul(self.limits.len()))?;
        let least = i64::try_from(self.least_limit()).unwrap_or(i64::MAX);
        at_least(self.tasks.limit, least, store)
    }

    /// Returns the bounds of all tasks.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        Assumed { past, removal }.bounds_of(self.scope())
    }

    /// The bounds of the tasks of an interval that needs a greater limit, as wide as possible.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let guess = Guess::of(self.scope.clone(), past).refute(claim);
        if !guess.is_some_and(|guess| self.explain_overload(guess, into)) {
            self.scope.iter().for_each(|&v| into.bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.explain_overload(Guess::of(self.scope.clone(), past), into) {
            self.scope.iter().for_each(|&v| into.bounds(v, past));
        }
    }
}
