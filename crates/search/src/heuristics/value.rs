//! Value heuristics: the value of the chosen variable to try first.

use parallax_model::{Value, VarId, named};
use rand::Rng;

use crate::store::Store;

/// The value of a variable to try first. The first four heuristics are those of Crawford and
/// Aranda, section 3.2.
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
    /// The median first, then from the middle outwards.
    #[default]
    Middle,
    /// A random value.
    Random,
    /// The last value to which the variable was fixed, if it is still in the domain, else the
    /// smallest value.
    Saved,
}

named!(ValueHeuristic, "value heuristic", {
    Smallest => "sval",
    Greatest => "gval",
    Average => "aval",
    AboveAverage => "gav",
    Middle => "middle",
    Random => "random",
    Saved => "saved",
});

use ValueHeuristic::{AboveAverage, Average, Greatest, Middle, Random, Saved, Smallest};

impl ValueHeuristic {
    /// Returns a description of the picked value, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Smallest => "the smallest value",
            Greatest => "the greatest value",
            Average => "the value nearest to the mean of the bounds",
            AboveAverage => "the next value above aval's",
            Middle => "the median value",
            Random => "a random value, by the seed",
            Saved => "what the variable was last fixed to, else the smallest",
        }
    }

    /// Whether it needs the last value to which each variable was fixed.
    pub(super) fn saves(self) -> bool {
        self == Saved
    }

    /// Returns the value of an unfixed variable to try first.
    #[inline]
    pub(super) fn pick(self, v: VarId, store: &Store, rng: &mut impl Rng) -> Value {
        match self {
            // `Guide` handles a saved value before this.
            Smallest | Saved => store.min(v),
            Greatest => store.max(v),
            Average => average(v, store),
            AboveAverage => {
                let average = average(v, store);
                store.at_least(v, average + 1).unwrap_or(average)
            }
            Middle => nth(v, (store.size(v) - 1) / 2, store),
            Random => nth(v, rng.random_range(0..store.size(v)), store),
        }
    }

    /// Appends all values of a variable in reverse order of trial: each is the value that
    /// [`pick`](ValueHeuristic::pick) selects from the remaining ones.
    pub(super) fn order(self, v: VarId, store: &Store, rng: &mut impl Rng, into: &mut Vec<Value>) {
        let start = into.len();
        let values = store.values(v);
        match self {
            Greatest => into.extend(values),
            Smallest | Saved => {
                into.extend(values);
                into[start..].reverse();
            }
            Random => {
                let values: Vec<Value> = values.collect();
                at_random(&values, rng, into);
                into[start..].reverse();
            }
            Average | AboveAverage | Middle => {
                let values: Vec<Value> = values.collect();
                match self {
                    Average => outwards_from_means(&values, into),
                    AboveAverage => upwards_from_means(&values, into),
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
    let mut left: Vec<usize> = (0..=size).map(|i| i & i.wrapping_neg()).collect();
    for open in (1..=size).rev() {
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

/// Takes values outwards from a place until one side is empty, and returns the remaining values.
/// `is_below` compares the neighbours on both sides and returns whether the lower one is next.
fn outwards<'a>(
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

fn outwards_from_median(mut values: &[Value], into: &mut Vec<Value>) {
    while let Some(last) = values.len().checked_sub(1) {
        let is_below = |below: usize, above: usize| below + above >= last;
        values = outwards(values, last / 2, is_below, into);
    }
}

/// Appends values by their distance from the mean. While both sides have values, the mean of the
/// bounds does not change; after that, it is the mean of the rest.
fn outwards_from_means(mut values: &[Value], into: &mut Vec<Value>) {
    while let (Some(&first), Some(&last)) = (values.first(), values.last()) {
        let middle = mean(first, last);
        let is_below =
            |below: usize, above: usize| middle - values[below] <= values[above] - middle;
        values = outwards(values, nearest(values), is_below, into);
    }
}

/// Appends all values above the one nearest to the mean before that one.
fn upwards_from_means(mut values: &[Value], into: &mut Vec<Value>) {
    while let Some(last) = values.len().checked_sub(1) {
        let kept = match nearest(values) {
            place if place == last => last,
            place => place + 1,
        };
        into.extend_from_slice(&values[kept..]);
        values = &values[..kept];
    }
}

/// Returns the mean of two values, rounded down.
fn mean(low: Value, high: Value) -> Value {
    (low + high).div_euclid(2)
}

fn average(v: VarId, store: &Store) -> Value {
    let middle = mean(store.min(v), store.max(v));
    match (store.at_most(v, middle), store.at_least(v, middle)) {
        (Some(below), Some(above)) if above - middle < middle - below => above,
        (Some(below), _) => below,
        (None, above) => above.unwrap_or(middle),
    }
}

/// Returns the place of [`average`]'s value in an ascending list.
fn nearest(open: &[Value]) -> usize {
    let middle = mean(open[0], open[open.len() - 1]);
    let above = open.partition_point(|&value| value < middle);
    match above.checked_sub(1) {
        Some(below) if middle - open[below] <= open[above] - middle => below,
        _ => above,
    }
}

fn nth(v: VarId, n: u32, store: &Store) -> Value {
    store.nth(v, n).unwrap_or_else(|| store.min(v))
}
