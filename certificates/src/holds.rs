//! What each constraint means, on values for all variables.

use std::collections::HashMap;

use super::model::{Atom, ClassRelation, Constraint, Objective, Value};

impl Atom {
    /// Whether the atom holds for a value of its variable.
    #[must_use]
    pub fn fits(&self, value: Value) -> bool {
        self.relation.holds(value.into(), self.value.into())
    }
}

impl Objective {
    /// The weighted sum.
    #[must_use]
    pub fn value(&self, values: &[Value]) -> i128 {
        sum(&self.terms, values)
    }
}

fn sum(terms: &[(i64, usize)], values: &[Value]) -> i128 {
    terms.iter().map(|&(coefficient, v)| i128::from(coefficient) * i128::from(values[v])).sum()
}

impl Constraint {
    /// Whether the constraint holds for values of all variables of its model.
    #[must_use]
    pub fn holds(&self, values: &[Value]) -> bool {
        match self {
            Constraint::AllDifferent(scope) => distinct(scope.iter().map(|&v| values[v])),
            Constraint::Cardinality { scope, occurrences, closed } => {
                let within = occurrences.iter().all(|own| {
                    let times = scope.iter().filter(|&&v| values[v] == own.value).count() as u64;
                    (own.min..=own.max).contains(&times)
                });
                let listed = |value: Value| occurrences.iter().any(|own| own.value == value);
                within && (!closed || scope.iter().all(|&v| listed(values[v])))
            }
            Constraint::Linear { terms, relation, constant } => {
                relation.holds(sum(terms, values), (*constant).into())
            }
            Constraint::Compare { left, relation, right, offset } => relation
                .holds(values[*left].into(), i128::from(values[*right]) + i128::from(*offset)),
            Constraint::Table { scope, rows, forbidden } => {
                let is =
                    |row: &Vec<Value>| scope.iter().zip(row).all(|(&v, &value)| values[v] == value);
                rows.iter().any(is) != *forbidden
            }
            Constraint::Element { index, array, result, first } => {
                let place = usize::try_from(values[*index] - first).ok();
                let chosen = place.and_then(|place| array.get(place));
                chosen.is_some_and(|&v| values[v] == values[*result])
            }
            Constraint::Lexicographic { left, right, strict } => {
                let [left, right] = [left, right].map(|side| side.iter().map(|&v| values[v]));
                match left.cmp(right) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => !strict,
                    std::cmp::Ordering::Greater => false,
                }
            }
            Constraint::Extremum { result, scope, max } => {
                let all = scope.iter().map(|&v| values[v]);
                let extremum = if *max { all.max() } else { all.min() };
                extremum == Some(values[*result])
            }
            Constraint::Product { left, right, result } => {
                i128::from(values[*left]) * i128::from(values[*right]) == values[*result].into()
            }
            Constraint::Inverse { left, right, first_left, first_right } => {
                let back = |from: &[usize], first_from: i64, to: &[usize], first_to: i64| {
                    from.iter().enumerate().all(|(place, &v)| {
                        let other = usize::try_from(values[v] - first_to).ok();
                        let other = other.and_then(|other| to.get(other));
                        other.is_some_and(|&w| values[w] == place as i64 + first_from)
                    })
                };
                back(left, *first_left, right, *first_right)
                    && back(right, *first_right, left, *first_left)
            }
            Constraint::Clause(atoms) => atoms.iter().any(|atom| atom.fits(values[atom.variable])),
            Constraint::Dimension { scope, classes, relation } => {
                let class = |v: &usize| {
                    let place = classes.binary_search_by_key(&values[*v], |own| own.0).ok()?;
                    Some(classes[place].1)
                };
                let found: Option<Vec<usize>> = scope.iter().map(class).collect();
                found.is_some_and(|found| relation.holds(&found))
            }
            Constraint::Reify { truth, atom } => {
                values[*truth] == i64::from(atom.fits(values[atom.variable]))
            }
            Constraint::Implies { condition, then } => {
                values[*condition] != 1 || then.holds(values)
            }
        }
    }
}

impl ClassRelation {
    /// Whether the relation holds for the classes of the variables in order.
    #[must_use]
    pub fn holds(&self, classes: &[usize]) -> bool {
        let same = || classes.windows(2).all(|pair| pair[0] == pair[1]);
        let different = || distinct(classes.iter().map(|&class| class as Value));
        match self {
            ClassRelation::Table(rows) => rows.iter().any(|row| row == classes),
            _ if classes.len() < 2 => true,
            ClassRelation::AllSame => same(),
            ClassRelation::AllDifferent => different(),
            ClassRelation::Either => same() || different(),
            ClassRelation::ExactlyEqual(most) => {
                let mut times: HashMap<usize, usize> = HashMap::new();
                classes.iter().for_each(|&class| *times.entry(class).or_default() += 1);
                times.values().max() == Some(most)
            }
        }
    }
}

fn distinct(values: impl Iterator<Item = Value>) -> bool {
    let mut all: Vec<Value> = values.collect();
    all.sort_unstable();
    all.windows(2).all(|pair| pair[0] != pair[1])
}
