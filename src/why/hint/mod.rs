//! Hints: the next step towards a solution, with its reason.
//!
//! A model's all-different constraints become [`Unit`]s, sets of [`Candidate`]s of which exactly
//! one (or at most one) is true, so that a reason names a value and not a whole row. A [`Step`]
//! follows from a few [`RulePart`]s and the candidates that the [`State`] no longer has.

mod rules;
mod state;
mod step;
mod technique;
mod unit;

pub use rules::Rules;
pub use state::State;
pub use step::Step;
pub use technique::Technique;
pub use unit::{Candidate, House, RulePart, Unit, UnitId};
