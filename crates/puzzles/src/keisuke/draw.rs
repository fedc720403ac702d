//! Draws Keisukes: the grid with black cells, and the lists below.

use parallax_model::Value;
use parallax_model::instance::PuzzleSolution;

use super::super::grid::Grid;
use super::board::{Cell, Keisuke};
use super::solutions::{BLACK, BLANK};

/// The picture of the puzzle with solutions.
pub(super) fn grid<'a>(keisuke: &Keisuke, solutions: &'a [PuzzleSolution]) -> Grid<'a> {
    let (height, width) = (keisuke.height(), keisuke.width());
    let known = |cell: &Cell| match cell {
        Cell::Black => Some(BLACK),
        Cell::White => None,
        Cell::Clue(digit) => Some(Value::from(*digit)),
    };
    let mut clues: Vec<Option<Value>> = keisuke.cells().iter().map(known).collect();
    clues.resize(height * width, None);
    Grid {
        height,
        width,
        boxes: None,
        clues,
        symbol,
        filled: |value| value == BLACK,
        notes: keisuke.write_lists(),
        solutions,
        marks: Vec::new(),
    }
}

fn symbol(value: Value) -> String {
    match value {
        BLACK => "█".to_owned(),
        BLANK => "·".to_owned(),
        digit => digit.to_string(),
    }
}
