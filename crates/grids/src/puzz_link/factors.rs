//! Factors: a Latin square with rooms, and the product of the digits of some.

use super::{Code, finish, numbers, sudoku};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{CodeError, Fault, FormError};
use crate::rooms::{Walls, cells_of, numbered};
use crate::rules::calculation::Operation;
use crate::rules::{AnyRule, Calculation};
use crate::shape::Shape;
use crate::symbols::Symbols;

/// Reads factors: the borders, five a symbol of base 32, first those between columns, then those
/// between rows; then a number or none for each room, in the order of their first cells.
pub(super) fn read(code: Code) -> Result<GridPuzzle, Fault> {
    let mut symbols = code.symbols;
    let puzzle = GridPuzzle::new(Base::Latin, code.shape)?;
    sudoku::square(&puzzle)?;
    let shape = puzzle.shape;
    let mut walls = Walls::new(shape);
    for (is_right, step) in [(true, (0, 1)), (false, (1, 0))] {
        let cells = (0..shape.cells()).filter(|&cell| shape.step(cell, step).is_some());
        for five in cells.collect::<Vec<_>>().chunks(5) {
            bits(&mut symbols, five, if is_right { &mut walls.right } else { &mut walls.below })?;
        }
    }
    let rooms = cells_of(&walls.rooms()?);
    let products = numbers::read(&mut symbols, rooms.len())?;
    symbols.end()?;
    let mut rules: Vec<AnyRule> = Vec::new();
    for (cells, product) in rooms.into_iter().zip(products) {
        if let Some(result) = product {
            rules.push(Calculation { cells, operation: Operation::Product, result }.into());
        }
    }
    finish(puzzle, rules)
}

/// Takes a symbol with a bit for each of at most five cells.
fn bits(symbols: &mut Symbols, cells: &[usize], walls: &mut [bool]) -> Result<(), Fault> {
    let value = symbols.peek().filter(|c| !c.is_ascii_uppercase()).and_then(|c| c.to_digit(32));
    let Some(value) = value else { return Err(symbols.unexpected("0-9 or a-v for borders")) };
    for place in 0..5 {
        let is_line = value >> (4 - place) & 1 == 1;
        match cells.get(place) {
            Some(&cell) => walls[cell] = is_line,
            None if is_line => return Err(symbols.fault(CodeError::ExtraLine)),
            None => {}
        }
    }
    symbols.next();
    Ok(())
}

/// Writes factors: a Latin square with products and without givens.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let shape = puzzle.shape;
    let mut rooms: Vec<&Calculation> = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Calculation(room) if room.operation == Operation::Product => rooms.push(room),
            _ => return Err(FormError::no_place("factors at puzz.link", rule, puzzle)),
        }
    }
    let groups = numbered(shape, rooms.iter().map(|room| &room.cells[..]))?;
    let walls = Walls::around(shape, &groups)?;
    let mut text = lines(shape, (0, 1), &walls.right) + &lines(shape, (1, 0), &walls.below);
    let count = groups.iter().max().map_or(0, |last| last + 1);
    let mut products = vec![None; count];
    for room in rooms {
        if let Some(&cell) = room.cells.first() {
            products[groups[cell]] = Some(room.result);
        }
    }
    text += &numbers::write(products.into_iter())?;
    Ok(text)
}

fn lines(shape: Shape, step: (isize, isize), walls: &[bool]) -> String {
    let cells = (0..shape.cells()).filter(|&cell| shape.step(cell, step).is_some());
    let symbol = |five: &[usize]| {
        let bit = |(place, &cell): (usize, &usize)| u32::from(walls[cell]) << (4 - place);
        char::from_digit(five.iter().enumerate().map(bit).sum(), 32)
    };
    cells.collect::<Vec<_>>().chunks(5).filter_map(symbol).collect()
}
