//! Value heuristics: the value of the chosen variable to try first.

use parallax_model::{Value, VarId, named};
use parallax_propagation::store::DomainStore;
use rand::Rng;

use super::means::{MeanRounding, MeanThreshold, take_outwards};

/// The value of a variable to try first. The first four heuristics are those of Crawford and
/// Aranda, section 3.2, as their tables need them; `heuristics/means.rs` compares them with the
/// paper's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueHeuristic {
    /// The smallest value.
    Smallest,
    /// The greatest value.
    Greatest,
    /// The value nearest to the mean of the smallest and the greatest, rounded down; the
    /// smaller one on a tie.
    Average,
    /// The smallest value above that of [`Average`](ValueHeuristic::Average).
    AboveAverage,
    /// The value nearest to the mean of the smallest and the greatest, as it is; the smaller one on
    /// a tie.
    AverageLiteral,
    /// The smallest value above the mean of the smallest and the greatest.
    AboveAverageLiteral,
    /// The median first, then from the middle outwards.
    #[default]
    Middle,
    /// A random value.
    Random,
    /// The last value to which the variable was fixed, if it is still in the domain, else the
    /// smallest value.
    Saved,
    /// The lower half of the range first: `x <= m`, then `x > m`, with `m` the mean of the bounds,
    /// rounded down. Where each decision must take a value, the smallest one.
    Split,
    /// The upper half of the range first. Where each decision must take a value, the greatest one.
    ReverseSplit,
    /// The first run of consecutive values first; as [`Split`](ValueHeuristic::Split) if
    /// there is one run only.
    Interval,
    /// First without the smallest value: `x != v`, then `x = v`. Where each decision must take a
    /// value, the greatest one.
    OutMin,
    /// First without the greatest value. Where each decision must take a value, the smallest one.
    OutMax,
    /// First without the median. Where each decision must take a value, the greatest one.
    OutMedian,
    /// First without a random value. Where each decision must take a value, a random one.
    OutRandom,
}

named!(ValueHeuristic, "value heuristic", {
    Smallest => "sval",
    Greatest => "gval",
    Average => "aval",
    AboveAverage => "gav",
    AverageLiteral => "aval-literal",
    AboveAverageLiteral => "gav-literal",
    Middle => "middle",
    Random => "random",
    Saved => "saved",
    Split => "split",
    ReverseSplit => "reverse_split",
    Interval => "interval",
    OutMin => "out_min",
    OutMax => "out_max",
    OutMedian => "out_median",
    OutRandom => "out_random",
});

use ValueHeuristic::{
    AboveAverage, AboveAverageLiteral, Average, AverageLiteral, Greatest, Interval, Middle, OutMax,
    OutMedian, OutMin, OutRandom, Random, ReverseSplit, Saved, Smallest, Split,
};

