//! The boards to measure.

use std::sync::Arc;

use parallax_instance::{InputError, Instance};

use super::super::splitting::read_sudokus;

/// The source of the boards.
pub enum SplitBoards {
    /// From a file.
    Read {
        /// The name of the file.
        file: String,
        /// Its boards.
        boards: Vec<Arc<dyn Instance>>,
    },
    /// Random minimal 9x9 boards.
    Random {
        /// The seed.
        seed: u64,
        /// The number of boards.
        number: usize,
    },
}

impl SplitBoards {
    /// Reads the Sudokus of a file.
    ///
    /// # Errors
    /// If the file cannot be read or contains something else.
    pub fn read_file(file: &str) -> Result<Self, InputError> {
        Ok(SplitBoards::Read { file: file.to_owned(), boards: read_sudokus(file)? })
    }

    /// The number of boards.
    #[must_use]
    pub fn board_count(&self) -> usize {
        match self {
            SplitBoards::Read { boards, .. } => boards.len(),
            SplitBoards::Random { number, .. } => *number,
        }
    }

    /// Describes the source.
    #[must_use]
    pub fn describe_source(&self) -> String {
        match self {
            SplitBoards::Read { file, .. } => format!("the boards of {file}"),
            SplitBoards::Random { seed, .. } => format!(
                "random minimal ones of seed {seed}, not those of the report (--boards FILE takes \
                 others)"
            ),
        }
    }
}
