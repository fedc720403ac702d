//! Game IDs of Simon Tatham's collection: `PARAMETERS:DESCRIPTION`.
//!
//! ```text
//! 2x2:c2c3_1c2c
//! keen:3:a_3aab_,a4s1s1m18
//! ```
//!
//! An ID does not name its game. A name before the ID does; without one, the game is the only one
//! that reads the whole text.

mod blocks;
mod game_id;
mod grid_text;
mod id;
mod keen;
mod pattern;
mod singles;
mod solo;
mod towers;
mod unequal;
mod unruly;
mod write;

use game_id::finish_puzzle;
pub(crate) use game_id::{is_tatham, read_tatham};

pub(crate) use write::write_tatham;
pub(crate) use write::{black_runs, skyscraper_clues};
