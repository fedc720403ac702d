//! The remainder of a constraint in a box: its relation once the fixed variables have their values.
//!
//! A *problem* is a list of open variables, some of them shown, with their domains, and a set of
//! relations between them. Its count is the number of assignments of the shown ones that some
//! solution extends. [`problem_digest`] writes a problem down under other names. It rests on these
//! lemmas:
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
//! Lemmas 4 to 7 give the names under which the text of a relation determines it. Each is
//! documented at the group of kinds that rests on it; lemmas 1, 8 and 9 are in
//! `check/recurring_problems.rs`.

mod counts;
mod literals;
mod problem_digest;
mod problem_renaming;
mod remainder_text;
mod rows;
mod sums;
mod unstructured_kinds;

use remainder_text::{EMPTY_RELATION_TEXT, Text, append_list};

pub(crate) use problem_digest::problem_digest;
pub use problem_renaming::ProblemRenaming;
