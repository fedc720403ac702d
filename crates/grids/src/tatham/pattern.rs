//! Pattern: a nonogram.

use super::finish_puzzle;
use super::id::TathamGameId;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodeError, CodePart, GridFormError, LocatedTextError};
use crate::rules::{AnyRule, BlackRuns};
use crate::shape::GridSide;

/// Reads an ID of pattern.
pub(super) fn read_pattern(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("")?;
    let puzzle = id.empty_grid(GridBase::Nonogram)?;
    let shape = puzzle.shape;
    let columns = (0..shape.columns).map(|place| (GridSide::Top, place));
    let lines: Vec<_> =
        columns.chain((0..shape.rows).map(|place| (GridSide::Left, place))).collect();
    let (mut symbols, count) = (id.description_symbols(), lines.len());
    let mut rules: Vec<AnyRule> = Vec::new();
    for (number, (side, place)) in lines.into_iter().enumerate() {
        if number > 0 && !symbols.take_if('/') {
            let expected = CodePart::SlashedPart { count, parts: "lines", done: number };
            return Err(symbols.unexpected_symbol(expected));
        }
        let mut lengths = Vec::new();
        if let Some(first) = symbols.take_decimal()? {
            lengths.push(first);
            while symbols.take_if('.') {
                let next = symbols.take_decimal()?;
                lengths.push(next.ok_or_else(|| symbols.unexpected_symbol("a length after '.'"))?);
            }
        }
        if lengths.contains(&0) {
            return Err(symbols.symbol_error(CodeError::ZeroRun));
        }
        let lengths = lengths.into_iter().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        rules.push(BlackRuns { side, line_index: place, lengths: lengths.collect() }.into());
    }
    symbols.expect_end()?;
    finish_puzzle(puzzle, rules)
}

/// Writes an ID of pattern.
pub(super) fn write_pattern(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let runs = super::write::black_runs("pattern", puzzle)?;
    let line =
        |runs: &BlackRuns| runs.lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
    let lines: Vec<String> = runs.into_iter().map(line).collect();
    Ok(format!("{}x{}:{}", shape.columns, shape.rows, lines.join("/")))
}
