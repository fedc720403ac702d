//! Cumulative by the energy of intervals.

use parallax_model::{self as model, Domain, VarId};

use super::super::bounds_guess::{BoundsGuess, MAX_WIDENED_TASKS};
use super::bounds_source::{AssumptionBounds, BoundsSource, at_least};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost, ValueRemoval,
};

/// Overload by energy (Wolf and Schrader 2005, in the plain form of quadratic time): the tasks
/// that must lie between two times need, by their least lengths and heights, no more than the limit
/// times the distance. Raises the limit; beyond that it only finds conflicts.
#[derive(Clone)]
pub(super) struct CumulativeEnergyPropagator {
    tasks: model::Cumulative,
    scope: Vec<VarId>,
    /// Buffer: the tasks with energy, by descending earliest start.
    spans: Vec<EnergyTask>,
    /// Buffer: the latest ends of these tasks.
    limits: Vec<i64>,
}

/// A task with energy.
#[derive(Clone, Copy)]
struct EnergyTask {
    earliest: i64,
    /// The latest end with the least length.
    deadline: i64,
    energy: i128,
}

impl CumulativeEnergyPropagator {
    pub(super) fn new(c: &model::Cumulative) -> Self {
        CumulativeEnergyPropagator {
            tasks: c.clone(),
            scope: super::cumulative_scope(c),
            spans: Vec::new(),
            limits: Vec::new(),
        }
    }

    fn read_tasks(&mut self, store: &impl BoundsSource) {
        self.spans.clear();
        let model::Cumulative { starts, lengths, heights, .. } = &self.tasks;
        for ((&start, &length), &height) in starts.iter().zip(lengths).zip(heights) {
            let (earliest, latest) = store.variable_bounds(start);
            let (length, height) = (store.operand_bounds(length).0, store.operand_bounds(height).0);
            // Tasks that may be empty or flat have no certain energy.
            if length > 0 && height > 0 {
                let energy = i128::from(length) * i128::from(height);
                self.spans.push(EnergyTask { earliest, deadline: latest + length, energy });
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
            // By descending earliest start: each task widens the interval to the left, so the
            // energies add up.
            for span in self.spans.iter().filter(|span| span.deadline <= end) {
                energy += span.energy;
                // At least 1, since the task has a length.
                let distance = i128::from(end - span.earliest).max(1);
                if energy > least * distance {
                    // Rounded up, because limits are integers.
                    least = (energy + distance - 1) / distance;
                }
            }
        }
        least
    }
}

impl CumulativeEnergyPropagator {
    fn explain_overload(&self, guess: BoundsGuess, into: &mut ExplanationPremises<'_>) -> bool {
        let breaks = |guess: &BoundsGuess| {
            let mut own = self.clone();
            own.read_tasks(guess);
            own.least_limit() > guess.operand_bounds(own.tasks.limit).1.into()
        };
        self.tasks.starts.len() <= MAX_WIDENED_TASKS && guess.explain_guess(into, false, breaks)
    }
}

impl ConstraintPropagator for CumulativeEnergyPropagator {
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
        self.read_tasks(store);
        store.spend_steps(self.spans.len().saturating_mul(self.limits.len()))?;
        let least = i64::try_from(self.least_limit()).unwrap_or(i64::MAX);
        at_least(self.tasks.limit, least, store)
    }

    /// Returns the bounds of all tasks.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        AssumptionBounds { past, removal }.bounds_of(self.scope())
    }

    /// Names the bounds of the tasks of an interval that needs a greater limit, as wide as
    /// possible.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let guess = BoundsGuess::from_past(self.scope.clone(), past).assume_opposite(claim);
        if !guess.is_some_and(|guess| self.explain_overload(guess, into)) {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.explain_overload(BoundsGuess::from_past(self.scope.clone(), past), into) {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }
}
