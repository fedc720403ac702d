//! Factors: a Latin square with rooms, and the product of the digits of some.

use super::{PuzzLinkCode, finish_puzzle, numbers, sudoku};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodeError, GridFormError, LocatedTextError};
use crate::rooms::{RoomWalls, cells_of, number_groups};
use crate::rules::calculation::CageOperation;
use crate::rules::{AnyRule, Calculation};
use crate::shape::GridShape;
use crate::symbols::SymbolCursor;

/// Reads factors: the borders, five a symbol of base 32, first those between columns, then those
/// between rows; then a number or none for each room, in the order of their first cells.
pub(super) fn read_factors(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let mut symbols = code.symbols;
    let puzzle = GridPuzzle::new(GridBase::Latin, code.shape)?;
    sudoku::require_square(&puzzle)?;
    let shape = puzzle.shape;
    let mut walls = RoomWalls::new(shape);
    for (is_right, step) in [(true, (0, 1)), (false, (1, 0))] {
        let cells = (0..shape.cell_count()).filter(|&cell| shape.step_from(cell, step).is_some());
        for five in cells.collect::<Vec<_>>().chunks(5) {
            take_bits(
                &mut symbols,
                five,
                if is_right { &mut walls.right } else { &mut walls.below },
            )?;
        }
    }
    let rooms = cells_of(&walls.room_numbers()?);
    let products = numbers::take_numbers(&mut symbols, rooms.len())?;
    symbols.expect_end()?;
    let mut rules: Vec<AnyRule> = Vec::new();
    for (cells, product) in rooms.into_iter().zip(products) {
        if let Some(result) = product {
            rules.push(Calculation { cells, operation: CageOperation::Product, result }.into());
        }
    }
    finish_puzzle(puzzle, rules)
}

/// Takes a symbol with a bit for each of at most five cells.
fn take_bits(
    symbols: &mut SymbolCursor,
    cells: &[usize],
    walls: &mut [bool],
) -> Result<(), LocatedTextError> {
    let value =
        symbols.peek_symbol().filter(|c| !c.is_ascii_uppercase()).and_then(|c| c.to_digit(32));
    let Some(value) = value else {
        return Err(symbols.unexpected_symbol("0-9 or a-v for borders"));
    };
    // The highest of the five bits is that of the first cell.
    for index in 0..5 {
        let is_line = value >> (4 - index) & 1 == 1;
        match cells.get(index) {
            Some(&cell) => walls[cell] = is_line,
            None if is_line => return Err(symbols.symbol_error(CodeError::ExtraLine)),
            None => {}
        }
    }
    symbols.next();
    Ok(())
}

/// Writes factors: a Latin square with products and without givens.
pub(super) fn write_factors(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let mut rooms: Vec<&Calculation> = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Calculation(room) if room.operation == CageOperation::Product => {
                rooms.push(room);
            }
            _ => return Err(GridFormError::no_place("factors at puzz.link", rule, puzzle)),
        }
    }
    let groups = number_groups(shape, rooms.iter().map(|room| &room.cells[..]))?;
    let walls = RoomWalls::around_rooms(shape, &groups)?;
    let mut text =
        write_walls(shape, (0, 1), &walls.right) + &write_walls(shape, (1, 0), &walls.below);
    let count = groups.iter().max().map_or(0, |last| last + 1);
    // `number_groups` numbers the rooms by their first cells, which is their order in the code.
    let mut products = vec![None; count];
    for room in rooms {
        if let Some(&cell) = room.cells.first() {
            products[groups[cell]] = Some(room.result);
        }
    }
    text += &numbers::write_numbers(products.into_iter())?;
    Ok(text)
}

fn write_walls(shape: GridShape, step: (isize, isize), walls: &[bool]) -> String {
    let cells = (0..shape.cell_count()).filter(|&cell| shape.step_from(cell, step).is_some());
    let symbol = |five: &[usize]| {
        let bit = |(index, &cell): (usize, &usize)| u32::from(walls[cell]) << (4 - index);
        char::from_digit(five.iter().enumerate().map(bit).sum(), 32)
    };
    cells.collect::<Vec<_>>().chunks(5).filter_map(symbol).collect()
}
