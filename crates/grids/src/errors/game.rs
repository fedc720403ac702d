//! Game IDs of Simon Tatham's collection.

use super::{LocatedTextError, TextError};
use crate::board::MAX_NUMBER;
use crate::shape::{CellPlace, CellPlaces, MAX_SIDE};

/// A game ID that is not as expected, besides the symbols of its description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameError {
    #[error("expected {expected}")]
    Absence { expected: &'static str },
    #[error(
        "a seed after '#'; it needs the program that makes the puzzle. Expected an ID with ':'"
    )]
    Seed,
    #[error("unknown parameters '{found}' after the size")]
    Parameters { found: String },
    #[error("two numbers for the size; expected one")]
    TwoNumbers,
    #[error("one number for the size; expected WIDTHxHEIGHT")]
    OneNumber,
    #[error("expected a grid with sides from 1 to {}", MAX_SIDE)]
    GridSides,
    #[error("expected sides from 1 to {}", MAX_SIDE)]
    Sides,

    // The game of an ID.
    #[error("'{found}'; the games here are {}", .games.join(", "))]
    UnknownGame { found: String, games: Vec<&'static str> },
    #[error("this is an ID of {}; write the name before it: '{}:'", .games.join(", "), .games[0])]
    SeveralGames { games: Vec<&'static str> },
    #[error("'{found}' is no description of a game here")]
    NoGame { found: String },
    /// The error of the only game that the ID may belong to.
    #[error("as {game}: {error}")]
    OnlyGame { game: &'static str, error: Box<TextError> },
    /// The errors of all games that the ID may belong to.
    #[error("{}", list_faults(.tried))]
    AllGames { tried: Vec<(&'static str, LocatedTextError)> },
    #[error("a hitori (singles) needs connected regions, for which there is no rule here")]
    Hitori,

    // Descriptions.
    #[error("no {part}: {error}")]
    NoPart { part: &'static str, error: Box<TextError> },
    #[error("a difference or a quotient of {cells} cells; expected two")]
    PairLength { cells: usize },
    #[error("{number} is no number here; expected 1 to {most}")]
    Number { number: u32, most: u32 },
    #[error("a block of {cells} cells; expected {expected}")]
    BlockLength { cells: usize, expected: usize },
    #[error("two sums in the cage of {cell}")]
    TwoSums { cell: CellPlace },
    #[error("{sum} at {cell}; expected a sum to {}", MAX_NUMBER)]
    Sum { sum: i64, cell: CellPlace },
    #[error("a mark at {cell} that points off the grid")]
    OutwardMark { cell: CellPlace },
    #[error("a mark twice at {cell}")]
    MarkRepeat { cell: CellPlace },
    #[error("each of {cells} is greater than the other")]
    MutualSigns { cells: CellPlaces },
    #[error("a mark between {cells} at one of them; expected both")]
    HalfMark { cells: CellPlaces },
}

fn list_faults(tried: &[(&'static str, LocatedTextError)]) -> String {
    let texts: Vec<String> =
        tried.iter().map(|(game, fault)| format!("as {game}: {fault}")).collect();
    texts.join("; ")
}
