//! The boards to measure.

use std::sync::Arc;

use parallax_model::instance::{InputError, Instance};

use super::super::splitting::read;

/// The source of the boards.
pub enum Boards {
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

impl Boards {
    /// Reads the Sudokus of a file.
    ///
    /// # Errors
    /// If the file cannot be read or contains something else.
    pub fn read(file: &str) -> Result<Self, InputError> {
        Ok(Boards::Read { file: file.to_owned(), boards: read(file)? })
    }

    /// The number of boards.
    #[must_use]
    pub fn number(&self) -> usize {
        match self {
            Boards::Read { boards, .. } => boards.len(),
            Boards::Random { number, .. } => *number,
        }
    }

    /// Describes the source.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Boards::Read { file, .. } => format!("the boards of {file}"),
            Boards::Random { seed, .. } => format!(
                "random minimal ones of seed {seed}, not those of the report (--boards FILE takes \
                 others)"
            ),
        }
    }
}
