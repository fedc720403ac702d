//! The state of a constraint, updated while values change.

use std::borrow::Cow;
use std::collections::HashMap;

use parallax_model::{ComparisonOperator, Constraint, GlobalCardinality, LinearTerm, Value, VarId};

use super::violation::{range_distance, relation_distance};

/// The role of a variable in a constraint: it occurs as a view of it, `factor` times; in a sum,
/// `factor` is its coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OccurrenceRole {
    pub(super) sign: i64,
    pub(super) offset: i64,
    pub(super) factor: i64,
}

impl OccurrenceRole {
    fn view_value(self, value: Value) -> i64 {
        self.sign * i64::from(value) + self.offset
    }
}

/// The number of occurrences of each value.
pub(super) enum ValueOccurrences {
    /// One counter for each value from the least on.
    Dense { least: i64, counts: Box<[i64]> },
    /// With room for all values that can occur together.
    Sparse(HashMap<i64, i64>),
}

impl ValueOccurrences {
    /// Creates empty counts of at most `number` values between two ends.
    fn new(number: usize, least: i64, most: i64) -> Self {
        let span = usize::try_from(most - least + 1).unwrap_or(0);
        // An array for dense values; a map where the range of values is far larger than the number
        // of variables, e.g. five variables over a million values.
        if span <= number.saturating_mul(8).saturating_add(64) {
            ValueOccurrences::Dense { least, counts: vec![0; span].into() }
        } else {
            ValueOccurrences::Sparse(HashMap::with_capacity(number + 4))
        }
    }

    fn clear(&mut self) {
        match self {
            ValueOccurrences::Dense { counts, .. } => counts.fill(0),
            ValueOccurrences::Sparse(counts) => counts.clear(),
        }
    }

    fn get(&self, value: i64) -> i64 {
        match self {
            ValueOccurrences::Dense { least, counts } => counts[(value - least) as usize],
            ValueOccurrences::Sparse(counts) => counts.get(&value).copied().unwrap_or(0),
        }
    }

    fn add_occurrences(&mut self, value: i64, amount: i64) {
        match self {
            ValueOccurrences::Dense { least, counts } => {
                counts[(value - *least) as usize] += amount;
            }
            ValueOccurrences::Sparse(counts) => {
                let count = counts.entry(value).or_insert(0);
                *count += amount;
                // Zeros are removed, so the map never grows beyond its capacity.
                if *count == 0 {
                    counts.remove(&value);
                }
            }
        }
    }
}

/// The listed values of a cardinality constraint, and how many variables take each.
pub(super) struct CardinalityState<'a> {
    constraint: &'a GlobalCardinality,
    place: HashMap<i64, u32>,
    counts: Box<[i64]>,
}

impl CardinalityState<'_> {
    /// Returns the violation because of one value.
    fn value_violation(&self, place: Option<u32>, change: i64) -> i64 {
        match place {
            Some(i) => {
                let o = &self.constraint.occurrences[i as usize];
                range_distance(self.counts[i as usize] + change, o.min, o.max)
            }
            None => 0,
        }
    }

    fn value_index(&self, value: i64) -> Option<u32> {
        self.place.get(&value).copied()
    }

    /// Returns the change of the violation if `number` more variables take the value (fewer, if
    /// negative).
    fn count_delta(&self, value: i64, number: i64) -> i64 {
        let place = self.value_index(value);
        // Each variable with an unlisted value of a closed constraint is one violation.
        let other = if place.is_none() && self.constraint.closed { number } else { 0 };
        self.value_violation(place, number) - self.value_violation(place, 0) + other
    }

    fn add_variables(&mut self, value: i64, number: i64) {
        if let Some(i) = self.value_index(value) {
            self.counts[i as usize] += number;
        }
    }
}

