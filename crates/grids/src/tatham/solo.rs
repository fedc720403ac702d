//! Solo: Sudoku with boxes or blocks, diagonals, and cages.

use super::id::TathamGameId;
use super::{blocks, finish_puzzle, grid_text};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::board::MAX_NUMBER;
use crate::errors::{CodeError, GameError, GridFormError, LocatedTextError};
use crate::rooms::{cells_of, number_groups};
use crate::rules::{AnyRule, Cage, Diagonal};
use crate::shape::GridShape;
use crate::symbols::SymbolCursor;

/// Reads an ID of solo. A box is as high as the first number and as wide as the second.
pub(super) fn read_solo(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("jxk")?;
    let (high, wide) = id.box_size()?;
    let side = high * wide;
    let shape = GridShape { rows: side, columns: side };
    let mut puzzle = GridPuzzle::new(GridBase::Sudoku, shape)?;
    puzzle.set_boxes(Some((high, wide)));
    let mut symbols = id.description_symbols();
    puzzle.givens = grid_text::read_givens(&mut symbols, side)?;
    if id.has_letter('j') {
        expect_part(&mut symbols, "blocks")?;
        let blocks = blocks::read_blocks(&mut symbols, shape, false)?;
        let sizes: Vec<usize> = cells_of(&blocks).iter().map(Vec::len).collect();
        if let Some(size) = sizes.iter().find(|size| **size != side) {
            return Err(GameError::BlockLength { cells: *size, expected: side }.into());
        }
        puzzle.boxes = None;
        puzzle.regions = blocks.into_iter().map(Some).collect();
    }
    let mut rules: Vec<AnyRule> = Vec::new();
    if id.has_letter('x') {
        rules.extend([false, true].map(|rising| Diagonal { rising }.into()));
    }
    if id.has_letter('k') {
        expect_part(&mut symbols, "cages")?;
        let cages = cells_of(&blocks::read_blocks(&mut symbols, shape, false)?);
        expect_part(&mut symbols, "sums")?;
        let sums = grid_text::read_numbers(&mut symbols, shape.cell_count())?;
        for cells in cages {
            // The sum of a cage is in one of its cells, whichever that is.
            let mut cage_sums = cells.iter().filter_map(|&cell| sums[cell]);
            let sum = cage_sums.next();
            let first = shape.cell_place(cells[0]);
            if cage_sums.next().is_some() {
                return Err(GameError::TwoSums { cell: first }.into());
            }
            if let Some(sum) = sum.filter(|sum| *sum > MAX_NUMBER) {
                return Err(GameError::Sum { sum, cell: first }.into());
            }
            if cells.len() > side {
                let (cells, most) = (cells.len(), side);
                return Err(CodeError::CageLength { cells, first, most }.into());
            }
            // A block of one cell without a sum is no cage.
            if sum.is_some() || cells.len() > 1 {
                rules.push(Cage { cells, sum }.into());
            }
        }
    }
    symbols.expect_end()?;
    finish_puzzle(puzzle, rules)
}

/// Takes the comma before a part of the description.
fn expect_part(symbols: &mut SymbolCursor, part: &'static str) -> Result<(), LocatedTextError> {
    let no_part = |error| GameError::NoPart { part, error: Box::new(error) }.into();
    symbols.expect_symbol(',').map_err(|fault| fault.wrap_error(no_part))
}

/// Writes an ID of solo.
pub(super) fn write_solo(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let (shape, side) = (puzzle.shape, puzzle.shape.rows);
    if puzzle.digits != (1, side as parallax_model::Value) || shape.rows != shape.columns {
        return Err(GridFormError::SoloDigits { side });
    }
    let mut cages: Vec<&Cage> = Vec::new();
    let mut diagonals = [false, false];
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Cage(cage) => cages.push(cage),
            AnyRule::Diagonal(diagonal) => diagonals[usize::from(diagonal.rising)] = true,
            _ => return Err(GridFormError::no_place("solo", rule, puzzle)),
        }
    }
    let mut text = match puzzle.boxes {
        Some((high, wide)) => format!("{high}x{wide}"),
        None => format!("{side}j"),
    };
    match diagonals {
        [true, true] => text.push('x'),
        [false, false] => {}
        _ => return Err(GridFormError::SoloDiagonals),
    }
    text += if cages.is_empty() { "" } else { "k" };
    text.push(':');
    text += &grid_text::write_numbers(puzzle.givens.iter().map(|given| given.map(i64::from)));
    if puzzle.boxes.is_none() {
        let regions: Option<Vec<usize>> = puzzle.regions.iter().copied().collect();
        let regions = regions.ok_or(GridFormError::SoloRegions)?;
        if cells_of(&regions).iter().any(|cells| cells.len() != side) {
            return Err(GridFormError::SoloRegionLength { side });
        }
        text += &format!(",{}", blocks::write_blocks(shape, &regions, false)?);
    }
    if !cages.is_empty() {
        let groups = number_groups(shape, cages.iter().map(|cage| &cage.cells[..]))?;
        let mut sums = vec![None; shape.cell_count()];
        for cage in cages {
            let first = cage.cells.iter().min().ok_or(GridFormError::EmptyCage)?;
            if cage.cells.len() > side {
                return Err(GridFormError::SoloCageLength { side });
            }
            sums[*first] = cage.sum;
        }
        text += &format!(",{}", blocks::write_blocks(shape, &groups, false)?);
        text += &format!(",{}", grid_text::write_numbers(sums.into_iter()));
    }
    Ok(text)
}
