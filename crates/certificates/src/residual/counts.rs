//! How often values occur: all-different, cardinality, and two variables that differ.

use std::collections::{BTreeMap, HashSet};

use super::super::domain_box::DomainBox;
use super::super::faults::NameFault;
use super::super::model::{Occurrence, Value, Variable};
use super::{EMPTY_RELATION_TEXT, ProblemRenaming, Text, append_list};

/// The text of how often each value must and may occur among the open variables: as listed, or at
/// most `room` times, less the fixed variables that have it. Values that the open variables may
/// take freely are left out, and then variables without a remaining value.
///
/// Lemma 4, *counts of values*: if these variables have one map, and that keeps apart all values of
/// all their domains, as [`ProblemRenaming`] demand, then a value occurs as often as its new name.
/// So the text determines the relation. A map for each variable is not enough: let x in 1 2, y in 1
/// 3, and two more in 3 4 be all different. With 2 renamed to 3 at x alone, the text is that of x
/// in 1 3; but the first has two solutions and the other none.
pub(super) fn remaining_counts(
    scope: &[Variable],
    listed: &[Occurrence],
    room: u64,
    space: &DomainBox,
    names: &ProblemRenaming,
) -> Result<Text, NameFault> {
    // For each value: the bounds on its number of occurrences, the number of fixed variables with
    // it, and the number of open variables that can take it.
    let seen = listed.iter().map(|own| (own.value, [own.min, own.max, 0, 0]));
    let mut seen: BTreeMap<Value, [u64; 4]> = seen.collect();
    for &v in scope {
        let place = if space.domain_size(v) == 1 { 2 } else { 3 };
        space
            .remaining_values(v)
            .for_each(|own| seen.entry(own).or_insert([0, room, 0, 0])[place] += 1);
    }
    // Some value occurs too often already, or cannot occur often enough: the relation is empty.
    if seen.values().any(|&[min, max, taken, able]| min > max || taken > max || min > taken + able)
    {
        return Ok(EMPTY_RELATION_TEXT.into());
    }
    // The condition above bounds `taken` by `max`, so the subtraction is safe. More than `able`
    // occurrences are impossible, so equal relations get equal bounds.
    for [min, max, taken, able] in seen.values_mut() {
        (*min, *max) = (min.saturating_sub(*taken), (*max - *taken).min(*able));
    }
    // A value with the bounds 0 and `able` restricts nothing. E.g. for x = 1, y in {1, 2}, z in {2,
    // 3} all different: 1 may not occur, 2 once, and 3 is left out.
    seen.retain(|_, &mut [min, max, _, able]| min > 0 || max < able);
    let listed: HashSet<Value> = seen.keys().copied().collect();
    let is_left = |v: Variable| {
        space.domain_size(v) > 1 && space.remaining_values(v).any(|own| listed.contains(&own))
    };
    let open: Vec<Variable> = scope.iter().copied().filter(|&v| is_left(v)).collect();
    // Nothing restricts the open variables, so the constraint holds in the whole box.
    let Some(map) = open.first().map(|&v| names.map_index(v)) else { return Ok(Text::new()) };
    let is_one = open.iter().all(|&v| names.map_index(v) == map);
    refuse_if!(!is_one, NameFault::Compared);
    let mut places: Text = open.iter().map(|&v| names.variable_index(v)).collect();
    // The order of a scope is no part of the relation, nor is the order of the values.
    places.sort_unstable();
    let number = |(&value, own): (&Value, &[u64; 4])| {
        [names.value_name(open[0], value), own[0].into(), own[1].into()]
    };
    let mut counts: Vec<[i128; 3]> = seen.iter().map(number).collect();
    counts.sort_unstable();
    let mut text = vec![1];
    append_list(&mut text, places.into_iter());
    append_list(&mut text, counts.concat().into_iter());
    Ok(text)
}
