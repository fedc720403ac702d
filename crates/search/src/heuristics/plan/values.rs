//! The decisions of a plan on a chosen variable.

use parallax_model::{Value, ValueChoice, VarId};
use rand::Rng;

use crate::decision::{Decision, Test};
use crate::heuristics::ValueHeuristic;
use crate::heuristics::means::floored;
use crate::store::Store;

/// Returns the first decision on an unfixed variable; its opposite comes second.
pub(super) fn decision(
    choice: ValueChoice,
    v: VarId,
    store: &Store,
    rng: &mut impl Rng,
) -> Decision {
    let (test, value) = match choice {
        ValueChoice::Min => (Test::Is, store.min(v)),
        ValueChoice::Max => (Test::Is, store.max(v)),
        ValueChoice::Median => (Test::Is, ValueHeuristic::Middle.pick(v, store, rng)),
        ValueChoice::Middle => (Test::Is, ValueHeuristic::AverageLiteral.pick(v, store, rng)),
        ValueChoice::Random => (Test::Is, ValueHeuristic::Random.pick(v, store, rng)),
        ValueChoice::Split => (Test::AtMost, floored(store.min(v), store.max(v))),
        ValueChoice::ReverseSplit => (Test::Above, floored(store.min(v), store.max(v))),
        ValueChoice::Interval => (Test::AtMost, first_interval(v, store)),
        ValueChoice::OutMin => (Test::Not, store.min(v)),
        ValueChoice::OutMax => (Test::Not, store.max(v)),
        ValueChoice::OutMedian => (Test::Not, ValueHeuristic::Middle.pick(v, store, rng)),
        ValueChoice::OutRandom => (Test::Not, ValueHeuristic::Random.pick(v, store, rng)),
    };
    Decision { variable: v, value, test }
}

/// Returns the choice that tries the values one by one in the order in which the decisions of
/// `choice` reach them. Of [`ValueChoice::OutMedian`], only the first value is the same.
pub(super) fn assigning(choice: ValueChoice) -> ValueChoice {
    use ValueChoice::{Max, Median, Middle, Min, Random};
    match choice {
        Min | Max | Median | Middle | Random => choice,
        ValueChoice::Split | ValueChoice::Interval | ValueChoice::OutMax => Min,
        // The greatest value is never the lower median of several.
        ValueChoice::ReverseSplit | ValueChoice::OutMin | ValueChoice::OutMedian => Max,
        ValueChoice::OutRandom => Random,
    }
}

/// Appends all values of a variable in reverse order of trial.
pub(super) fn order(
    choice: ValueChoice,
    v: VarId,
    store: &Store,
    rng: &mut impl Rng,
    into: &mut Vec<Value>,
) {
    let start = into.len();
    let heuristic = match assigning(choice) {
        _ if choice == ValueChoice::OutMedian => ValueHeuristic::Middle,
        ValueChoice::Max => ValueHeuristic::Greatest,
        ValueChoice::Median => ValueHeuristic::Middle,
        ValueChoice::Middle => ValueHeuristic::AverageLiteral,
        ValueChoice::Random => ValueHeuristic::Random,
        _ => ValueHeuristic::Smallest,
    };
    heuristic.order(v, store, rng, into);
    if choice == ValueChoice::OutMedian {
        into[start..].reverse();
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
