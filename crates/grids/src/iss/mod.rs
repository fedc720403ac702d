//! Constraint strings of Interactive Sudoku Solver: `.Type~argument~R1C1~R1C2`.
//!
//! ```text
//! .Shape~4x4.~R2C1_1.Cage~5~R1C2~R1C3.Thermo~R2C1~R3C1~R4C2
//! ```
//!
//! Rows and columns of cells count from 1, beyond 9 as `a`, `b`, ... Unsupported types are refused
//! by name.

mod board;
mod iss_text;
mod item;
mod write;

pub(crate) use iss_text::{IssRuleForm, IssRuleReader, is_iss, read_iss};

pub(crate) use board::MAX_SIDE;
pub(crate) use item::{IssItem, cell_name, cell_names, line_name};
pub(crate) use write::write_iss;
