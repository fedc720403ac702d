//! The text of a remainder, by which a problem that recurs is recognised.

use super::counts;
use super::literals;
use super::problem_renaming::ProblemRenaming;
use super::rows;
use super::sums;
use super::unstructured_kinds;
use crate::domain_box::DomainBox;
use crate::faults::NameFault;
use crate::model::Constraint;
use crate::possible::difference_terms;

/// Numbers that determine the remainder, in which each list begins with its length; empty if the
/// constraint holds in the whole box.
pub(super) type Text = Vec<i128>;

/// The text of a relation that holds nowhere. Other texts begin with the number of their group.
pub(super) const EMPTY_RELATION_TEXT: [i128; 1] = [0];

impl Constraint {
    /// The text of the remainder of the constraint with a number in the box, in which each variable
    /// has a value, under names: empty if it holds in the whole box. The box is unchanged on
    /// return.
    ///
    /// # Errors
    /// Names under which the text would not determine the relation.
    pub fn remainder_text(
        &self,
        number: usize,
        space: &mut DomainBox,
        names: &ProblemRenaming,
    ) -> Result<Vec<i128>, NameFault> {
        match self {
            Self::AllDifferent { scope } => counts::remaining_counts(scope, &[], 1, space, names),
            Self::Cardinality { scope, occurrences, closed } => {
                // Values that are not listed may occur without limit, or not at all if closed.
                let room = if *closed { 0 } else { scope.len() as u64 };
                counts::remaining_counts(scope, occurrences, room, space, names)
            }
            Self::Linear { terms, relation, constant } => {
                sums::remaining_sum(&terms.0, *relation, *constant, space, names)
            }
            Self::Compare { left, relation, right, offset } => sums::remaining_sum(
                &difference_terms(*left, *right),
                *relation,
                *offset,
                space,
                names,
            ),
            Self::Table { scope, tuples, forbidden } => {
                Ok(rows::remaining_rows(scope, tuples, *forbidden, space, names))
            }
            Self::Clause { atoms } => Ok(literals::remaining_clause(atoms, space, names)),
            Self::Implies { condition, then } => {
                let left = literals::remaining_implication(*condition, then, number, space, names)?;
                // The inner constraint has no number of its own.
                let is_itself = left.first() == Some(&unstructured_kinds::UNSTRUCTURED_GROUP);
                if is_itself {
                    unstructured_kinds::remaining_points(self, number, space, names)
                } else {
                    Ok(left)
                }
            }
            _ => unstructured_kinds::remaining_points(self, number, space, names),
        }
    }

    /// Whether every point of the box, in which each variable has a value, certainly satisfies the
    /// constraint. Exact where all its variables are fixed.
    pub fn is_certain(&self, space: &mut DomainBox) -> bool {
        // The text is only compared with the empty one, so its names and the number of the
        // constraint do not matter.
        self.remainder_text(0, space, &ProblemRenaming::default()).is_ok_and(|left| left.is_empty())
    }
}

/// Appends a list after its length.
pub(super) fn append_list(text: &mut Text, numbers: impl ExactSizeIterator<Item = i128>) {
    text.push(numbers.len() as i128);
    text.extend(numbers);
}