impl ValueHeuristic {
    /// Returns a description of the picked value, in a few words.
    #[must_use]
    pub fn short_description(self) -> &'static str {
        match self {
            Smallest => "the smallest value",
            Greatest => "the greatest value",
            Average => "the value nearest to the mean of the bounds, rounded down",
            AboveAverage => "the next value above aval's",
            AverageLiteral => "the value nearest to the mean of the bounds, as it is",
            AboveAverageLiteral => "the smallest value above the mean of the bounds",
            Middle => "the median value",
            Random => "a random value, by the seed",
            Saved => "what the variable was last fixed to, else the smallest",
            Split => "the lower half of the range",
            ReverseSplit => "the upper half of the range",
            Interval => "the first run of consecutive values, else the lower half of the range",
            OutMin => "all but the smallest value",
            OutMax => "all but the greatest value",
            OutMedian => "all but the median value",
            OutRandom => "all but a random value, by the seed",
        }
    }

    /// Whether it needs the last value to which each variable was fixed.
    pub(super) fn saves_values(self) -> bool {
        self == Saved
    }

    /// Whether chance decides.
    pub(crate) fn is_random(self) -> bool {
        matches!(self, Random | OutRandom)
    }

    /// Returns the value of an unfixed variable to try first.
    #[inline]
    pub(super) fn pick_value(self, v: VarId, store: &DomainStore, rng: &mut impl Rng) -> Value {
        match self {
            // `BranchingGuide` handles a saved value before this.
            Smallest | Saved | Split | Interval | OutMax => store.min(v),
            // The greatest value is never the lower median of several.
            Greatest | ReverseSplit | OutMin | OutMedian => store.max(v),
            Average => MeanRounding::Floored.nearest_value(v, store),
            AboveAverage => MeanThreshold::Nearest.first_value(v, store),
            AverageLiteral => MeanRounding::Exact.nearest_value(v, store),
            AboveAverageLiteral => MeanThreshold::Mean.first_value(v, store),
            Middle => nth_value(v, (store.domain_size(v) - 1) / 2, store),
            Random | OutRandom => nth_value(v, rng.random_range(0..store.domain_size(v)), store),
        }
    }

    /// Appends all values of a variable in reverse order of trial: each is the value that
    /// [`pick_value`](ValueHeuristic::pick_value) selects from the remaining ones. For
    /// [`OutMedian`](ValueHeuristic::OutMedian), in the order in which decisions reach them.
    pub(super) fn order_values(
        self,
        v: VarId,
        store: &DomainStore,
        rng: &mut impl Rng,
        into: &mut Vec<Value>,
    ) {
        let start = into.len();
        let values = store.values(v);
        match self {
            Greatest | ReverseSplit | OutMin => into.extend(values),
            Smallest | Saved | Split | Interval | OutMax => {
                into.extend(values);
                into[start..].reverse();
            }
            Random | OutRandom => {
                let values: Vec<Value> = values.collect();
                at_random(&values, rng, into);
                into[start..].reverse();
            }
            OutMedian => outwards_from_median(&values.collect::<Vec<Value>>(), into),
            Average | AverageLiteral | AboveAverage | AboveAverageLiteral | Middle => {
                let values: Vec<Value> = values.collect();
                match self {
                    Average => MeanRounding::Floored.append_outwards(&values, into),
                    AverageLiteral => MeanRounding::Exact.append_outwards(&values, into),
                    AboveAverage => MeanThreshold::Nearest.append_upwards(&values, into),
                    AboveAverageLiteral => MeanThreshold::Mean.append_upwards(&values, into),
                    _ => outwards_from_median(&values, into),
                }
                into[start..].reverse();
            }
        }
    }
}

/// Appends the values in random order. A binary indexed tree (Fenwick 1994) finds the k-th
/// value that has not been drawn yet.
fn at_random(values: &[Value], rng: &mut impl Rng, into: &mut Vec<Value>) {
    let size = values.len();
    // By node of the tree: the number of undrawn places that it covers.
    // Node `i` covers as many places as its lowest set bit: all are undrawn at first.
    let mut left: Vec<usize> = (0..=size).map(|i| i & i.wrapping_neg()).collect();
    for open in (1..=size).rev() {
        // The descent skips a node if all its undrawn places come before the one drawn, so each
        // draw takes O(log n).
        let (mut place, mut number) = (0, rng.random_range(0..open));
        let mut step = size.next_power_of_two();
        while step > 0 {
            let next = place + step;
            if next <= size && left[next] <= number {
                (place, number) = (next, number - left[next]);
            }
            step /= 2;
        }
        into.push(values[place]);
        let mut tree = place + 1;
        while tree <= size {
            left[tree] -= 1;
            tree += tree & tree.wrapping_neg();
        }
    }
}

fn outwards_from_median(mut values: &[Value], into: &mut Vec<Value>) {
    while let Some(last) = values.len().checked_sub(1) {
        // The side that is nearer to the middle is next; the lower one on a tie.
        let is_below = |below: usize, above: usize| below + above >= last;
        values = take_outwards(values, last / 2, is_below, into);
    }
}

fn nth_value(v: VarId, n: u32, store: &DomainStore) -> Value {
    store.nth_value(v, n).unwrap_or_else(|| store.min(v))
}
