//! Sudoku and skyscrapers.

use parallax_model::Value;

use super::{Code, finish, numbers};
use crate::GridPuzzle;
use crate::board::{Base, usual_boxes};
use crate::fault::Fault;
use crate::rules::{AnyRule, Skyscraper};
use crate::shape::Side;
use crate::symbols::Symbols;
use crate::tatham::{no_place, skyscrapers};

/// Reads a Sudoku: a number or none for each cell.
pub(super) fn read(code: Code) -> Result<GridPuzzle, Fault> {
    let mut symbols = code.symbols;
    let mut puzzle = GridPuzzle::new(Base::Sudoku, code.shape).map_err(Fault::new)?;
    square(&puzzle)?;
    givens(&mut symbols, &mut puzzle)?;
    symbols.end()?;
    finish(puzzle, Vec::new())
}

/// Reads skyscrapers: the clues from the top, the bottom, the left and the right, then the cells if
/// any are given.
pub(super) fn read_skyscrapers(code: Code) -> Result<GridPuzzle, Fault> {
    let mut symbols = code.symbols;
    let mut puzzle = GridPuzzle::new(Base::Latin, code.shape).map_err(Fault::new)?;
    square(&puzzle)?;
    let side = puzzle.shape.rows;
    let mut rules: Vec<AnyRule> = Vec::new();
    for (number, clue) in numbers::read(&mut symbols, 4 * side)?.into_iter().enumerate() {
        if let Some(clue) = clue {
            let (side, place) = (Side::ALL[number / side], number % side);
            rules.push(Skyscraper { side, place, clue }.into());
        }
    }
    if symbols.peek().is_some() {
        givens(&mut symbols, &mut puzzle)?;
    }
    symbols.end()?;
    finish(puzzle, rules)
}

/// Requires that the grid is a square.
pub(super) fn square(puzzle: &GridPuzzle) -> Result<(), Fault> {
    let (rows, columns) = (puzzle.shape.rows, puzzle.shape.columns);
    if rows == columns {
        return Ok(());
    }
    let name = puzzle.base.name();
    Err(Fault::new(format!("a {name} of {rows}x{columns}; expected as many rows as columns")))
}

fn givens(symbols: &mut Symbols, puzzle: &mut GridPuzzle) -> Result<(), Fault> {
    let cells = numbers::read(symbols, puzzle.shape.cells())?;
    let digit = |number: i64| Value::try_from(number).unwrap_or(Value::MAX);
    puzzle.givens = cells.into_iter().map(|cell| cell.map(digit)).collect();
    Ok(())
}

/// Writes the givens of a Sudoku without other rules.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, String> {
    if let Some(rule) = puzzle.rules.first() {
        return Err(no_place("sudoku at puzz.link", rule, puzzle.shape));
    }
    let is_usual = puzzle.boxes == usual_boxes(puzzle.shape);
    if !is_usual || (puzzle.boxes.is_none() && puzzle.regions.iter().any(Option::is_some)) {
        return Err("sudoku at puzz.link has the usual boxes".to_owned());
    }
    numbers::write(puzzle.givens.iter().map(|given| given.map(i64::from)))
}

/// Writes skyscrapers.
pub(super) fn write_skyscrapers(puzzle: &GridPuzzle) -> Result<String, String> {
    let clues = skyscrapers("skyscrapers at puzz.link", puzzle)?;
    let mut text = numbers::write(clues.into_iter())?;
    if puzzle.givens.iter().any(Option::is_some) {
        text += &numbers::write(puzzle.givens.iter().map(|given| given.map(i64::from)))?;
    }
    Ok(text)
}
