//! The plain form: a puzzle as a person types it.
//!
//! ```text
//! puzzle: sudoku 4
//! .4..
//! ....
//! ....
//! ....
//! thermo: r4c1 r4c2 r3c1
//! cage 5: r1c1 r2c1
//! ```
//!
//! The first line names the base and the size. The rows of the grid follow, then settings, sections
//! and rules in any order. Lines that begin with `%` are comments. Another `puzzle:` line begins
//! another puzzle.

mod head;
pub(crate) mod kakuro;
mod key_line;
mod nearest_key;
mod plain_lines;
mod reader;
mod rows;
mod sections;
mod write;

use plain_lines::PUZZLE_LINE_PREFIX;
pub(crate) use plain_lines::{MAX_LINES, is_between, is_plain, next};

pub(crate) use key_line::{APART_WORD, KeyLine, mark_line};
pub(crate) use sections::MAX_DIGIT;
pub(crate) use write::write_plain;
