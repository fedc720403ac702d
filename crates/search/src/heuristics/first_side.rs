//! The first decision on a chosen variable; its opposite is the second.

use parallax_model::{Value, ValueChoice, VarId};
use parallax_propagation::store::DomainStore;
use parallax_propagation::{SearchDecision, ValueTest};
use rand::Rng;

use super::means::floor_mean;
use super::value::ValueHeuristic;

impl From<ValueChoice> for ValueHeuristic {
    fn from(choice: ValueChoice) -> Self {
        match choice {
            ValueChoice::Min => ValueHeuristic::Smallest,
            ValueChoice::Max => ValueHeuristic::Greatest,
            ValueChoice::Median => ValueHeuristic::Middle,
            ValueChoice::Middle => ValueHeuristic::AverageLiteral,
            ValueChoice::Random => ValueHeuristic::Random,
            ValueChoice::Split => ValueHeuristic::Split,
            ValueChoice::ReverseSplit => ValueHeuristic::ReverseSplit,
            ValueChoice::Interval => ValueHeuristic::Interval,
            ValueChoice::OutMin => ValueHeuristic::OutMin,
            ValueChoice::OutMax => ValueHeuristic::OutMax,
            ValueChoice::OutMedian => ValueHeuristic::OutMedian,
            ValueChoice::OutRandom => ValueHeuristic::OutRandom,
        }
    }
}

impl ValueHeuristic {
    /// Returns the first decision on an unfixed variable. With `single`, it assigns a value.
    #[inline]
    pub(super) fn first_decision(
        self,
        v: VarId,
        store: &DomainStore,
        single: bool,
        rng: &mut impl Rng,
    ) -> SearchDecision {
        if single {
            SearchDecision::for_value(v, self.pick_value(v, store, rng))
        } else {
            self.heuristic_decision(v, store, rng)
        }
    }

    /// Returns the first decision on an unfixed variable.
    #[inline]
    pub(super) fn heuristic_decision(
        self,
        v: VarId,
        store: &DomainStore,
        rng: &mut impl Rng,
    ) -> SearchDecision {
        use ValueHeuristic as H;
        let (test, value) = match self {
            H::Split => (ValueTest::AtMost, floor_mean(store.min(v), store.max(v))),
            H::ReverseSplit => (ValueTest::Above, floor_mean(store.min(v), store.max(v))),
            H::Interval => (ValueTest::AtMost, first_interval(v, store)),
            H::OutMin => (ValueTest::Not, store.min(v)),
            H::OutMax => (ValueTest::Not, store.max(v)),
            H::OutMedian => (ValueTest::Not, H::Middle.pick_value(v, store, rng)),
            H::OutRandom => (ValueTest::Not, H::Random.pick_value(v, store, rng)),
            _ => (ValueTest::Is, self.pick_value(v, store, rng)),
        };
        SearchDecision { variable: v, value, test }
    }
}

/// Returns the last value of the first run of consecutive values; with one run only, the mean of
/// the bounds, rounded down.
fn first_interval(v: VarId, store: &DomainStore) -> Value {
    let (low, high) = (store.min(v), store.max(v));
    // A domain without holes is one run.
    if i64::from(high) - i64::from(low) + 1 == i64::from(store.domain_size(v)) {
        return floor_mean(low, high);
    }
    let mut last = low;
    loop {
        // The value itself is in the domain, so that the run is not empty.
        let start = last & !63;
        let run = (store.word_at(v, start) >> (last - start)).trailing_ones() as Value;
        last += run - 1;
        // A run that ends before the end of its word is complete; at the end of a word it may
        // continue in the next one.
        if last < start + 63 || !store.contains(v, last + 1) {
            return last;
        }
        last += 1;
    }
}
