//! Reads the boards of a file.

use std::sync::Arc;

use parallax_formats::inputs::InputSources;
use parallax_instance::{InputError, Instance};

/// Maximum number of boards held in memory.
const MAX_BOARDS: usize = 100_000;

/// Reads the Sudokus of a file.
///
/// # Errors
/// Returns an error if the file cannot be read, or contains something else or more than 100,000
/// boards.
pub fn read_sudokus(file: &str) -> Result<Vec<Arc<dyn Instance>>, InputError> {
    let sources = InputSources { names: vec![file.to_owned()], ..InputSources::default() };
    let mut boards: Vec<Arc<dyn Instance>> = Vec::new();
    for found in sources.stream_instances() {
        let found = found?;
        let puzzle = found.instance.puzzle_name();
        if puzzle != "sudoku" {
            let message = format!("a puzzle of another kind ({puzzle}); expected Sudokus");
            return Err(InputError::new(found.source, message));
        }
        if boards.len() == MAX_BOARDS {
            let message = format!("more than {MAX_BOARDS} boards, the most that are measured");
            return Err(InputError::new(found.source, message));
        }
        boards.push(found.instance.into());
    }
    Ok(boards)
}
