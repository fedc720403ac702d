//! Towers: skyscrapers in a Latin square.

use super::id::TathamGameId;
use super::{finish_puzzle, grid_text};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodePart, GridFormError, LocatedTextError};
use crate::rules::{AnyRule, Skyscraper};
use crate::shape::GridSide;

/// Reads an ID of towers.
pub(super) fn read_towers(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("")?;
    let mut puzzle = id.square_grid(GridBase::Latin)?;
    let side = puzzle.shape.rows;
    let mut symbols = id.description_symbols();
    let mut rules: Vec<AnyRule> = Vec::new();
    let count = 4 * side;
    for number in 0..count {
        if number > 0 && !symbols.take_if('/') {
            let expected = CodePart::SlashedPart { count, parts: "clues", done: number };
            return Err(symbols.unexpected_symbol(expected));
        }
        let (side, place) = (GridSide::ALL[number / side], number % side);
        if let Some(clue) = symbols.take_decimal()? {
            rules.push(Skyscraper { side, line_index: place, clue }.into());
        }
    }
    if symbols.take_if(',') {
        puzzle.givens = grid_text::read_givens(&mut symbols, side)?;
    }
    symbols.expect_end()?;
    finish_puzzle(puzzle, rules)
}

/// Writes an ID of towers.
pub(super) fn write_towers(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let clues = super::write::skyscraper_clues("towers", puzzle)?;
    let clue = |clue: &Option<i64>| clue.map_or_else(String::new, |clue| clue.to_string());
    let clues: Vec<String> = clues.iter().map(clue).collect();
    let mut text = format!("{}:{}", shape.rows, clues.join("/"));
    if puzzle.givens.iter().any(Option::is_some) {
        text.push(',');
        text += &grid_text::write_numbers(puzzle.givens.iter().map(|given| given.map(i64::from)));
    }
    Ok(text)
}
