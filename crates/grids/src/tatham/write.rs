//! Writes puzzles as game IDs.

use super::{keen, pattern, solo, towers, unequal, unruly};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::GridFormError;
use crate::rules::{AnyRule, BlackRuns, Calculation, Skyscraper};
use crate::shape::GridSide;

/// Writes a puzzle as a game ID; the reader reads it back. The name of the game is
/// before it only if other games read the same text.
///
/// # Errors
/// Returns an error if the collection has no such game, or no place for a rule.
pub(crate) fn write_tatham(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let has = |wanted: fn(&AnyRule) -> bool| puzzle.rules.iter().any(wanted);
    let (name, id) = match puzzle.base {
        GridBase::Sudoku => ("solo", solo::write_solo(puzzle)?),
        GridBase::Takuzu => ("unruly", unruly::write_unruly(puzzle)?),
        GridBase::Nonogram => ("pattern", pattern::write_pattern(puzzle)?),
        GridBase::Latin if puzzle.digits.0 != 1 || puzzle.digit_count() != puzzle.shape.rows => {
            return Err(GridFormError::GameDigits);
        }
        GridBase::Latin if has(|rule| matches!(rule, AnyRule::Calculation(Calculation { .. }))) => {
            ("keen", keen::write_keen(puzzle)?)
        }
        GridBase::Latin if has(|rule| matches!(rule, AnyRule::Skyscraper(Skyscraper { .. }))) => {
            ("towers", towers::write_towers(puzzle)?)
        }
        GridBase::Latin => ("unequal", unequal::write_unequal(puzzle)?),
        GridBase::Kakuro | GridBase::Straights | GridBase::Path => {
            return Err(GridFormError::GameBase { base: puzzle.base });
        }
    };
    // The name can be left out if no other game reads the ID as well.
    let is_clear = super::read_tatham(&id).is_ok();
    Ok(if is_clear { id } else { format!("{name}:{id}") })
}

/// Returns the clues of skyscrapers: top, bottom, left, right.
pub(crate) fn skyscraper_clues(
    form: &'static str,
    puzzle: &GridPuzzle,
) -> Result<Vec<Option<i64>>, GridFormError> {
    let side = puzzle.shape.rows;
    let mut clues = vec![None; 4 * side];
    for rule in &puzzle.rules {
        let AnyRule::Skyscraper(clue) = rule else {
            return Err(GridFormError::no_place(form, rule, puzzle));
        };
        let number = GridSide::ALL.iter().position(|side| *side == clue.side).unwrap_or(0);
        let slot = &mut clues[number * side + clue.line_index];
        if slot.replace(clue.clue).is_some_and(|other| other != clue.clue) {
            return Err(GridFormError::no_place(form, rule, puzzle));
        }
    }
    Ok(clues)
}

/// Returns the lines of a nonogram: its columns, then its rows.
pub(crate) fn black_runs<'a>(
    form: &'static str,
    puzzle: &'a GridPuzzle,
) -> Result<Vec<&'a BlackRuns>, GridFormError> {
    let mut lines = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::BlackRuns(runs) => lines.push(runs),
            _ => return Err(GridFormError::no_place(form, rule, puzzle)),
        }
    }
    if puzzle.givens.iter().any(Option::is_some) {
        return Err(GridFormError::Givens { form });
    }
    lines.sort_by_key(|runs| (runs.side, runs.line_index));
    let is_all = lines.len() == puzzle.shape.rows + puzzle.shape.columns;
    // Strictly ascending lines are different, so as many as the grid has are all of them.
    let differs = lines
        .windows(2)
        .all(|two| (two[0].side, two[0].line_index) < (two[1].side, two[1].line_index));
    if is_all && differs { Ok(lines) } else { Err(GridFormError::Runs { form }) }
}
