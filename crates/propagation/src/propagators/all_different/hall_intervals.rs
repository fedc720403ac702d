//! All-different on bounds.

use parallax_model::{self as model, Domain, Value, VarId};

use super::hall_sweep::HallSweep;
use crate::decision::ValueTest;
use crate::propagators::{
    BoundSide, ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises,
    PastDomains, PropagationConflict, PropagatorCost, ValueRemoval, by_bounds,
};

/// Bounds(Z) consistency by Hall intervals (López-Ortiz, Quimper, Tromp and van Beek 2003): if an
/// interval has as many values as variables with domains inside it, no bound of another variable
/// lies in it.
#[derive(Clone)]
pub(super) struct HallIntervalPropagator {
    scope: Vec<VarId>,
    upwards: HallSweep,
    downwards: HallSweep,
}

/// An interval of values, and variables whose domains lie in it.
type HallInterval = (i64, i64, Vec<VarId>);

impl HallIntervalPropagator {
    /// Returns an interval that contains `value` and has as many values as variables in it, other
    /// than `except`; without a value, one that has fewer.
    fn hall_interval(
        &self,
        except: Option<VarId>,
        value: Option<i64>,
        past: &PastDomains<'_>,
    ) -> Option<HallInterval> {
        let others = self.scope.iter().filter(|&&v| Some(v) != except);
        let mut ranges: Vec<((i64, i64), VarId)> =
            others.map(|&v| (past.wide_bounds(v), v)).collect();
        // In the order of greatest values, the variables inside `[start, max]` are exactly those
        // with least value at least `start` met so far. Each start is one pass, so the search is
        // quadratic.
        ranges.sort_unstable_by_key(|entry| entry.0.1);
        let mut starts: Vec<i64> = ranges.iter().map(|entry| entry.0.0).collect();
        // From the greatest start down, so that narrow intervals, with few premises, come first.
        starts.sort_unstable_by(|a, b| b.cmp(a));
        starts.dedup();
        starts.retain(|&start| value.is_none_or(|value| start <= value));
        // A Hall interval has as many variables as values; a conflict needs one more.
        let spare = i64::from(value.is_none());
        starts.into_iter().find_map(|start| {
            let mut inside = Vec::new();
            for &((_, max), v) in ranges.iter().filter(|entry| entry.0.0 >= start) {
                inside.push(v);
                let missing = max - start + 1 + spare - inside.len() as i64;
                if missing <= 0 && value.is_none_or(|value| value <= max) {
                    return Some((start, max, inside));
                }
            }
            None
        })
    }

    /// Explains a bound of a variable by intervals from its old bound to the new one.
    fn explain_bound(
        &self,
        variable: VarId,
        side: BoundSide,
        limit: i64,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        // One interval may not reach the limit: several that touch push the bound step by step.
        // E.g. with [1, 2] and [3, 4] full, a variable that is at least 1 is at least 5.
        let (low, high) = past.wide_bounds(variable);
        let mut value = if side == BoundSide::Lower { low } else { high };
        let mut found = Vec::new();
        while if side == BoundSide::Lower { value < limit } else { value > limit } {
            let Some(next) = self.hall_interval(Some(variable), Some(value), past) else {
                return false;
            };
            value = if side == BoundSide::Lower { next.1 + 1 } else { next.0 - 1 };
            found.push(next);
        }
        // The premise on the variable itself is the outer end of the first interval, which is
        // weaker than its bound; each later interval starts from the bound that the one before
        // established.
        for (place, (low, high, inside)) in found.iter().enumerate() {
            add_interval(inside, *low, *high, into);
            match (place, side) {
                (0, BoundSide::Lower) => into.at_least(variable, *low),
                (0, BoundSide::Upper) => into.at_most(variable, *high),
                _ => {}
            }
        }
        true
    }

    /// Builds the propagator of a scope without repetitions.
    pub(super) fn new(c: &model::AllDifferent) -> Self {
        let sweep = || HallSweep::new(c.scope.len());
        HallIntervalPropagator { scope: c.scope.clone(), upwards: sweep(), downwards: sweep() }
    }

    /// Returns the variables other than `v` whose domains lie in a Hall interval that contains
    /// `value`: the interval with the least start, and the shortest one with that start.
    fn hall_set(&self, v: VarId, value: Value, past: &PastDomains<'_>) -> Option<Vec<VarId>> {
        let others = self.scope.iter().filter(|&&other| other != v);
        let bounds = others.filter_map(|&other| Some((past.bounds(other)?, other)));
        // Sorted by greatest value.
        let mut ranges: Vec<((Value, Value), VarId)> = bounds.collect();
        ranges.sort_unstable_by_key(|entry| entry.0.1);
        let mut starts: Vec<Value> = ranges.iter().map(|entry| entry.0.0).collect();
        starts.retain(|&start| start <= value);
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().find_map(|start| {
            let mut inside = Vec::new();
            for &((min, max), other) in ranges.iter().filter(|entry| entry.0.0 >= start) {
                debug_assert!(min <= max, "bounds of a domain");
                inside.push(other);
                let length = i64::from(max) - i64::from(start) + 1;
                if max >= value && inside.len() as i64 >= length {
                    return Some(inside);
                }
            }
            None
        })
    }
}

/// Adds that the values of variables lie in an interval.
fn add_interval(inside: &[VarId], low: i64, high: i64, into: &mut ExplanationPremises<'_>) {
    for &v in inside {
        into.at_least(v, low);
        into.at_most(v, high);
    }
}

impl ConstraintPropagator for HallIntervalPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.scope.iter().map(|&v| (v, DomainEvent::Bounds)).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let HallIntervalPropagator { scope, upwards, downwards } = self;
        store.spend_steps(scope.len() * 16)?;
        upwards.read_ranges(scope.iter().map(|&v| (store.min(v).into(), store.max(v).into())));
        // The downward pass below reads the bounds again and profits from this one.
        upwards.raise_bounds(|place, bound| store.remove_below(scope[place], bound))?;
        // The mirror image: every value is negated.
        downwards.read_ranges(
            scope.iter().map(|&v| (-i64::from(store.max(v)), -i64::from(store.min(v)))),
        );
        downwards.raise_bounds(|place, bound| store.remove_above(scope[place], -bound))
    }

    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let hall_set = self.hall_set(removal.variable, removal.value, past);
        let because = hall_set.unwrap_or_else(|| self.scope.clone());
        because.into_iter().map(|v| (v, past.domain(v))).collect()
    }

    /// Names Hall intervals that cover the values between the old bound and the new one.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let variable = claim.variable;
        let explained = match claim.test {
            ValueTest::Not => self
                .hall_interval(Some(variable), Some(claim.value.into()), past)
                .is_some_and(|(low, high, inside)| {
                    add_interval(&inside, low, high, into);
                    true
                }),
            _ => by_bounds(claim, past, into, |side, limit, into| {
                self.explain_bound(variable, side, limit, past, into)
            }),
        };
        if !explained {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }

    /// Names an interval with fewer values than variables in it.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        match self.hall_interval(None, None, past) {
            Some((low, high, inside)) => add_interval(&inside, low, high, into),
            None => self.scope.iter().for_each(|&v| into.add_bounds(v, past)),
        }
    }
}
