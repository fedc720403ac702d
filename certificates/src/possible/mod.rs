//! The one question: can a constraint still hold in a box of domains?
//!
//! Each answer is `true` wherever some point of the box satisfies the constraint. Where a constraint
//! names a variable twice, or a domain is very large, it may also be `true` where none does.

mod classes;
mod counts;
mod matching;
mod order;
mod sums;
mod tables;

use super::model::{Constraint, Relation, Variable, place};
use super::space::Space;

impl Constraint {
    /// Whether some point of the box may satisfy the constraint.
    #[must_use]
    pub fn possible(&self, space: &Space) -> bool {
        match self {
            Constraint::AllDifferent(scope) => matching::distinct(scope, space),
            Constraint::Cardinality { scope, occurrences, closed } => {
                counts::possible(scope, occurrences, *closed, space)
            }
            Constraint::Linear { merged, relation, constant, .. } => {
                sums::possible(merged, *relation, (*constant).into(), space)
            }
            Constraint::Compare { left, relation, right, offset } => {
                compare(*left, *relation, *right, *offset, space)
            }
            Constraint::Table { scope, rows, forbidden: false } => {
                tables::allowed(scope, rows, space)
            }
            Constraint::Table { scope, rows, forbidden: true } => {
                tables::forbidden(scope, rows, space)
            }
            Constraint::Element { index, array, result, first } => {
                space.values(*index).any(|value| {
                    let place = place(value, *first);
                    let chosen = place.and_then(|place| array.get(place));
                    chosen.is_some_and(|&v| meet(v, *result, space))
                })
            }
            Constraint::Lexicographic { left, right, strict } => {
                order::lexicographic(left, right, *strict, space)
            }
            Constraint::Extremum { result, scope, max } => {
                order::extremum(*result, scope, *max, space)
            }
            Constraint::Product { left, right, result } => {
                sums::product(*left, *right, *result, space)
            }
            Constraint::Inverse { left, right, first_left, first_right } => {
                left.len() == right.len() && {
                    let edge = |i: usize, j: usize| {
                        let has = |variable, place: usize, first: i64| {
                            let value = first.checked_add(place as i64);
                            value.is_some_and(|value| space.has(variable, value))
                        };
                        has(left[i], j, *first_right) && has(right[j], i, *first_left)
                    };
                    matching::perfect(left.len(), edge)
                }
            }
            Constraint::Clause(atoms) => {
                atoms.iter().any(|atom| space.values(atom.variable).any(|value| atom.fits(value)))
            }
            Constraint::Dimension { scope, classes, relation } => {
                classes::possible(scope, classes, relation, space)
            }
            Constraint::Reify { truth, atom } => {
                let some = |wanted: bool| {
                    space.values(atom.variable).any(|value| atom.fits(value) == wanted)
                };
                (space.has(*truth, 1) && some(true)) || (space.has(*truth, 0) && some(false))
            }
            Constraint::Implies { condition, then } => {
                space.values(*condition).any(|value| value != 1)
                    || (space.size(*condition) > 0 && then.possible(space))
            }
        }
    }

    /// Whether every point of the box certainly satisfies the constraint. Exact where all its
    /// variables are fixed.
    #[must_use]
    pub fn certain(&self, space: &Space) -> bool {
        let whole = match self {
            Constraint::AllDifferent(scope) => scope.iter().enumerate().all(|(place, &one)| {
                scope[place + 1..].iter().all(|&other| one != other && !meet(one, other, space))
            }),
            Constraint::Linear { merged, relation, constant, .. } => {
                sums::certain(merged, *relation, (*constant).into(), space)
            }
            Constraint::Compare { left, relation, right, offset } => {
                left != right && !compare(*left, relation.negated(), *right, *offset, space)
            }
            Constraint::Clause(atoms) => {
                atoms.iter().any(|atom| space.values(atom.variable).all(|value| atom.fits(value)))
            }
            Constraint::Implies { condition, then } => {
                !space.has(*condition, 1) || then.certain(space)
            }
            _ => false,
        };
        whole || self.fixed_and_holds(space)
    }

    /// Whether all its variables are fixed, and it holds.
    fn fixed_and_holds(&self, space: &Space) -> bool {
        let mut values = vec![0; space.variables()];
        let mut all = true;
        self.each_variable(&mut |variable| match space.fixed(variable) {
            Some(value) => values[variable] = value,
            None => all = false,
        });
        all && self.holds(&values)
    }

    /// Visits its variables.
    pub fn each_variable(&self, visit: &mut dyn FnMut(Variable)) {
        let mut several =
            |all: &[&[Variable]]| all.iter().for_each(|own| own.iter().for_each(|&v| visit(v)));
        match self {
            Constraint::AllDifferent(scope)
            | Constraint::Cardinality { scope, .. }
            | Constraint::Table { scope, .. }
            | Constraint::Dimension { scope, .. } => several(&[scope]),
            Constraint::Linear { terms, .. } => terms.iter().for_each(|&(_, v)| visit(v)),
            Constraint::Compare { left, right, .. } => several(&[&[*left, *right]]),
            Constraint::Element { index, array, result, .. } => {
                several(&[&[*index, *result], array]);
            }
            Constraint::Lexicographic { left, right, .. }
            | Constraint::Inverse { left, right, .. } => {
                several(&[left, right]);
            }
            Constraint::Extremum { result, scope, .. } => several(&[&[*result], scope]),
            Constraint::Product { left, right, result } => several(&[&[*left, *right, *result]]),
            Constraint::Clause(atoms) => atoms.iter().for_each(|atom| visit(atom.variable)),
            Constraint::Reify { truth, atom } => several(&[&[*truth, atom.variable]]),
            Constraint::Implies { condition, then } => {
                visit(*condition);
                then.each_variable(visit);
            }
        }
    }
}

/// Whether two variables have a value in common.
fn meet(one: Variable, other: Variable, space: &Space) -> bool {
    space.values(one).any(|value| space.has(other, value))
}

fn compare(
    left: Variable,
    relation: Relation,
    right: Variable,
    offset: i64,
    space: &Space,
) -> bool {
    let (Some(low), Some(high)) = (space.min(left), space.max(left)) else { return false };
    let (Some(least), Some(most)) = (space.min(right), space.max(right)) else { return false };
    let [low, high] = [low, high].map(i128::from);
    let [least, most] = [least, most].map(|value| i128::from(value) + i128::from(offset));
    match relation {
        _ if left == right => space
            .values(left)
            .any(|value| relation.holds(value.into(), i128::from(value) + i128::from(offset))),
        Relation::Eq => space.values(left).any(|value| {
            i64::try_from(i128::from(value) - i128::from(offset))
                .is_ok_and(|own| space.has(right, own))
        }),
        Relation::Ne => low != high || least != most || low != least,
        Relation::Le => low <= most,
        Relation::Lt => low < most,
        Relation::Ge => high >= least,
        Relation::Gt => high > least,
    }
}
