//! What a box leaves of a constraint: its relation once the fixed variables have their values.
//!
//! A *problem* is a list of open variables, some of them shown, with their domains, and a set of
//! relations between them. Its count is the number of assignments of the shown ones that some
//! solution extends. [`text`](problem::text) writes a problem down. Whoever checks a certificate
//! rests on these lemmas:
//!
//! 2. *Names.* Let variables get other names, each its own and shown ones those of shown ones, and
//!    the values of each variable other values, no two the same one. If the relations of a problem
//!    become those of another, then both have the same count: the names map the solutions of one to
//!    those of the other, both ways, and shown parts to shown parts. A set of relations is enough,
//!    since a conjunction does not count its members.
//! 3. *Texts.* If what is written of a relation determines it, within the domains, then equal texts
//!    are equal relations. A constraint that holds in the whole box may be left out. One that holds
//!    nowhere in the box may not.
//!
//! Lemma 1 stands in `check/again.rs`. Lemmas 4 to 7 say when the text of a relation under names
//! determines it; each stands at the group of kinds that rests on it.

mod counts;
mod itself;
mod literals;
mod names;
mod problem;
mod rows;
mod sha256;
mod sums;

use super::model::Constraint;
use super::possible::difference;
use super::space::Space;
pub(crate) use names::Names;
pub(crate) use problem::digest;

/// What a box leaves of a constraint.
pub(crate) enum Left {
    /// Nothing: it holds in the whole box.
    Always,
    /// It holds nowhere in the box.
    Never,
    Counts(counts::Counts),
    Sum(sums::Sum),
    Rows(rows::Rows),
    Literals(literals::Literals),
    Itself(itself::Itself),
}

/// Numbers of which no list is the beginning of another: each begins with its length.
type Text = Vec<i128>;

impl Constraint {
    /// What the box, in which each variable has a value, leaves of the constraint. The box is as it
    /// was afterwards.
    pub(crate) fn left(&self, space: &mut Space) -> Left {
        match self {
            Self::AllDifferent { scope } => counts::left(scope, &[], 1, space),
            Self::Cardinality { scope, occurrences, closed } => {
                let most = if *closed { 0 } else { scope.len() as u64 };
                counts::left(scope, occurrences, most, space)
            }
            Self::Linear { terms, relation, constant } => {
                sums::left(&terms.0, *relation, *constant, space)
            }
            Self::Compare { left, relation, right, offset } => {
                sums::left(&difference(*left, *right), *relation, *offset, space)
            }
            Self::Table { scope, tuples, forbidden } => {
                rows::left(scope, tuples, *forbidden, space)
            }
            Self::Clause { atoms } => literals::clause(atoms, space),
            Self::Implies { condition, then } => match literals::implies(*condition, then, space) {
                // An inner constraint has no number.
                Left::Itself(_) => itself::left(self, space),
                left => left,
            },
            _ => itself::left(self, space),
        }
    }

    /// Whether every point of the box, in which each variable has a value, certainly satisfies the
    /// constraint. Exact where all its variables are fixed.
    pub fn certain(&self, space: &mut Space) -> bool {
        matches!(self.left(space), Left::Always)
    }
}

impl Left {
    /// Writes what is left of a constraint with this number under names.
    ///
    /// # Errors
    /// In words: names under which the text would not determine the relation.
    fn write(&self, number: usize, names: &Names) -> Result<Text, String> {
        match self {
            Left::Always => Ok(vec![0]),
            Left::Never => Ok(vec![1]),
            Left::Counts(own) => own.write(names),
            Left::Sum(own) => own.write(names),
            Left::Rows(own) => own.write(names),
            Left::Literals(own) => own.write(number, names),
            Left::Itself(own) => own.write(number, names),
        }
    }
}

/// Appends a list after its length.
fn list(text: &mut Text, numbers: impl ExactSizeIterator<Item = i128>) {
    text.push(numbers.len() as i128);
    text.extend(numbers);
}
