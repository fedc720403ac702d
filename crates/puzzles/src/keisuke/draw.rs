//! Draws Keisukes: the grid with black cells, and the lists below.

use parallax_model::Value;
use parallax_model::instance::PuzzleSolution;

use super::super::grid::Grid;
use super::board::{Cell, Direction, Keisuke};
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
    let list = |direction: Direction| {
        let entries: Vec<String> =
            keisuke.entries(direction).iter().map(ToString::to_string).collect();
        format!("{direction}: {}", entries.join(", ")).trim_end().to_owned()
    };
    Grid {
        height,
        width,
        boxes: None,
        clues,
        symbol,
        filled: |value| value == BLACK,
        notes: Direction::BOTH.map(list).into(),
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
