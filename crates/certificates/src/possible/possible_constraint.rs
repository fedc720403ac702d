//! The question for each kind of constraint.

use std::collections::BTreeSet;

use super::automata;
use super::classes;
use super::counts;
use super::matching;
use super::order::{extremum, precedes};
use super::sums;
use super::sums::difference;
use super::sums::product;
use super::tables::rows;
use crate::faults::Stopped;
use crate::model::{Constraint, Value, Variable};
use crate::space::Space;

impl Constraint {
    /// Whether some point of the box may satisfy the constraint.
    pub fn possible(&self, space: &Space) -> bool {
        match self {
            Self::AllDifferent { scope } => matching::distinct(scope, space),
            Self::Cardinality { scope, occurrences, closed } => {
                counts::fit(scope, occurrences, *closed, space)
            }
            Self::Linear { terms, relation, constant } => {
                sums::possible(&terms.0, *relation, *constant, space)
            }
            Self::Compare { left, relation, right, offset } => {
                sums::possible(&difference(*left, *right), *relation, *offset, space)
            }
            Self::Table { scope, tuples, forbidden } => rows(scope, tuples, *forbidden, space),
            Self::Element { index, array, result, first } => space.values(*index).any(|value| {
                let place = usize::try_from(i128::from(value) - first);
                let chosen = place.ok().and_then(|place| array.get(place));
                chosen.is_some_and(|&v| meet(v, *result, space))
            }),
            Self::Lexicographic { left, right, strict } => precedes(left, right, *strict, space),
            Self::Extremum { result, scope, max } => extremum(*result, scope, *max, space),
            Self::Product { left, right, result } => product(*left, *right, *result, space),
            Self::Inverse { left, right, first_left, first_right } => {
                let has = |variable, place: usize, first: i128| {
                    let value = Value::try_from(first + place as i128);
                    value.is_ok_and(|value| space.has(variable, value))
                };
                let edge = |i: usize, j: usize| {
                    has(left[i], j, *first_right) && has(right[j], i, *first_left)
                };
                left.len() == right.len() && matching::perfect(left.len(), edge)
            }
            Self::Clause { atoms } => {
                atoms.iter().any(|atom| space.values(atom.variable).any(|value| atom.fits(value)))
            }
            Self::Dimension { .. } => classes::possible(self, space),
            Self::Reify { truth, atom } => {
                let some = |wanted: bool| {
                    space.values(atom.variable).any(|value| atom.fits(value) == wanted)
                };
                (space.has(*truth, 1) && some(true)) || (space.has(*truth, 0) && some(false))
            }
            Self::Regular { scope, automaton } => automata::accepts(automaton, scope, space),
            Self::Implies { condition, then } => {
                space.values(*condition).any(|value| value != 1)
                    || (space.size(*condition) > 0 && then.possible(space))
            }
        }
    }

    /// Takes from its open variables, in ascending order, all values with which it cannot hold.
    /// Returns whether a variable has none left. `look` is asked before each question.
    ///
    /// # Errors
    /// If `look` ends the work.
    pub fn take_all(
        &self,
        space: &mut Space,
        look: &dyn Fn() -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        let (mut open, mut closes) = (BTreeSet::new(), false);
        self.each_variable(&mut |v| open.extend(Some(v).filter(|&v| space.size(v) > 1)));
        for v in open {
            let (mark, mut gone) = (space.mark(), Vec::new());
            for value in space.values(v).collect::<Vec<_>>() {
                look()?;
                space.only(v, &[value]);
                gone.extend((!self.possible(space)).then_some(value));
                space.back(mark);
            }
            space.without(v, &gone);
            closes |= space.min(v).is_none();
        }
        Ok(closes)
    }
}

/// Whether two variables have a value in common.
pub(super) fn meet(one: Variable, other: Variable, space: &Space) -> bool {
    space.values(one).any(|value| space.has(other, value))
}
