//! The largest collections of SET cards without a set, with proof.
//!
//! Cards with `d` attributes of three values are the points of the affine space AG(d,3), sets
//! are its lines, and collections without a set are caps. The largest have 2, 4, 9 and 20 cards
//! for one to four attributes (Bose 1947; Pellegrino 1970; Davis and Maclagan, "The Card Game
//! SET", 2003).
//!
//! [`ladder`] goes up attribute by attribute and asks two questions at each: is there a
//! collection of the known size, and one with one more card? Results for fewer attributes bound
//! the hyperplanes of the next space, and [`cases`] divides each question by a direction of the
//! space; that file proves that no collection is missed. [`model`] writes a case as a model for
//! any engine. Collections are checked by the rules of the game, which are independent of the
//! models.

mod case_search;
pub mod cases;
mod files;
pub mod geometry;
pub mod ladder;
pub mod model;
pub mod print;
mod set_free_error;
#[cfg(test)]
mod tests;

pub use files::write_ladder;
pub use ladder::{LadderAnswer, LadderOptions, LadderStep, MOST_ATTRIBUTES, climb_ladder};
pub use print::print_ladder;
pub use set_free_error::CaseListError;
