//! Sudoku and skyscrapers.

use parallax_model::Value;

use super::{PuzzLinkCode, finish_puzzle, numbers};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{GridBoardError, GridFormError, LocatedTextError};
use crate::rules::{AnyRule, Skyscraper};
use crate::shape::{GridShape, GridSide};
use crate::symbols::SymbolCursor;
use crate::tatham::skyscraper_clues;

/// Reads a Sudoku: a number or none for each cell.
pub(super) fn read_sudoku(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let mut symbols = code.symbols;
    let mut puzzle = GridPuzzle::new(GridBase::Sudoku, code.shape)?;
    require_square(&puzzle)?;
    divide_grid(&mut puzzle);
    read_givens(&mut symbols, &mut puzzle)?;
    symbols.expect_end()?;
    finish_puzzle(puzzle, Vec::new())
}

/// Reads skyscrapers: the clues from the top, the bottom, the left and the right, then the cells if
/// any are given.
pub(super) fn read_skyscrapers(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let mut symbols = code.symbols;
    let mut puzzle = GridPuzzle::new(GridBase::Latin, code.shape)?;
    require_square(&puzzle)?;
    let side = puzzle.shape.rows;
    let mut rules: Vec<AnyRule> = Vec::new();
    for (number, clue) in numbers::take_numbers(&mut symbols, 4 * side)?.into_iter().enumerate() {
        if let Some(clue) = clue {
            // The sides follow each other in the code as in `GridSide::ALL`.
            let (side, place) = (GridSide::ALL[number / side], number % side);
            rules.push(Skyscraper { side, line_index: place, clue }.into());
        }
    }
    if symbols.peek_symbol().is_some() {
        read_givens(&mut symbols, &mut puzzle)?;
    }
    symbols.expect_end()?;
    finish_puzzle(puzzle, rules)
}

/// Divides the grid as the site does. The sides of a box are the square root of the grid's side,
/// rounded down; in a grid of 6, boxes are two cells high and three wide. Boxes at the right and
/// the lower edge are smaller if the others leave less room.
fn divide_grid(puzzle: &mut GridPuzzle) {
    let side = puzzle.shape.rows;
    let height = side.isqrt();
    let width = if side == 6 { 3 } else { height };
    let tiles = side.is_multiple_of(height) && side.is_multiple_of(width);
    if height > 1 && tiles {
        return puzzle.set_boxes(Some((height, width)));
    }
    puzzle.set_boxes(None);
    // A box of one cell says nothing.
    if height > 1 {
        let across = side.div_ceil(width);
        let GridShape { rows, columns } = puzzle.shape;
        let boxes = (0..rows * columns)
            .map(|cell| (cell / columns) / height * across + (cell % columns) / width);
        puzzle.regions = boxes.map(Some).collect();
    }
}

/// Requires that the grid is a square.
pub(super) fn require_square(puzzle: &GridPuzzle) -> Result<(), GridBoardError> {
    let (rows, columns) = (puzzle.shape.rows, puzzle.shape.columns);
    if rows == columns {
        return Ok(());
    }
    Err(GridBoardError::Oblong { base: puzzle.base, rows, columns })
}

fn read_givens(
    symbols: &mut SymbolCursor,
    puzzle: &mut GridPuzzle,
) -> Result<(), LocatedTextError> {
    let cells = numbers::take_numbers(symbols, puzzle.shape.cell_count())?;
    // A number that does not fit is no digit, and is refused with the puzzle.
    let digit = |number: i64| Value::try_from(number).unwrap_or(Value::MAX);
    puzzle.givens = cells.into_iter().map(|cell| cell.map(digit)).collect();
    Ok(())
}

/// Writes the givens of a Sudoku without other rules.
pub(super) fn write_sudoku(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    if let Some(rule) = puzzle.rules.first() {
        return Err(GridFormError::no_place("sudoku at puzz.link", rule, puzzle));
    }
    // The code has no regions: the reader divides the grid, and must get those of the puzzle.
    let mut expected = puzzle.clone();
    divide_grid(&mut expected);
    if larger_regions(&expected.regions) != larger_regions(&puzzle.regions) {
        let height = expected.shape.rows.isqrt();
        let width = if expected.shape.rows == 6 { 3 } else { height };
        return Err(GridFormError::LinkBoxes { height, width });
    }
    numbers::write_numbers(puzzle.givens.iter().map(|given| given.map(i64::from)))
}

/// Returns the first cell of each cell's region; `None` for a region of one cell, which restricts
/// nothing.
fn larger_regions(regions: &[Option<usize>]) -> Vec<Option<usize>> {
    let own = |region: &Option<usize>| {
        let mut cells = (0..regions.len()).filter(|&cell| regions[cell] == *region);
        let first = cells.next()?;
        cells.next().and(region.map(|_| first))
    };
    regions.iter().map(own).collect()
}

/// Writes skyscrapers.
pub(super) fn write_skyscrapers(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let clues = skyscraper_clues("skyscrapers at puzz.link", puzzle)?;
    let mut text = numbers::write_numbers(clues.into_iter())?;
    if puzzle.givens.iter().any(Option::is_some) {
        text += &numbers::write_numbers(puzzle.givens.iter().map(|given| given.map(i64::from)))?;
    }
    Ok(text)
}
