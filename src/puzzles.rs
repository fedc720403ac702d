//! The puzzles that Parallax knows, as instances to build in code.

#[doc(inline)]
pub use parallax_puzzles::Puzzle;
#[doc(inline)]
pub use parallax_puzzles::errors::{BoardError, CardError};
#[doc(inline)]
pub use parallax_puzzles::keisuke::{
    Cell, Direction, Entry, EntryError, Fault, Keisuke, KeisukeError, Pattern, Spot,
};
#[doc(inline)]
pub use parallax_puzzles::latin::Latin;
#[doc(inline)]
pub use parallax_puzzles::magic::Magic;
#[doc(inline)]
pub use parallax_puzzles::set::{Attribute, SetBoard};
#[doc(inline)]
pub use parallax_puzzles::sudoku::Sudoku;
