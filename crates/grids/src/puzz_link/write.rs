//! Writes puzzles as addresses.

use super::{borders, factors, kakuro, nonogram, sudoku};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::GridFormError;
use crate::rules::AnyRule;

/// Writes a puzzle as an address of puzz.link; the reader reads it back.
///
/// # Errors
/// Returns an error if the site has no such kind of puzzle, or no place for a rule.
pub(crate) fn write_puzz_link(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let has = |wanted: fn(&AnyRule) -> bool| puzzle.rules.iter().any(wanted);
    let mut shape = puzzle.shape;
    let is_square = matches!(puzzle.base, GridBase::Sudoku | GridBase::Latin);
    let side = parallax_model::Value::try_from(shape.rows).unwrap_or_default();
    if is_square && (puzzle.digits != (1, side) || shape.rows != shape.columns) {
        return Err(GridFormError::LinkDigits);
    }
    let (kind, code) = match puzzle.base {
        GridBase::Sudoku => ("sudoku", sudoku::write_sudoku(puzzle)?),
        GridBase::Nonogram => ("nonogram", nonogram::write_nonogram(puzzle)?),
        GridBase::Kakuro => {
            let (inner, code) = kakuro::write_kakuro(puzzle)?;
            shape = inner;
            ("kakuro", code)
        }
        // The rules of a Latin square decide its kind. Only skyscrapers have room for givens.
        GridBase::Latin if has(|rule| matches!(rule, AnyRule::Skyscraper(_))) => {
            ("skyscrapers", sudoku::write_skyscrapers(puzzle)?)
        }
        GridBase::Latin if puzzle.givens.iter().any(Option::is_some) => {
            return Err(GridFormError::LinkGivens);
        }
        GridBase::Latin if has(|rule| matches!(rule, AnyRule::UnmarkedDots(_))) => {
            ("kropki", borders::write_kropki(puzzle)?)
        }
        GridBase::Latin if has(|rule| matches!(rule, AnyRule::Calculation(_))) => {
            ("factors", factors::write_factors(puzzle)?)
        }
        GridBase::Latin => ("minarism", borders::write_minarism(puzzle)?),
        GridBase::Straights | GridBase::Takuzu | GridBase::Path => {
            return Err(GridFormError::LinkBase { base: puzzle.base });
        }
    };
    Ok(format!("https://puzz.link/p?{kind}/{}/{}/{code}", shape.columns, shape.rows))
}
