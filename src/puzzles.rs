//! The puzzles that Parallax knows, as instances to build in code.

#[doc(inline)]
pub use parallax_puzzles::Puzzle;
#[doc(inline)]
pub use parallax_puzzles::errors::{CardError, PuzzleBoardError};
#[doc(inline)]
pub use parallax_puzzles::keisuke::{
    EntryError, KeisukeCell, KeisukeEntry, KeisukeError, KeisukePattern, KeisukePuzzle,
    KeisukeSpot, LocatedKeisukeError, RunDirection,
};
#[doc(inline)]
pub use parallax_puzzles::latin::LatinPuzzle;
#[doc(inline)]
pub use parallax_puzzles::magic::MagicPuzzle;
#[doc(inline)]
pub use parallax_puzzles::set::{CardAttribute, SetBoard};
#[doc(inline)]
pub use parallax_puzzles::sudoku::SudokuPuzzle;
