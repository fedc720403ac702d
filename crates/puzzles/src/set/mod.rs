//! The card game SET: find three cards whose values are all equal or all different in every
//! attribute, with any number of cards, attributes and values. `model.rs` has the models, `hint.rs`
//! hints in three tiers, `game/` the game for one or two players, `deal.rs` boards with an exact
//! number of sets.

mod board;
pub mod deal;
mod draw;
mod family;
pub mod game;
mod hint;
mod instance;
mod json;
mod model;
mod read;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;
mod words;

pub use board::{CardAttribute, MAX_ATTRIBUTES, MAX_CARDS, SetBoard};
pub(crate) use family::SetFamily;

/// The required content of a file, for error messages.
const EXPECTED: &str = "SET cards: a card a line in words (two red striped diamonds) or digits (1021), or JSON with `cards`";
