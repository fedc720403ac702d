//! Keen: a calcudoku.

use super::id::TathamGameId;
use super::{blocks, finish_puzzle};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodePart, GameError, GridFormError, LocatedTextError};
use crate::rooms::{cells_of, number_groups};
use crate::rules::calculation::CageOperation;
use crate::rules::{AnyRule, Calculation};

/// The letters of operations.
const OPERATION_LETTERS: [(char, CageOperation); 4] = [
    ('a', CageOperation::Sum),
    ('m', CageOperation::Product),
    ('s', CageOperation::Difference),
    ('d', CageOperation::Quotient),
];

/// Reads an ID of keen.
pub(super) fn read_keen(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("")?;
    let puzzle = id.square_grid(GridBase::Latin)?;
    let mut symbols = id.description_symbols();
    let cages = cells_of(&blocks::read_blocks(&mut symbols, puzzle.shape, true)?);
    symbols.expect_symbol(',')?;
    let count = cages.len();
    let mut rules: Vec<AnyRule> = Vec::new();
    for (index, cells) in cages.into_iter().enumerate() {
        let letter =
            OPERATION_LETTERS.iter().find(|(letter, _)| symbols.peek_symbol() == Some(*letter));
        let Some(&(_, operation)) = letter else {
            return Err(
                symbols.unexpected_symbol(CodePart::Operation { blocks: count, done: index })
            );
        };
        let is_pair = matches!(operation, CageOperation::Difference | CageOperation::Quotient);
        if is_pair && cells.len() != 2 {
            return Err(symbols.symbol_error(GameError::PairLength { cells: cells.len() }));
        }
        symbols.next();
        let Some(result) = symbols.take_decimal()? else {
            return Err(symbols.unexpected_symbol("a number"));
        };
        rules.push(Calculation { cells, operation, result }.into());
    }
    symbols.expect_end()?;
    finish_puzzle(puzzle, rules)
}

/// Writes an ID of keen.
pub(super) fn write_keen(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let mut cages: Vec<&Calculation> = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Calculation(cage) => cages.push(cage),
            _ => return Err(GridFormError::no_place("keen", rule, puzzle)),
        }
    }
    if puzzle.givens.iter().any(Option::is_some) {
        return Err(GridFormError::KeenGivens);
    }
    let covered: usize = cages.iter().map(|cage| cage.cells.len()).sum();
    // `number_groups` refuses overlaps, so cages with as many cells as the grid cover it.
    if covered != shape.cell_count() {
        return Err(GridFormError::KeenCages);
    }
    let groups = number_groups(shape, cages.iter().map(|cage| &cage.cells[..]))?;
    // The clues follow the blocks, which are numbered by their first cells.
    cages.sort_by_key(|cage| cage.cells.iter().min().copied());
    let mut text = format!("{}:{},", shape.rows, blocks::write_blocks(shape, &groups, true)?);
    for cage in cages {
        let is_pair = matches!(cage.operation, CageOperation::Difference | CageOperation::Quotient);
        if is_pair && cage.cells.len() != 2 {
            return Err(GridFormError::KeenPairs);
        }
        let letter = OPERATION_LETTERS.iter().find(|(_, operation)| *operation == cage.operation);
        text.extend(letter.map(|(letter, _)| *letter));
        text += &cage.result.to_string();
    }
    Ok(text)
}
