//! Addresses of puzz.link: `https://puzz.link/p?KIND/COLUMNS/ROWS/BODY`.
//!
//! ```text
//! https://puzz.link/p?sudoku/4/4/1j2k3g4h
//! ```

mod address;
mod borders;
mod factors;
mod kakuro;
mod nonogram;
mod numbers;
mod puzz_link_address;
mod sudoku;
mod write;

use puzz_link_address::{PuzzLinkCode, finish_puzzle};
pub(crate) use puzz_link_address::{is_puzz_link, read_puzz_link};

pub(crate) use write::write_puzz_link;
