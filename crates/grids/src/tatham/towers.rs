//! Towers: skyscrapers in a Latin square.

use super::id::Id;
use super::{finish, grid_text};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{CodePart, Fault, FormError};
use crate::rules::{AnyRule, Skyscraper};
use crate::shape::Side;

/// Reads an ID of towers.
pub(super) fn read(id: &Id<'_>) -> Result<GridPuzzle, Fault> {
    id.letters_of("")?;
    let mut puzzle = id.square_grid(Base::Latin)?;
    let side = puzzle.shape.rows;
    let mut symbols = id.symbols();
    let mut rules: Vec<AnyRule> = Vec::new();
    let count = 4 * side;
    for number in 0..count {
        if number > 0 && !symbols.eat('/') {
            let expected = CodePart::SlashedPart { count, parts: "clues", done: number };
            return Err(symbols.unexpected(expected));
        }
        let (side, place) = (Side::ALL[number / side], number % side);
        if let Some(clue) = symbols.number()? {
            rules.push(Skyscraper { side, place, clue }.into());
        }
    }
    if symbols.eat(',') {
        puzzle.givens = grid_text::givens(&mut symbols, side)?;
    }
    symbols.end()?;
    finish(puzzle, rules)
}

/// Writes an ID of towers.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let shape = puzzle.shape;
    let clues = super::write::skyscrapers("towers", puzzle)?;
    let clue = |clue: &Option<i64>| clue.map_or_else(String::new, |clue| clue.to_string());
    let clues: Vec<String> = clues.iter().map(clue).collect();
    let mut text = format!("{}:{}", shape.rows, clues.join("/"));
    if puzzle.givens.iter().any(Option::is_some) {
        text.push(',');
        text += &grid_text::write(puzzle.givens.iter().map(|given| given.map(i64::from)));
    }
    Ok(text)
}
