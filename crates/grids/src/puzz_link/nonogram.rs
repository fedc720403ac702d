//! Nonograms: the runs of columns and rows, from the grid outwards.

use super::{Code, finish, numbers};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{CodeError, Fault, FormError};
use crate::rules::{AnyRule, BlackRuns};
use crate::shape::{Shape, Side};
use crate::tatham::black_runs;

/// Returns the lines, columns first, each with the number of places for its runs.
fn lines(shape: Shape) -> impl Iterator<Item = (Side, usize, usize)> {
    let columns = (0..shape.columns).map(move |p| (Side::Top, p, shape.rows.div_ceil(2)));
    columns.chain((0..shape.rows).map(move |p| (Side::Left, p, shape.columns.div_ceil(2))))
}

/// Reads a nonogram. A line without numbers has no black cell.
pub(super) fn read(code: Code) -> Result<GridPuzzle, Fault> {
    let mut symbols = code.symbols;
    let puzzle = GridPuzzle::new(Base::Nonogram, code.shape)?;
    let count = lines(code.shape).map(|(.., places)| places).sum();
    let found = numbers::read(&mut symbols, count)?;
    symbols.end()?;
    let mut rest = &found[..];
    let mut rules: Vec<AnyRule> = Vec::new();
    for (side, place, places) in lines(code.shape) {
        let (own, others) = rest.split_at(places);
        rest = others;
        let runs = own.iter().rev().flatten();
        let lengths: Vec<usize> = runs.map(|n| usize::try_from(*n).unwrap_or(usize::MAX)).collect();
        if lengths.contains(&0) {
            return Err(CodeError::ZeroRun.into());
        }
        rules.push(BlackRuns { side, place, lengths }.into());
    }
    finish(puzzle, rules)
}

/// Writes a nonogram.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let runs = black_runs("nonogram at puzz.link", puzzle)?;
    let mut places: Vec<Option<i64>> = Vec::new();
    for (runs, (.., count)) in runs.into_iter().zip(lines(puzzle.shape)) {
        let numbers = runs.lengths.iter().rev().map(|length| Some(*length as i64));
        places.extend(numbers.chain(std::iter::repeat(None)).take(count));
    }
    numbers::write(places.into_iter())
}
