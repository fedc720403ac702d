//! Pictures of a puzzle and its solutions.

use parallax_model::Value;
use parallax_model::instance::{Mark, PuzzleSolution, escape};

use super::GridPuzzle;

/// Draws the grid in text, with rules listed below it.
pub(crate) fn text(puzzle: &GridPuzzle, solutions: &[PuzzleSolution], _marks: &[Mark]) -> String {
    let shape = puzzle.shape;
    let mut text = String::new();
    let empty: Vec<Option<&PuzzleSolution>> = vec![None];
    let shown: Vec<Option<&PuzzleSolution>> =
        if solutions.is_empty() { empty } else { solutions.iter().map(Some).collect() };
    for solution in shown {
        let mut values = solution.map(|solution| solution.iter());
        let mut cell = |cell: usize| -> String {
            let value: Option<Value> = match (&mut values, puzzle.has_value(cell)) {
                (Some(values), true) => values.next().copied(),
                _ => puzzle.givens[cell],
            };
            match value {
                Some(value) => value.to_string(),
                None if puzzle.black[cell] => "#".to_owned(),
                None => ".".to_owned(),
            }
        };
        for row in 0..shape.rows {
            let cells: Vec<String> = shape.row_cells(row).into_iter().map(&mut cell).collect();
            text += &(cells.join(" ") + "\n");
        }
    }
    text
}

/// Draws the grid as an SVG document.
pub(crate) fn svg(puzzle: &GridPuzzle, solutions: &[PuzzleSolution], marks: &[Mark]) -> String {
    format!("<svg><text>{}</text></svg>\n", escape(&text(puzzle, solutions, marks)))
}
