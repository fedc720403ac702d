//! The text of a remainder, by which a problem that is met again is known.

use super::counts;
use super::itself;
use super::literals;
use super::names::Names;
use super::rows;
use super::sums;
use crate::faults::NameFault;
use crate::model::Constraint;
use crate::possible::difference;
use crate::space::Space;

/// Numbers that determine what is left, in which each list begins with its length; none where nothing
/// is left, because the constraint holds in the whole box.
pub(super) type Text = Vec<i128>;

/// Text of a relation that holds nowhere. The first number of others is that of their group.
pub(super) const NEVER: [i128; 1] = [0];

impl Constraint {
    /// The text of what the box, in which each variable has a value, leaves of the constraint with a
    /// number, under names: nothing where it holds in the whole box. The box stays as it is.
    ///
    /// # Errors
    /// Names under which the text would not determine the relation.
    pub fn left(
        &self,
        number: usize,
        space: &mut Space,
        names: &Names,
    ) -> Result<Vec<i128>, NameFault> {
        match self {
            Self::AllDifferent { scope } => counts::left(scope, &[], 1, space, names),
            Self::Cardinality { scope, occurrences, closed } => {
                let room = if *closed { 0 } else { scope.len() as u64 };
                counts::left(scope, occurrences, room, space, names)
            }
            Self::Linear { terms, relation, constant } => {
                sums::left(&terms.0, *relation, *constant, space, names)
            }
            Self::Compare { left, relation, right, offset } => {
                sums::left(&difference(*left, *right), *relation, *offset, space, names)
            }
            Self::Table { scope, tuples, forbidden } => {
                Ok(rows::left(scope, tuples, *forbidden, space, names))
            }
            Self::Clause { atoms } => Ok(literals::clause(atoms, space, names)),
            Self::Implies { condition, then } => {
                let left = literals::implies(*condition, then, number, space, names)?;
                // The inner constraint has no number of its own.
                let is_itself = left.first() == Some(&itself::GROUP);
                if is_itself { itself::left(self, number, space, names) } else { Ok(left) }
            }
            _ => itself::left(self, number, space, names),
        }
    }

    /// Whether every point of the box, in which each variable has a value, certainly satisfies the
    /// constraint. Exact where all its variables are fixed.
    pub fn certain(&self, space: &mut Space) -> bool {
        self.left(0, space, &Names::default()).is_ok_and(|left| left.is_empty())
    }
}

/// Appends a list after its length.
pub(super) fn list(text: &mut Text, numbers: impl ExactSizeIterator<Item = i128>) {
    text.push(numbers.len() as i128);
    text.extend(numbers);
}
