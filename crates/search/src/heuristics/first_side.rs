//! The first decision on a chosen variable; its opposite is the second.

use parallax_model::{Value, ValueChoice, VarId};
use parallax_propagation::store::Store;
use parallax_propagation::{Decision, Test};
use rand::Rng;

use super::means::floored;
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
    pub(super) fn decided(
        self,
        v: VarId,
        store: &Store,
        single: bool,
        rng: &mut impl Rng,
    ) -> Decision {
        if single {
            Decision::is(v, self.pick(v, store, rng))
        } else {
            self.decision(v, store, rng)
        }
    }

    /// Returns the first decision on an unfixed variable.
    #[inline]
    pub(super) fn decision(self, v: VarId, store: &Store, rng: &mut impl Rng) -> Decision {
        use ValueHeuristic as H;
        let (test, value) = match self {
            H::Split => (Test::AtMost, floored(store.min(v), store.max(v))),
            H::ReverseSplit => (Test::Above, floored(store.min(v), store.max(v))),
            H::Interval => (Test::AtMost, first_interval(v, store)),
            H::OutMin => (Test::Not, store.min(v)),
            H::OutMax => (Test::Not, store.max(v)),
            H::OutMedian => (Test::Not, H::Middle.pick(v, store, rng)),
            H::OutRandom => (Test::Not, H::Random.pick(v, store, rng)),
            _ => (Test::Is, self.pick(v, store, rng)),
        };
        Decision { variable: v, value, test }
    }
}

/// Returns the last value of the first run of consecutive values; with one run only, the mean of
/// the bounds, rounded down.
fn first_interval(v: VarId, store: &Store) -> Value {
    let (low, high) = (store.min(v), store.max(v));
    if i64::from(high) - i64::from(low) + 1 == i64::from(store.size(v)) {
        return floored(low, high);
    }
    let mut last = low;
    loop {
        // The value itself is in the domain, so that the run is not empty.
        let start = last & !63;
        let run = (store.word_at(v, start) >> (last - start)).trailing_ones() as Value;
        last += run - 1;
        if last < start + 63 || !store.contains(v, last + 1) {
            return last;
        }
        last += 1;
    }
}
