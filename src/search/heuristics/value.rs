//! Value heuristics.

use std::fmt;
use std::str::FromStr;

use rand::Rng;

use crate::model::{Value, VarId};
use crate::search::store::Store;

/// Which value of a variable is tried first. The first four are those of
/// Crawford and Aranda, section 3.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueHeuristic {
    /// The smallest.
    Smallest,
    /// The greatest.
    Greatest,
    /// The one nearest to the mean of the smallest and the greatest, rounded
    /// down; of two the smaller.
    Average,
    /// The smallest above [`Average`](ValueHeuristic::Average)'s.
    AboveAverage,
    /// The median: from the middle of the values outwards.
    #[default]
    Middle,
    /// Any, at random.
    Random,
}

use ValueHeuristic::{AboveAverage, Average, Greatest, Middle, Random, Smallest};

impl ValueHeuristic {
    /// All of them.
    pub const ALL: [ValueHeuristic; 6] =
        [Smallest, Greatest, Average, AboveAverage, Middle, Random];

    /// The name in engine specs.
    pub fn name(self) -> &'static str {
        match self {
            Smallest => "sval",
            Greatest => "gval",
            Average => "aval",
            AboveAverage => "gav",
            Middle => "middle",
            Random => "random",
        }
    }

    /// What it takes, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Smallest => "the smallest value",
            Greatest => "the greatest value",
            Average => "the value nearest to the mean of the bounds",
            AboveAverage => "the next value above aval's",
            Middle => "the median value",
            Random => "any value, by the seed",
        }
    }

    /// The value of an unfixed variable to try first.
    #[inline]
    pub(super) fn pick(self, v: VarId, store: &Store, rng: &mut impl Rng) -> Value {
        match self {
            Smallest => store.min(v),
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

    /// Appends all values of a variable in the opposite of the order in which
    /// they are tried: each is what [`pick`](ValueHeuristic::pick) takes of
    /// those that are left.
    pub(super) fn order(self, v: VarId, store: &Store, rng: &mut impl Rng, into: &mut Vec<Value>) {
        let start = into.len();
        into.extend(store.values(v));
        // The untried values stand in ascending order in front; the one that
        // is picked moves behind them.
        for left in (start + 1..=into.len()).rev() {
            let open = &into[start..left];
            let place = start + self.place(open, rng);
            into[place..left].rotate_left(1);
        }
    }

    /// The place of the pick in an ascending list.
    fn place(self, open: &[Value], rng: &mut impl Rng) -> usize {
        let last = open.len() - 1;
        match self {
            Smallest => 0,
            Greatest => last,
            Average => nearest(open),
            AboveAverage => (nearest(open) + 1).min(last),
            Middle => last / 2,
            Random => rng.random_range(0..open.len()),
        }
    }
}

/// The mean of two values, rounded down.
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

/// The place of [`average`] in an ascending list.
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

impl fmt::Display for ValueHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ValueHeuristic {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = ValueHeuristic::ALL.into_iter().find(|h| h.name() == name);
        let names = || ValueHeuristic::ALL.map(ValueHeuristic::name).join(", ");
        found.ok_or_else(|| format!("unknown value heuristic '{name}'; known: {}", names()))
    }
}
