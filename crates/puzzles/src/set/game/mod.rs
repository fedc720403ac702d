//! The game of SET: cards from a shuffled deck, claims, penalties, and three more cards when there
//! is no set.

mod game_state;
mod table;

pub use game_state::{
    CLAIM_TIME, ClaimRight, EventKind, GameEvent, MAX_PLAYERS, SetGame, SetPlayer,
};

#[cfg(test)]
mod tests;
