//! Keen: a calcudoku.

use super::id::Id;
use super::{blocks, finish};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{CodePart, Fault, FormError, GameError};
use crate::rooms::{cells_of, numbered};
use crate::rules::calculation::Operation;
use crate::rules::{AnyRule, Calculation};

/// The letters of operations.
const LETTERS: [(char, Operation); 4] = [
    ('a', Operation::Sum),
    ('m', Operation::Product),
    ('s', Operation::Difference),
    ('d', Operation::Quotient),
];

/// Reads an ID of keen.
pub(super) fn read(id: &Id<'_>) -> Result<GridPuzzle, Fault> {
    id.letters_of("")?;
    let puzzle = id.square_grid(Base::Latin)?;
    let mut symbols = id.symbols();
    let cages = cells_of(&blocks::read(&mut symbols, puzzle.shape, true)?);
    symbols.expect(',')?;
    let count = cages.len();
    let mut rules: Vec<AnyRule> = Vec::new();
    for (place, cells) in cages.into_iter().enumerate() {
        let letter = LETTERS.iter().find(|(letter, _)| symbols.peek() == Some(*letter));
        let Some(&(_, operation)) = letter else {
            return Err(symbols.unexpected(CodePart::Operation { blocks: count, done: place }));
        };
        let is_pair = matches!(operation, Operation::Difference | Operation::Quotient);
        if is_pair && cells.len() != 2 {
            return Err(symbols.fault(GameError::PairLength { cells: cells.len() }));
        }
        symbols.next();
        let Some(result) = symbols.number()? else { return Err(symbols.unexpected("a number")) };
        rules.push(Calculation { cells, operation, result }.into());
    }
    symbols.end()?;
    finish(puzzle, rules)
}

/// Writes an ID of keen.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let shape = puzzle.shape;
    let mut cages: Vec<&Calculation> = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Calculation(cage) => cages.push(cage),
            _ => return Err(FormError::no_place("keen", rule, puzzle)),
        }
    }
    if puzzle.givens.iter().any(Option::is_some) {
        return Err(FormError::KeenGivens);
    }
    let covered: usize = cages.iter().map(|cage| cage.cells.len()).sum();
    if covered != shape.cells() {
        return Err(FormError::KeenCages);
    }
    let groups = numbered(shape, cages.iter().map(|cage| &cage.cells[..]))?;
    cages.sort_by_key(|cage| cage.cells.iter().min().copied());
    let mut text = format!("{}:{},", shape.rows, blocks::write(shape, &groups, true)?);
    for cage in cages {
        let is_pair = matches!(cage.operation, Operation::Difference | Operation::Quotient);
        if is_pair && cage.cells.len() != 2 {
            return Err(FormError::KeenPairs);
        }
        let letter = LETTERS.iter().find(|(_, operation)| *operation == cage.operation);
        text.extend(letter.map(|(letter, _)| *letter));
        text += &cage.result.to_string();
    }
    Ok(text)
}
