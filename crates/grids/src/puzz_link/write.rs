//! Writes puzzles as addresses.

use super::{borders, factors, kakuro, nonogram, sudoku};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::FormError;
use crate::rules::AnyRule;

/// Writes a puzzle as an address of puzz.link; the reader reads it back.
///
/// # Errors
/// Returns an error if the site has no such kind of puzzle, or no place for a rule.
pub(crate) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let has = |wanted: fn(&AnyRule) -> bool| puzzle.rules.iter().any(wanted);
    let mut shape = puzzle.shape;
    let is_square = matches!(puzzle.base, Base::Sudoku | Base::Latin);
    let side = parallax_model::Value::try_from(shape.rows).unwrap_or_default();
    if is_square && (puzzle.digits != (1, side) || shape.rows != shape.columns) {
        return Err(FormError::LinkDigits);
    }
    let (kind, code) = match puzzle.base {
        Base::Sudoku => ("sudoku", sudoku::write(puzzle)?),
        Base::Nonogram => ("nonogram", nonogram::write(puzzle)?),
        Base::Kakuro => {
            let (inner, code) = kakuro::write(puzzle)?;
            shape = inner;
            ("kakuro", code)
        }
        Base::Latin if has(|rule| matches!(rule, AnyRule::Skyscraper(_))) => {
            ("skyscrapers", sudoku::write_skyscrapers(puzzle)?)
        }
        Base::Latin if puzzle.givens.iter().any(Option::is_some) => {
            return Err(FormError::LinkGivens);
        }
        Base::Latin if has(|rule| matches!(rule, AnyRule::UnmarkedDots(_))) => {
            ("kropki", borders::write_kropki(puzzle)?)
        }
        Base::Latin if has(|rule| matches!(rule, AnyRule::Calculation(_))) => {
            ("factors", factors::write(puzzle)?)
        }
        Base::Latin => ("minarism", borders::write_minarism(puzzle)?),
        Base::Straights | Base::Takuzu | Base::Path => {
            return Err(FormError::LinkBase { base: puzzle.base });
        }
    };
    Ok(format!("https://puzz.link/p?{kind}/{}/{}/{code}", shape.columns, shape.rows))
}
