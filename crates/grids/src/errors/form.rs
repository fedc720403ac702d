//! Forms that have no place for a puzzle.

use parallax_model::Value;

use super::{GameError, GridRuleError, RoomError};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::fpuzzles::MAX_TEXT;
use crate::rules::AnyRule;
use crate::shape::{CellPlace, CellPlaces};

/// The part of a puzzle for which a form has no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GridFormError {
    // Any form.
    #[error("{form} has no place for '{rule}'")]
    Rule { form: &'static str, rule: String },
    #[error("{form} has no place for a {}", .base.plain_word())]
    Base { form: &'static str, base: GridBase },
    #[error("{form} has no place for givens")]
    Givens { form: &'static str },
    #[error("{form} needs the runs of each line")]
    Runs { form: &'static str },
    #[error("{cells} do not touch")]
    ApartCells { cells: CellPlaces },
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Bulb(#[from] GridRuleError),

    // f-puzzles.
    #[error("f-puzzles has no {}; expected a sudoku", .base.plain_word())]
    FPuzzlesBase { base: GridBase },
    #[error("f-puzzles has no digits {low} to {high}; expected 1 to {side}")]
    FPuzzlesDigits { low: Value, high: Value, side: usize },
    /// A rule that the form cannot express in full.
    #[error("{rule}: {error}")]
    FPuzzlesRule { rule: String, error: Box<GridFormError> },
    #[error("f-puzzles has no such rule")]
    NoSuchRule,
    #[error("f-puzzles takes a sum of 0 for none")]
    ZeroSum,
    #[error("f-puzzles spares pairs with a dot")]
    DotsSpare,
    #[error("f-puzzles forbids unmarked pairs a difference of 1 only")]
    UnmarkedDifference,
    #[error("f-puzzles forbids unmarked pairs the ratios {ratios:?} of the dots")]
    UnmarkedRatios { ratios: Vec<i64> },
    #[error("{cell} has no digit left; f-puzzles has no place for an empty list")]
    NoCandidate { cell: CellPlace },
    #[error("the JSON has more than {} bytes, which no reader takes", MAX_TEXT)]
    JsonLength,

    // Game IDs.
    #[error("no game here is a {}", .base.plain_word())]
    GameBase { base: GridBase },
    #[error("a game ID has the digits 1 to the side of the grid")]
    GameDigits,
    #[error("keen has no givens; a cage of one cell says its digit")]
    KeenGivens,
    #[error("keen has each cell in a cage with a clue")]
    KeenCages,
    #[error("keen has differences and quotients of two cells only")]
    KeenPairs,
    #[error("solo has the digits 1 to {side}")]
    SoloDigits { side: usize },
    #[error("solo has both diagonals or none")]
    SoloDiagonals,
    #[error("solo needs each cell in a region")]
    SoloRegions,
    #[error("solo has regions of {side} cells")]
    SoloRegionLength { side: usize },
    #[error("solo has cages of at most {side} cells")]
    SoloCageLength { side: usize },
    #[error("a cage without cells")]
    EmptyCage,

    // Addresses of puzz.link.
    #[error("no kind of puzzle here is a {}", .base.plain_word())]
    LinkBase { base: GridBase },
    #[error("puzz.link has squares with the digits 1 to their side")]
    LinkDigits,
    #[error("puzz.link has givens in sudoku and skyscrapers only")]
    LinkGivens,
    #[error("puzz.link has no place for the number {number}")]
    LinkNumber { number: i64 },
    #[error("sudoku at puzz.link has boxes of {height}x{width}, smaller at the edge")]
    LinkBoxes { height: usize, width: usize },
    #[error(
        "kakuro at puzz.link has a black first row and column, the digits 1 to 9 and no givens"
    )]
    KakuroBoard,
    #[error("kakuro at puzz.link has no place for a sum {sum}")]
    KakuroSum { sum: i64 },

    // Constraint strings.
    #[error("ISS has {least} to {most} digits, from 0 or 1")]
    IssDigits { least: usize, most: usize },
    #[error("ISS has regions of {least} to {most} cells, and other cells")]
    IssRegionLength { least: usize, most: usize },
    #[error("ISS has at most 61 regions")]
    IssRegions,
}

impl GridFormError {
    /// Creates the error of a rule that a form has no place for.
    pub(crate) fn no_place(form: &'static str, rule: &AnyRule, puzzle: &GridPuzzle) -> Self {
        GridFormError::Rule { form, rule: rule.rule().describe_rule(puzzle.shape) }
    }
}
