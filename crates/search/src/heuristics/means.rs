//! Values near the mean of the bounds, by the heuristics AVal and GAV of Crawford and Aranda
//! (section 3.2).
//!
//! Their tables come out when the mean is rounded down before the nearest value is looked for, and
//! when GAV takes the value after AVal's: both readings are fitted to the tables. Their text takes
//! the mean as it is, and GAV the smallest value above it. The readings differ on domains with
//! holes: on {1, 3, 4}, whose mean is 2.5, the tables need 1, and the text gives 3.

use parallax_model::{Value, VarId};
use parallax_propagation::store::DomainStore;

/// How the mean of two bounds counts.
#[derive(Clone, Copy)]
pub(super) enum MeanRounding {
    /// Rounded down.
    Floored,
    /// As it is.
    Exact,
}

/// The values that come after all values from a mean upwards.
#[derive(Clone, Copy)]
pub(super) enum MeanThreshold {
    /// The value nearest to the mean rounded down, and what is below it.
    Nearest,
    /// The values up to the mean.
    Mean,
}

impl MeanRounding {
    /// Returns twice the mean, which is an integer.
    fn doubled_mean(self, low: Value, high: Value) -> Value {
        match self {
            MeanRounding::Floored => 2 * floor_mean(low, high),
            MeanRounding::Exact => low + high,
        }
    }

    /// Returns the value of a variable nearest to the mean of its bounds; the smaller one on a tie.
    pub(super) fn nearest_value(self, v: VarId, store: &DomainStore) -> Value {
        let (least, most) = (store.min(v), store.max(v));
        let doubled = self.doubled_mean(least, most);
        let floor = doubled.div_euclid(2);
        // The nearest value is one of the two neighbours of the mean. Doubled distances compare
        // them in integers, also where the mean is half an integer.
        let below = store.at_most(v, floor).unwrap_or(least);
        match store.at_least(v, floor + 1) {
            Some(above) if 2 * above - doubled < doubled - 2 * below => above,
            _ => below,
        }
    }

    /// Returns the index of [`nearest_value`](MeanRounding::nearest_value)'s value in an ascending
    /// list.
    fn nearest_index(self, open: &[Value]) -> usize {
        let doubled = self.doubled_mean(open[0], open[open.len() - 1]);
        let above = open.partition_point(|&value| 2 * value <= doubled);
        let below = above.saturating_sub(1);
        match open.get(above) {
            Some(&value) if 2 * value - doubled < doubled - 2 * open[below] => above,
            _ => below,
        }
    }

    /// Appends an ascending list in the order of [`nearest_value`](MeanRounding::nearest_value).
    /// While both sides have values the mean of the bounds stays the same; after that it is the
    /// mean of the rest.
    pub(super) fn append_outwards(self, mut values: &[Value], into: &mut Vec<Value>) {
        while let (Some(&first), Some(&last)) = (values.first(), values.last()) {
            let doubled = self.doubled_mean(first, last);
            let is_below = |below: usize, above: usize| {
                doubled - 2 * values[below] <= 2 * values[above] - doubled
            };
            // After one side is used up, the mean is that of the remaining values, and the nearest
            // of them starts again.
            values = take_outwards(values, self.nearest_index(values), is_below, into);
        }
    }
}

impl MeanThreshold {
    /// Returns the value of an unfixed variable to try first.
    pub(super) fn first_value(self, v: VarId, store: &DomainStore) -> Value {
        let base = match self {
            MeanThreshold::Nearest => MeanRounding::Floored.nearest_value(v, store),
            MeanThreshold::Mean => floor_mean(store.min(v), store.max(v)),
        };
        store.at_least(v, base + 1).unwrap_or_else(|| store.max(v))
    }

    /// Appends an ascending list in the order of [`first_value`](MeanThreshold::first_value).
    pub(super) fn append_upwards(self, mut values: &[Value], into: &mut Vec<Value>) {
        while let Some(last) = values.len().checked_sub(1) {
            let kept = match self {
                MeanThreshold::Nearest => MeanRounding::Floored.nearest_index(values) + 1,
                MeanThreshold::Mean => {
                    let floor = floor_mean(values[0], values[last]);
                    values.partition_point(|&value| value <= floor)
                }
            };
            // The last value of all has none above it.
            let kept = kept.min(last);
            into.extend_from_slice(&values[kept..]);
            values = &values[..kept];
        }
    }
}

/// Returns the mean of two values, rounded down.
pub(super) fn floor_mean(low: Value, high: Value) -> Value {
    (low + high).div_euclid(2)
}

/// Takes values outwards from a place until one side is empty, and returns the values that
/// remain. `is_below` compares the neighbours on both sides and returns whether the lower one is
/// next.
pub(super) fn take_outwards<'a>(
    values: &'a [Value],
    from: usize,
    is_below: impl Fn(usize, usize) -> bool,
    into: &mut Vec<Value>,
) -> &'a [Value] {
    let (mut below, mut above) = (from, from + 1);
    into.push(values[from]);
    while below > 0 && above < values.len() {
        if is_below(below - 1, above) {
            below -= 1;
            into.push(values[below]);
        } else {
            into.push(values[above]);
            above += 1;
        }
    }
    if below > 0 { &values[..below] } else { &values[above..] }
}
