//! The game of SET: cards from a shuffled deck, claims, penalties, and three more cards when there
//! is no set.

mod table;
mod game_state;

pub use game_state::{BUZZED, MAX_PLAYERS, SetGame, SetPlayer, ClaimRight, GameEvent, EventKind};

#[cfg(test)]
mod tests;