/// A constraint, with the state from which its violation after a move is computed quickly.
pub(super) enum ConstraintState<'a> {
    /// All different: the violation is the number of variables that must take another value.
    Different { scope: &'a [VarId], counts: ValueOccurrences },
    /// A sum.
    Sum { terms: Cow<'a, [LinearTerm]>, relation: ComparisonOperator, constant: i64, sum: i64 },
    /// Counted values.
    Listed(CardinalityState<'a>),
    /// Any other constraint, whose violation is computed from scratch.
    Other(&'a Constraint),
}

impl<'a> ConstraintState<'a> {
    /// Creates the state of an all-different of values between two ends.
    pub(super) fn for_all_different(scope: &'a [VarId], least: i64, most: i64) -> Self {
        ConstraintState::Different {
            scope,
            counts: ValueOccurrences::new(scope.len(), least, most),
        }
    }

    pub(super) fn for_cardinality(constraint: &'a GlobalCardinality) -> Self {
        let values = constraint.occurrences.iter().map(|o| i64::from(o.value));
        ConstraintState::Listed(CardinalityState {
            constraint,
            place: values.zip(0..).collect(),
            counts: vec![0; constraint.occurrences.len()].into(),
        })
    }

    pub(super) fn for_sum(
        terms: Cow<'a, [LinearTerm]>,
        relation: ComparisonOperator,
        constant: i64,
    ) -> Self {
        ConstraintState::Sum { terms, relation, constant, sum: 0 }
    }

    /// Computes the state from the values and returns the violation; `None` if it has no state.
    pub(super) fn rebuild_state(&mut self, values: &[Value]) -> Option<i64> {
        let value = |v: VarId| i64::from(values[v.index()]);
        match self {
            ConstraintState::Different { scope, counts } => {
                counts.clear();
                let mut twice = 0;
                for &v in *scope {
                    // Each variable whose value an earlier one has must change: e.g. 4, 4, 4, 7 has
                    // violation 2.
                    twice += i64::from(counts.get(value(v)) > 0);
                    counts.add_occurrences(value(v), 1);
                }
                Some(twice)
            }
            ConstraintState::Sum { terms, relation, constant, sum } => {
                *sum = terms.iter().map(|t| t.coefficient * value(t.variable)).sum();
                Some(relation_distance(*relation, *sum, *constant))
            }
            ConstraintState::Listed(listed) => {
                listed.counts.fill(0);
                let mut wrong = 0;
                for &v in &listed.constraint.scope {
                    let value = value(v);
                    wrong +=
                        i64::from(listed.constraint.closed && listed.value_index(value).is_none());
                    listed.add_variables(value, 1);
                }
                let places = 0..listed.counts.len() as u32;
                Some(wrong + places.map(|i| listed.value_violation(Some(i), 0)).sum::<i64>())
            }
            ConstraintState::Other(_) => None,
        }
    }

    /// Returns the change of the violation if a variable takes another value; `None` if it has no
    /// state.
    pub(super) fn violation_delta(
        &self,
        role: OccurrenceRole,
        old: Value,
        new: Value,
    ) -> Option<i64> {
        match self {
            ConstraintState::Different { counts, .. } => {
                let (from, to) =
                    (counts.get(role.view_value(old)), counts.get(role.view_value(new)));
                // Only two counts change, so the cost does not depend on the length of the scope.
                let extra = |count: i64| (count - 1).max(0);
                let m = role.factor;
                Some(extra(from - m) - extra(from) + extra(to + m) - extra(to))
            }
            ConstraintState::Sum { relation, constant, sum, .. } => {
                let change = role.factor * (i64::from(new) - i64::from(old));
                let after = relation_distance(*relation, *sum + change, *constant);
                Some(after - relation_distance(*relation, *sum, *constant))
            }
            ConstraintState::Listed(listed) => {
                let (from, to) = (role.view_value(old), role.view_value(new));
                Some(listed.count_delta(from, -role.factor) + listed.count_delta(to, role.factor))
            }
            ConstraintState::Other(_) => None,
        }
    }

    /// Returns the change of the violation if two variables exchange their values; `None` if that
    /// needs more than this state.
    pub(super) fn delta_of_swap(
        &self,
        roles: [OccurrenceRole; 2],
        values: [Value; 2],
    ) -> Option<i64> {
        let [one, two] = roles;
        match self {
            ConstraintState::Sum { relation, constant, sum, .. } => {
                let change = i64::from(values[1]) - i64::from(values[0]);
                // One variable gains `change`, the other loses it.
                let after = *sum + (one.factor - two.factor) * change;
                Some(
                    relation_distance(*relation, after, *constant)
                        - relation_distance(*relation, *sum, *constant),
                )
            }
            ConstraintState::Different { .. } | ConstraintState::Listed(_) => {
                // With equal roles, the same values occur as often as before; with others, the
                // caller adds two single changes.
                (one == two).then_some(0)
            }
            ConstraintState::Other(_) => None,
        }
    }

    /// Updates the state when a variable takes another value.
    pub(super) fn follow_change(&mut self, role: OccurrenceRole, old: Value, new: Value) {
        match self {
            ConstraintState::Different { counts, .. } => {
                counts.add_occurrences(role.view_value(old), -role.factor);
                counts.add_occurrences(role.view_value(new), role.factor);
            }
            ConstraintState::Sum { sum, .. } => {
                *sum += role.factor * (i64::from(new) - i64::from(old));
            }
            ConstraintState::Listed(listed) => {
                listed.add_variables(role.view_value(old), -role.factor);
                listed.add_variables(role.view_value(new), role.factor);
            }
            ConstraintState::Other(_) => {}
        }
    }

    /// Returns the share of a variable with this value in the violation.
    pub(super) fn violation_share(
        &self,
        role: OccurrenceRole,
        value: Value,
        violation: i64,
    ) -> i64 {
        match self {
            ConstraintState::Different { counts, .. } => {
                (counts.get(role.view_value(value)) - 1).max(0)
            }
            ConstraintState::Sum { .. }
            | ConstraintState::Listed(_)
            | ConstraintState::Other(_) => violation,
        }
    }

    /// Returns a number that would satisfy the constraint as the variable's value.
    pub(super) fn wished_number(&self, role: OccurrenceRole, value: Value) -> Option<i64> {
        match self {
            ConstraintState::Sum { relation, constant, sum, .. } if role.factor != 0 => {
                let strict = match relation {
                    ComparisonOperator::Lt => -1,
                    ComparisonOperator::Gt => 1,
                    _ => 0,
                };
                // e.g. `x + 2y = 10` with x = 2, y = 1 misses 6: y should be 1 + 6 / 2 = 4.
                let missing = constant + strict - sum;
                Some(i64::from(value) + missing / role.factor)
            }
            _ => None,
        }
    }
}
