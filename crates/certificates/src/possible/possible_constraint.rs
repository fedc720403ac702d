//! The question for each kind of constraint.

use std::collections::BTreeSet;

use super::automata;
use super::classes;
use super::counts;
use super::matching;
use super::order::{can_be_extremum, can_precede};
use super::sums;
use super::sums::can_be_product;
use super::sums::difference_terms;
use super::tables::can_match_rows;
use crate::domain_box::DomainBox;
use crate::faults::Stopped;
use crate::model::{Constraint, Value, Variable};

impl Constraint {
    /// Whether some point of the box may satisfy the constraint.
    pub fn is_possible(&self, space: &DomainBox) -> bool {
        match self {
            Self::AllDifferent { scope } => matching::can_be_distinct(scope, space),
            Self::Cardinality { scope, occurrences, closed } => {
                counts::can_fit_counts(scope, occurrences, *closed, space)
            }
            Self::Linear { terms, relation, constant } => {
                sums::can_satisfy_sum(&terms.0, *relation, *constant, space)
            }
            Self::Compare { left, relation, right, offset } => {
                sums::can_satisfy_sum(&difference_terms(*left, *right), *relation, *offset, space)
            }
            Self::Table { scope, tuples, forbidden } => {
                can_match_rows(scope, tuples, *forbidden, space)
            }
            Self::Element { index, array, result, first } => {
                space.remaining_values(*index).any(|value| {
                    // A value before `first` or past the array selects no element.
                    let place = usize::try_from(i128::from(value) - first);
                    let chosen = place.ok().and_then(|place| array.get(place));
                    chosen.is_some_and(|&v| share_value(v, *result, space))
                })
            }
            Self::Lexicographic { left, right, strict } => can_precede(left, right, *strict, space),
            Self::Extremum { result, scope, max } => can_be_extremum(*result, scope, *max, space),
            Self::Product { left, right, result } => can_be_product(*left, *right, *result, space),
            Self::Inverse { left, right, first_left, first_right } => {
                let has = |variable, place: usize, first: i128| {
                    let value = Value::try_from(first + place as i128);
                    value.is_ok_and(|value| space.has_value(variable, value))
                };
                let edge = |i: usize, j: usize| {
                    has(left[i], j, *first_right) && has(right[j], i, *first_left)
                };
                // The lengths are compared first: `edge` indexes both sides up to the length of the
                // left one.
                left.len() == right.len() && matching::has_perfect_matching(left.len(), edge)
            }
            Self::Clause { atoms } => atoms.iter().any(|atom| {
                space.remaining_values(atom.variable).any(|value| atom.fits_value(value))
            }),
            Self::Dimension { .. } => classes::can_relate_classes(self, space),
            Self::Reify { truth, atom } => {
                let some = |wanted: bool| {
                    space
                        .remaining_values(atom.variable)
                        .any(|value| atom.fits_value(value) == wanted)
                };
                (space.has_value(*truth, 1) && some(true))
                    || (space.has_value(*truth, 0) && some(false))
            }
            Self::Regular { scope, automaton } => automata::can_accept(automaton, scope, space),
            Self::Implies { condition, then } => {
                space.remaining_values(*condition).any(|value| value != 1)
                    || (space.domain_size(*condition) > 0 && then.is_possible(space))
            }
        }
    }

    /// Removes from its open variables, in ascending order, all values with which it cannot hold.
    /// Returns whether a domain became empty. `look` is called before each question.
    ///
    /// # Errors
    /// If `look` ends the work.
    pub fn take_all(
        &self,
        space: &mut DomainBox,
        look: &dyn Fn() -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        // A set, since a scope may name a variable twice, and since the order decides what later
        // variables see.
        let (mut open, mut closes) = (BTreeSet::new(), false);
        self.each_variable(&mut |v| open.extend(Some(v).filter(|&v| space.domain_size(v) > 1)));
        for v in open {
            let (mark, mut gone) = (space.trail_mark(), Vec::new());
            for value in space.remaining_values(v).collect::<Vec<_>>() {
                look()?;
                space.keep_values(v, &[value]);
                gone.extend((!self.is_possible(space)).then_some(value));
                space.undo_to(mark);
            }
            // Only after all values of the variable: each is asked in the same box, as the format
            // defines.
            space.remove_values(v, &gone);
            closes |= space.least_value(v).is_none();
        }
        Ok(closes)
    }
}

/// Whether two variables have a value in common.
pub(super) fn share_value(one: Variable, other: Variable, space: &DomainBox) -> bool {
    space.remaining_values(one).any(|value| space.has_value(other, value))
}
