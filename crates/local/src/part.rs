//! The state of a constraint, updated while values change.

use std::borrow::Cow;
use std::collections::HashMap;

use parallax_model::{Constraint, GlobalCardinality, Relation, Term, Value, VarId};

use super::violation::{distance, outside};

/// The role of a variable in a constraint: it occurs as a view of it, `factor` times; in a sum,
/// `factor` is its coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Role {
    pub(super) sign: i64,
    pub(super) offset: i64,
    pub(super) factor: i64,
}

impl Role {
    fn sees(self, value: Value) -> i64 {
        self.sign * i64::from(value) + self.offset
    }
}

/// The number of occurrences of each value.
pub(super) enum Counts {
    /// One counter for each value from the least on.
    Dense { least: i64, counts: Box<[i64]> },
    /// With room for all values that can occur together.
    Sparse(HashMap<i64, i64>),
}

impl Counts {
    /// Creates empty counts of at most `number` values between two ends.
    fn new(number: usize, least: i64, most: i64) -> Self {
        let span = usize::try_from(most - least + 1).unwrap_or(0);
        if span <= number.saturating_mul(8).saturating_add(64) {
            Counts::Dense { least, counts: vec![0; span].into() }
        } else {
            Counts::Sparse(HashMap::with_capacity(number + 4))
        }
    }

    fn clear(&mut self) {
        match self {
            Counts::Dense { counts, .. } => counts.fill(0),
            Counts::Sparse(counts) => counts.clear(),
        }
    }

    fn get(&self, value: i64) -> i64 {
        match self {
            Counts::Dense { least, counts } => counts[(value - least) as usize],
            Counts::Sparse(counts) => counts.get(&value).copied().unwrap_or(0),
        }
    }

    fn add(&mut self, value: i64, amount: i64) {
        match self {
            Counts::Dense { least, counts } => counts[(value - *least) as usize] += amount,
            Counts::Sparse(counts) => {
                let count = counts.entry(value).or_insert(0);
                *count += amount;
                if *count == 0 {
                    counts.remove(&value);
                }
            }
        }
    }
}

/// The listed values of a cardinality constraint, and how many variables take each.
pub(super) struct Listed<'a> {
    constraint: &'a GlobalCardinality,
    place: HashMap<i64, u32>,
    counts: Box<[i64]>,
}

impl Listed<'_> {
    /// Returns the violation because of one value.
    fn wrong(&self, place: Option<u32>, change: i64) -> i64 {
        match place {
            Some(i) => {
                let o = &self.constraint.occurrences[i as usize];
                outside(self.counts[i as usize] + change, o.min, o.max)
            }
            None => 0,
        }
    }

    fn place(&self, value: i64) -> Option<u32> {
        self.place.get(&value).copied()
    }

    /// Returns the change of the violation if `number` more variables take the value (fewer, if
    /// negative).
    fn delta(&self, value: i64, number: i64) -> i64 {
        let place = self.place(value);
        let other = if place.is_none() && self.constraint.closed { number } else { 0 };
        self.wrong(place, number) - self.wrong(place, 0) + other
    }

    fn add(&mut self, value: i64, number: i64) {
        if let Some(i) = self.place(value) {
            self.counts[i as usize] += number;
        }
    }
}

