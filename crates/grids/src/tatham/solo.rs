//! Solo: Sudoku with boxes or blocks, diagonals, and cages.

use super::id::Id;
use super::{blocks, finish, grid_text};
use crate::GridPuzzle;
use crate::board::Base;
use crate::board::MAX_NUMBER;
use crate::fault::Fault;
use crate::rooms::{cells_of, numbered};
use crate::rules::{AnyRule, Cage, Diagonal};
use crate::shape::Shape;

/// Reads an ID of solo. A box is as high as the first number and as wide as the second.
pub(super) fn read(id: &Id<'_>) -> Result<GridPuzzle, Fault> {
    id.letters_of("jxk")?;
    let (high, wide) = id.boxes()?;
    let side = high * wide;
    let shape = Shape { rows: side, columns: side };
    let mut puzzle = GridPuzzle::new(Base::Sudoku, shape).map_err(Fault::new)?;
    puzzle.set_boxes(Some((high, wide)));
    let mut symbols = id.symbols();
    puzzle.givens = grid_text::givens(&mut symbols, side)?;
    if id.has('j') {
        symbols
            .expect(',')
            .map_err(|f| Fault { message: format!("no blocks: {}", f.message), ..f })?;
        let blocks = blocks::read(&mut symbols, shape, false)?;
        let sizes: Vec<usize> = cells_of(&blocks).iter().map(Vec::len).collect();
        if let Some(size) = sizes.iter().find(|size| **size != side) {
            return Err(Fault::new(format!("a block of {size} cells; expected {side}")));
        }
        puzzle.boxes = None;
        puzzle.regions = blocks.into_iter().map(Some).collect();
    }
    let mut rules: Vec<AnyRule> = Vec::new();
    if id.has('x') {
        rules.extend([false, true].map(|rising| Diagonal { rising }.into()));
    }
    if id.has('k') {
        symbols
            .expect(',')
            .map_err(|f| Fault { message: format!("no cages: {}", f.message), ..f })?;
        let cages = cells_of(&blocks::read(&mut symbols, shape, false)?);
        symbols
            .expect(',')
            .map_err(|f| Fault { message: format!("no sums: {}", f.message), ..f })?;
        let sums = grid_text::read(&mut symbols, shape.cells())?;
        for cells in cages {
            let mut own = cells.iter().filter_map(|&cell| sums[cell]);
            let sum = own.next();
            let name = shape.name(cells[0]);
            if own.next().is_some() {
                return Err(Fault::new(format!("two sums in the cage of {name}")));
            }
            if let Some(sum) = sum.filter(|sum| *sum > MAX_NUMBER) {
                let message = format!("{sum} at {name}; expected a sum to {MAX_NUMBER}");
                return Err(Fault::new(message));
            }
            if cells.len() > side {
                let count = cells.len();
                let message = format!("a cage of {count} cells at {name}; expected at most {side}");
                return Err(Fault::new(message));
            }
            if sum.is_some() || cells.len() > 1 {
                rules.push(Cage { cells, sum }.into());
            }
        }
    }
    symbols.end()?;
    finish(puzzle, rules)
}

/// Writes an ID of solo.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, String> {
    let (shape, side) = (puzzle.shape, puzzle.shape.rows);
    if puzzle.digits != (1, side as parallax_model::Value) || shape.rows != shape.columns {
        return Err(format!("solo has the digits 1 to {side}"));
    }
    let mut cages: Vec<&Cage> = Vec::new();
    let mut diagonals = [false, false];
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Cage(cage) => cages.push(cage),
            AnyRule::Diagonal(diagonal) => diagonals[usize::from(diagonal.rising)] = true,
            _ => return Err(super::write::no_place("solo", rule, shape)),
        }
    }
    let mut text = match puzzle.boxes {
        Some((high, wide)) => format!("{high}x{wide}"),
        None => format!("{side}j"),
    };
    match diagonals {
        [true, true] => text.push('x'),
        [false, false] => {}
        _ => return Err("solo has both diagonals or none".to_owned()),
    }
    text += if cages.is_empty() { "" } else { "k" };
    text.push(':');
    text += &grid_text::write(puzzle.givens.iter().map(|given| given.map(i64::from)));
    if puzzle.boxes.is_none() {
        let regions: Option<Vec<usize>> = puzzle.regions.iter().copied().collect();
        let regions = regions.ok_or("solo needs each cell in a region")?;
        if cells_of(&regions).iter().any(|cells| cells.len() != side) {
            return Err(format!("solo has regions of {side} cells"));
        }
        text += &format!(",{}", blocks::write(shape, &regions, false)?);
    }
    if !cages.is_empty() {
        let groups = numbered(shape, cages.iter().map(|cage| &cage.cells[..]))?;
        let mut sums = vec![None; shape.cells()];
        for cage in cages {
            let first = cage.cells.iter().min().ok_or("a cage without cells")?;
            if cage.cells.len() > side {
                return Err(format!("solo has cages of at most {side} cells"));
            }
            sums[*first] = cage.sum;
        }
        text += &format!(",{}", blocks::write(shape, &groups, false)?);
        text += &format!(",{}", grid_text::write(sums.into_iter()));
    }
    Ok(text)
}
