//! Nonograms: the runs of columns and rows, from the grid outwards.

use super::{PuzzLinkCode, finish_puzzle, numbers};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodeError, GridFormError, LocatedTextError};
use crate::rules::{AnyRule, BlackRuns};
use crate::shape::{GridShape, GridSide};
use crate::tatham::black_runs;

/// Returns the lines, columns first, each with the number of places for its runs.
fn nonogram_lines(shape: GridShape) -> impl Iterator<Item = (GridSide, usize, usize)> {
    // A line of n cells has room for n / 2 runs, rounded up.
    let columns = (0..shape.columns).map(move |p| (GridSide::Top, p, shape.rows.div_ceil(2)));
    columns.chain((0..shape.rows).map(move |p| (GridSide::Left, p, shape.columns.div_ceil(2))))
}

/// Reads a nonogram. A line without numbers has no black cell.
pub(super) fn read_nonogram(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let mut symbols = code.symbols;
    let puzzle = GridPuzzle::new(GridBase::Nonogram, code.shape)?;
    let count = nonogram_lines(code.shape).map(|(.., places)| places).sum();
    let found = numbers::take_numbers(&mut symbols, count)?;
    symbols.expect_end()?;
    let mut rest = &found[..];
    let mut rules: Vec<AnyRule> = Vec::new();
    for (side, place, places) in nonogram_lines(code.shape) {
        let (line_numbers, others) = rest.split_at(places);
        rest = others;
        // The code lists the runs from the grid outwards, so the last run is first.
        let runs = line_numbers.iter().rev().flatten();
        let lengths: Vec<usize> = runs.map(|n| usize::try_from(*n).unwrap_or(usize::MAX)).collect();
        if lengths.contains(&0) {
            return Err(CodeError::ZeroRun.into());
        }
        rules.push(BlackRuns { side, line_index: place, lengths }.into());
    }
    finish_puzzle(puzzle, rules)
}

/// Writes a nonogram.
pub(super) fn write_nonogram(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let runs = black_runs("nonogram at puzz.link", puzzle)?;
    let mut places: Vec<Option<i64>> = Vec::new();
    for (runs, (.., count)) in runs.into_iter().zip(nonogram_lines(puzzle.shape)) {
        let numbers = runs.lengths.iter().rev().map(|length| Some(*length as i64));
        places.extend(numbers.chain(std::iter::repeat(None)).take(count));
    }
    numbers::write_numbers(places.into_iter())
}
