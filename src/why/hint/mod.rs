//! Hints: the next step towards a solution, with its reason.
//!
//! A model's all-different constraints become [`Unit`]s, sets of [`Candidate`]s of which exactly
//! one (or at most one) is true, so that a reason names a value and not a whole row. A [`Step`]
//! follows from a few [`RulePart`]s and the candidates that the [`State`] no longer has. Rules
//! that are not all-different, such as sums, are [`Group`]s, named as a whole. A [`Guide`] finds
//! the next step, a [`Path`] all of them, and a [`Hint`] is what a person asks for: it first
//! checks what they have written.

mod alone;
mod confirmed;
mod entries;
mod found;
mod group;
mod guide;
mod named;
mod path;
mod rating;
pub mod reason;
mod rules;
mod state;
mod step;
mod technique;
pub mod techniques;
mod together;
mod unfold;
mod unit;
mod words;

pub use entries::{Entries, Fault, Solved};
pub use found::{Hint, Next, Wish, hint};
pub use group::Group;
pub use guide::{Allowed, Guide, MAX_CANDIDATES};
pub use path::{End, Path, Until};
pub use rating::{Difficulty, score};
pub use rules::Rules;
pub use state::State;
pub use step::Step;
pub use technique::Technique;
pub use unfold::{Inner, unfold};
pub use unit::{Candidate, House, RulePart, Unit, UnitId};
