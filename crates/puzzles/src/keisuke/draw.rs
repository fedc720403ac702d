//! Draws Keisukes: the grid with black cells, and the lists below.

use parallax_instance::PuzzleSolution;
use parallax_model::Value;

use super::super::grid::GridDrawing;
use super::board::{KeisukeCell, KeisukePuzzle};
use super::solutions::{BLACK_VALUE, BLANK_VALUE};

/// Returns the picture of the puzzle with solutions.
pub(super) fn grid_drawing<'a>(
    keisuke: &KeisukePuzzle,
    solutions: &'a [PuzzleSolution],
) -> GridDrawing<'a> {
    let (height, width) = (keisuke.height(), keisuke.width());
    let known = |cell: &KeisukeCell| match cell {
        KeisukeCell::Black => Some(BLACK_VALUE),
        KeisukeCell::White => None,
        KeisukeCell::Clue(digit) => Some(Value::from(*digit)),
    };
    let mut clues: Vec<Option<Value>> = keisuke.known_cells().iter().map(known).collect();
    clues.resize(height * width, None);
    GridDrawing {
        height,
        width,
        boxes: None,
        clues,
        symbol: value_symbol,
        filled: |value| value == BLACK_VALUE,
        notes: keisuke.write_lists(),
        solutions,
        marks: Vec::new(),
    }
}

fn value_symbol(value: Value) -> String {
    match value {
        BLACK_VALUE => "█".to_owned(),
        BLANK_VALUE => "·".to_owned(),
        digit => digit.to_string(),
    }
}
