//! Pattern: a nonogram.

use super::finish;
use super::id::Id;
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{CodeError, CodePart, Fault, FormError};
use crate::rules::{AnyRule, BlackRuns};
use crate::shape::Side;

/// Reads an ID of pattern.
pub(super) fn read(id: &Id<'_>) -> Result<GridPuzzle, Fault> {
    id.letters_of("")?;
    let puzzle = id.grid(Base::Nonogram)?;
    let shape = puzzle.shape;
    let columns = (0..shape.columns).map(|place| (Side::Top, place));
    let lines: Vec<_> = columns.chain((0..shape.rows).map(|place| (Side::Left, place))).collect();
    let (mut symbols, count) = (id.symbols(), lines.len());
    let mut rules: Vec<AnyRule> = Vec::new();
    for (number, (side, place)) in lines.into_iter().enumerate() {
        if number > 0 && !symbols.eat('/') {
            let expected = CodePart::SlashedPart { count, parts: "lines", done: number };
            return Err(symbols.unexpected(expected));
        }
        let mut lengths = Vec::new();
        if let Some(first) = symbols.number()? {
            lengths.push(first);
            while symbols.eat('.') {
                let next = symbols.number()?;
                lengths.push(next.ok_or_else(|| symbols.unexpected("a length after '.'"))?);
            }
        }
        if lengths.contains(&0) {
            return Err(symbols.fault(CodeError::ZeroRun));
        }
        let lengths = lengths.into_iter().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        rules.push(BlackRuns { side, place, lengths: lengths.collect() }.into());
    }
    symbols.end()?;
    finish(puzzle, rules)
}

/// Writes an ID of pattern.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let shape = puzzle.shape;
    let runs = super::write::black_runs("pattern", puzzle)?;
    let line =
        |runs: &BlackRuns| runs.lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
    let lines: Vec<String> = runs.into_iter().map(line).collect();
    Ok(format!("{}x{}:{}", shape.columns, shape.rows, lines.join("/")))
}
