//! The remainder of a constraint in a box: its relation once the fixed variables have their values.
//!
//! A *problem* is a list of open variables, some of them shown, with their domains, and a set of
//! relations between them. Its count is the number of assignments of the shown ones that some
//! solution extends. [`digest`] writes a problem down under other names. It rests on these lemmas:
//!
//! 2. *Names.* Let variables get other names, each its own, and the values of each variable get
//!    other values, each its own, so that shown variables, domains and the set of relations become
//!    those of another problem. Then both have the same count: the names map the solutions of one
//!    to those of the other, both ways, and shown parts to shown parts. A set of relations is
//!    enough, since a conjunction does not count its members.
//! 3. *Texts.* If the text of a relation, with the domains, determines it, then equal texts are
//!    equal relations. A constraint that holds in the whole box may be left out. One that holds
//!    nowhere in the box may not.
//!
//! Lemmas 4 to 7 give the names under which the text of a relation determines it. Each stands at the
//! group of kinds that rests on it; lemmas 1, 8 and 9 are in `check/again.rs`.

mod counts;
mod itself;
mod literals;
mod names;
mod problem;
mod rows;
mod sums;

use super::faults::NameFault;
use super::model::Constraint;
use super::possible::difference;
use super::space::Space;
pub use names::Names;
pub(crate) use problem::digest;

/// Numbers that determine what is left, in which each list begins with its length; none where nothing
/// is left, because the constraint holds in the whole box.
type Text = Vec<i128>;

/// Text of a relation that holds nowhere. The first number of others is that of their group.
const NEVER: [i128; 1] = [0];

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
fn list(text: &mut Text, numbers: impl ExactSizeIterator<Item = i128>) {
    text.push(numbers.len() as i128);
    text.extend(numbers);
}
