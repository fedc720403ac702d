//! How often values occur: all-different, cardinality, and two variables that differ.

use std::collections::{BTreeMap, HashSet};

use super::super::model::{Occurrence, Value, Variable};
use super::super::space::Space;
use super::{Left, Names, Text, list};

/// How often values occur at these variables, at least and at most.
pub(crate) struct Counts {
    scope: Vec<Variable>,
    counts: Vec<(Value, u64, u64)>,
}

/// Of each value, how often it may and must occur among the open variables: the number of times
/// less those at fixed ones. Values that every open variable may take freely are left out, and so
/// are variables without a listed value. Values of no occurrence have `room`.
pub(super) fn left(
    scope: &[Variable],
    occurrences: &[Occurrence],
    room: u64,
    space: &Space,
) -> Left {
    /// At least, at most, at fixed variables, at open ones if all take it.
    type Seen = [u64; 4];
    let listed = occurrences.iter().map(|own| (own.value, [own.min, own.max, 0, 0]));
    let mut seen: BTreeMap<Value, Seen> = listed.collect();
    for &v in scope {
        let place = if space.size(v) == 1 { 2 } else { 3 };
        space.values(v).for_each(|own| seen.entry(own).or_insert([0, room, 0, 0])[place] += 1);
    }
    let fails = |&[min, max, taken, able]: &Seen| min > max || taken > max || min > taken + able;
    if seen.values().any(fails) {
        return Left::Never;
    }
    let counts = seen.into_iter().map(|(value, [min, max, taken, able])| {
        (value, min.saturating_sub(taken), able.min(max - taken), able)
    });
    let counts = counts.filter(|own| own.1 > 0 || own.2 < own.3);
    let counts: Vec<(Value, u64, u64)> = counts.map(|own| (own.0, own.1, own.2)).collect();
    let listed: HashSet<Value> = counts.iter().map(|own| own.0).collect();
    let has_listed = |v: Variable| space.values(v).any(|own| listed.contains(&own));
    let open = scope.iter().copied().filter(|&v| space.size(v) != 1 && has_listed(v));
    let scope: Vec<Variable> = open.collect();
    if counts.is_empty() { Left::Always } else { Left::Counts(Counts { scope, counts }) }
}

impl Counts {
    /// Lemma 4, *counts of values*: if all these variables have one map, and that keeps apart the
    /// values of all their domains, then a value occurs as often as its new name, so that the same
    /// numbers are the same relation. [`Names`] keep apart the values of all variables of a map.
    ///
    /// A map for each variable is not enough: with x in 1 2, y in 1 3, and two more in 3 4, all
    /// different, there are two solutions; with 2 renamed to 3 at x there is none, and the text of
    /// both is the same.
    pub(super) fn write(&self, names: &Names) -> Result<Text, String> {
        let map = names.map(self.scope[0]);
        let is_one = self.scope.iter().all(|&v| names.map(v) == map);
        refuse_if!(!is_one, "values that are compared get different names");
        let mut places = names.places(&self.scope)?;
        places.sort_unstable();
        let mut text = vec![2];
        list(&mut text, places.into_iter());
        let own = |&(value, min, max): &(Value, u64, u64)| {
            [names.of(map, value).into(), min.into(), i128::from(max)]
        };
        let mut counts: Vec<[i128; 3]> = self.counts.iter().map(own).collect();
        counts.sort_unstable();
        list(&mut text, counts.concat().into_iter());
        Ok(text)
    }
}