/// A constraint, with the state from which its violation after a move is computed quickly.
pub(super) enum ConstraintState<'a> {
    /// All different: the violation is the number of variables that must take another value.
    Different { scope: &'a [VarId], counts: Counts },
    /// A sum.
    Sum { terms: Cow<'a, [Term]>, relation: Relation, constant: i64, sum: i64 },
    /// Counted values.
    Listed(Listed<'a>),
    /// Any other constraint, whose violation is computed from scratch.
    Other(&'a Constraint),
}

impl<'a> ConstraintState<'a> {
    /// Creates the state of an all-different of values between two ends.
    pub(super) fn different(scope: &'a [VarId], least: i64, most: i64) -> Self {
        ConstraintState::Different { scope, counts: Counts::new(scope.len(), least, most) }
    }

    pub(super) fn listed(constraint: &'a GlobalCardinality) -> Self {
        let values = constraint.occurrences.iter().map(|o| i64::from(o.value));
        ConstraintState::Listed(Listed {
            constraint,
            place: values.zip(0..).collect(),
            counts: vec![0; constraint.occurrences.len()].into(),
        })
    }

    pub(super) fn sum(terms: Cow<'a, [Term]>, relation: Relation, constant: i64) -> Self {
        ConstraintState::Sum { terms, relation, constant, sum: 0 }
    }

    /// Computes the state from the values and returns the violation; `None` if it has no state.
    pub(super) fn rebuild(&mut self, values: &[Value]) -> Option<i64> {
        let value = |v: VarId| i64::from(values[v.index()]);
        match self {
            ConstraintState::Different { scope, counts } => {
                counts.clear();
                let mut twice = 0;
                for &v in *scope {
                    twice += i64::from(counts.get(value(v)) > 0);
                    counts.add(value(v), 1);
                }
                Some(twice)
            }
            ConstraintState::Sum { terms, relation, constant, sum } => {
                *sum = terms.iter().map(|t| t.coefficient * value(t.variable)).sum();
                Some(distance(*relation, *sum, *constant))
            }
            ConstraintState::Listed(listed) => {
                listed.counts.fill(0);
                let mut wrong = 0;
                for &v in &listed.constraint.scope {
                    let value = value(v);
                    wrong += i64::from(listed.constraint.closed && listed.place(value).is_none());
                    listed.add(value, 1);
                }
                let places = 0..listed.counts.len() as u32;
                Some(wrong + places.map(|i| listed.wrong(Some(i), 0)).sum::<i64>())
            }
            ConstraintState::Other(_) => None,
        }
    }

    /// Returns the change of the violation if a variable takes another value; `None` if it has no
    /// state.
    pub(super) fn delta(&self, role: Role, old: Value, new: Value) -> Option<i64> {
        match self {
            ConstraintState::Different { counts, .. } => {
                let (from, to) = (counts.get(role.sees(old)), counts.get(role.sees(new)));
                let extra = |count: i64| (count - 1).max(0);
                let m = role.factor;
                Some(extra(from - m) - extra(from) + extra(to + m) - extra(to))
            }
            ConstraintState::Sum { relation, constant, sum, .. } => {
                let change = role.factor * (i64::from(new) - i64::from(old));
                let after = distance(*relation, *sum + change, *constant);
                Some(after - distance(*relation, *sum, *constant))
            }
            ConstraintState::Listed(listed) => {
                let (from, to) = (role.sees(old), role.sees(new));
                Some(listed.delta(from, -role.factor) + listed.delta(to, role.factor))
            }
            ConstraintState::Other(_) => None,
        }
    }

    /// Returns the change of the violation if two variables exchange their values; `None` if that
    /// needs more than this state.
    pub(super) fn delta_of_swap(&self, roles: [Role; 2], values: [Value; 2]) -> Option<i64> {
        let [one, two] = roles;
        match self {
            ConstraintState::Sum { relation, constant, sum, .. } => {
                let change = i64::from(values[1]) - i64::from(values[0]);
                let after = *sum + (one.factor - two.factor) * change;
                Some(distance(*relation, after, *constant) - distance(*relation, *sum, *constant))
            }
            ConstraintState::Different { .. } | ConstraintState::Listed(_) => {
                (one == two).then_some(0)
            }
            ConstraintState::Other(_) => None,
        }
    }

    /// Updates the state when a variable takes another value.
    pub(super) fn follow(&mut self, role: Role, old: Value, new: Value) {
        match self {
            ConstraintState::Different { counts, .. } => {
                counts.add(role.sees(old), -role.factor);
                counts.add(role.sees(new), role.factor);
            }
            ConstraintState::Sum { sum, .. } => {
                *sum += role.factor * (i64::from(new) - i64::from(old));
            }
            ConstraintState::Listed(listed) => {
                listed.add(role.sees(old), -role.factor);
                listed.add(role.sees(new), role.factor);
            }
            ConstraintState::Other(_) => {}
        }
    }

    /// Returns the share of a variable with this value in the violation.
    pub(super) fn share(&self, role: Role, value: Value, violation: i64) -> i64 {
        match self {
            ConstraintState::Different { counts, .. } => (counts.get(role.sees(value)) - 1).max(0),
            ConstraintState::Sum { .. }
            | ConstraintState::Listed(_)
            | ConstraintState::Other(_) => violation,
        }
    }

    /// Returns a number that would satisfy the constraint as the variable's value.
    pub(super) fn wish(&self, role: Role, value: Value) -> Option<i64> {
        match self {
            ConstraintState::Sum { relation, constant, sum, .. } if role.factor != 0 => {
                let strict = match relation {
                    Relation::Lt => -1,
                    Relation::Gt => 1,
                    _ => 0,
                };
                let missing = constant + strict - sum;
                Some(i64::from(value) + missing / role.factor)
            }
            _ => None,
        }
    }
}
