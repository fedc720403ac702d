//! The boards to measure.

use std::sync::Arc;

use crate::inputs::Sources;
use crate::instance::{InputError, Instance};

/// The most boards held in memory.
const MOST: usize = 100_000;

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
        let sources = Sources { names: vec![file.to_owned()], puzzle: None, limit: None };
        let mut boards: Vec<Arc<dyn Instance>> = Vec::new();
        for found in sources.stream() {
            let found = found?;
            let puzzle = found.instance.puzzle();
            if puzzle != "sudoku" {
                let message = format!("a puzzle of another kind ({puzzle}); expected Sudokus");
                return Err(InputError::new(found.source, message));
            }
            if boards.len() == MOST {
                let message = format!("more than {MOST} boards, the most that are measured");
                return Err(InputError::new(found.source, message));
            }
            boards.push(found.instance.into());
        }
        Ok(Boards::Read { file: file.to_owned(), boards })
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
