//! Sudoku of order 9 in a symbol for each cell: killers with pointers, and jigsaws.
//!
//! A killer has 81 symbols: a sum (`0` to `9`, `A` to `Z` for 10 to 35, `a` to `j` for 36 to 45) in
//! one cell of each cage, and in the others a pointer to the next cell of the cage. A jigsaw has 81
//! digits, `.` or `0` for blank cells, then 81 letters for the regions.

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodeError, LocatedTextError};
use crate::rules::Cage;
use crate::shape::{GridShape, Step};

/// The number of cells of a grid.
const GRID_CELL_COUNT: usize = 81;

/// The pointers and their steps.
const POINTER_STEPS: [(char, Step); 8] = [
    ('<', (0, -1)),
    ('>', (0, 1)),
    ('^', (-1, 0)),
    ('v', (1, 0)),
    ('`', (-1, -1)),
    ('\'', (-1, 1)),
    (',', (1, -1)),
    ('.', (1, 1)),
];

/// The meaning of a symbol of a killer.
enum KillerSymbol {
    Sum(i64),
    Next(Step),
}

fn read_symbol(c: char) -> Option<KillerSymbol> {
    let sum = match c {
        '0'..='9' => c as i64 - '0' as i64,
        'A'..='Z' => c as i64 - 'A' as i64 + 10,
        'a'..='j' => c as i64 - 'a' as i64 + 36,
        _ => {
            let pointer = POINTER_STEPS.iter().find(|(pointer, _)| *pointer == c);
            return pointer.map(|(_, step)| KillerSymbol::Next(*step));
        }
    };
    Some(KillerSymbol::Sum(sum))
}

/// Returns whether a line is a killer with pointers, or a jigsaw: 81 or 162 symbols. A Sudoku in 81
/// digits and dots is neither.
#[must_use]
pub(crate) fn is_code(line: &str) -> bool {
    let line = line.trim();
    match line.chars().count() {
        GRID_CELL_COUNT => {
            // Digits and dots are symbols of a killer as well, so a plain Sudoku passes the second
            // test. Only these four pointers tell the two apart.
            line.contains(['<', '>', '^', 'v']) && line.chars().all(|c| read_symbol(c).is_some())
        }
        162 => {
            let is_digit = |c: char| c == '.' || c.is_ascii_digit();
            // The split counts bytes. A line with a wider character fails in the half that has it.
            let (digits, letters) = line.split_at_checked(GRID_CELL_COUNT).unwrap_or(("", line));
            digits.chars().all(is_digit) && letters.chars().all(|c| c.is_ascii_alphabetic())
        }
        _ => false,
    }
}

/// Reads a killer with pointers, or a jigsaw.
///
/// Returns an error if the text is neither, a pointer leaves the grid, pointers form a circle, a
/// cage has more than 9 cells, or a region does not have 9.
pub(crate) fn read_code(text: &str) -> Result<GridPuzzle, LocatedTextError> {
    let line = text.trim();
    if !is_code(line) {
        return Err(CodeError::Symbols { found: line.chars().count() }.into());
    }
    let symbols: Vec<char> = line.chars().collect();
    let mut puzzle = GridPuzzle::new(GridBase::Sudoku, GridShape { rows: 9, columns: 9 })?;
    // Both forms have 81 symbols; only a jigsaw has more.
    match symbols.split_at_checked(GRID_CELL_COUNT) {
        Some((digits, letters)) if !letters.is_empty() => {
            read_jigsaw(&mut puzzle, digits, letters)?;
        }
        _ => read_killer(&mut puzzle, &symbols)?,
    }
    puzzle.validate_puzzle()?;
    Ok(puzzle)
}

fn read_killer(puzzle: &mut GridPuzzle, symbols: &[char]) -> Result<(), CodeError> {
    let shape = puzzle.shape;
    // The cells of a cage are collected at the cell of its sum.
    let mut cages: Vec<Cage> = vec![Cage { cells: Vec::new(), sum: None }; GRID_CELL_COUNT];
    for start in 0..GRID_CELL_COUNT {
        // Follows the pointers to the sum. A path without a circle visits each cell at most once,
        // so more than `GRID_CELL_COUNT` steps are a circle.
        let mut at = start;
        let mut steps = 0;
        loop {
            match read_symbol(symbols[at]) {
                Some(KillerSymbol::Next(step)) if steps < GRID_CELL_COUNT => {
                    let next = shape.step_from(at, step);
                    at = next.ok_or(CodeError::OutwardPointer { cell: shape.cell_place(at) })?;
                    steps += 1;
                }
                Some(KillerSymbol::Sum(sum)) => {
                    // A 0 is a cage without a sum.
                    cages[at].sum = Some(sum).filter(|sum| *sum > 0);
                    cages[at].cells.push(start);
                    break;
                }
                _ => return Err(CodeError::PointerCircle { cell: shape.cell_place(start) }),
            }
        }
    }
    // A single cell with 0 is in no cage, and a cell with a pointer has collected none.
    cages.retain(|cage| cage.cells.len() > 1 || (cage.sum.is_some() && !cage.cells.is_empty()));
    // `start` rises, so the first cell of each cage is its lowest; the order does not depend on the
    // cell that holds the sum.
    cages.sort_by_key(|cage| cage.cells.first().copied());
    if let Some(cage) = cages.iter().find(|cage| cage.cells.len() > 9) {
        let (cells, first) = (cage.cells.len(), shape.cell_place(cage.cells[0]));
        return Err(CodeError::CageLength { cells, first, most: 9 });
    }
    puzzle.rules.extend(cages.into_iter().map(Into::into));
    Ok(())
}

fn read_jigsaw(
    puzzle: &mut GridPuzzle,
    digits: &[char],
    letters: &[char],
) -> Result<(), CodeError> {
    let mut order: Vec<char> = Vec::new();
    puzzle.boxes = None;
    for (cell, letter) in letters.iter().enumerate() {
        // Letters are only names: regions are numbered by their first cells.
        let region = order.iter().position(|other| other == letter).unwrap_or_else(|| {
            order.push(*letter);
            order.len() - 1
        });
        puzzle.regions[cell] = Some(region);
    }
    if let Some(cells) = puzzle.region_cells().iter().find(|cells| cells.len() != 9) {
        return Err(CodeError::RegionLength { cells: cells.len() });
    }
    for (cell, digit) in digits.iter().enumerate() {
        let digit = digit.to_digit(10).filter(|digit| *digit > 0);
        puzzle.givens[cell] = digit.map(|digit| digit as parallax_model::Value);
    }
    Ok(())
}
