//! Writes puzzles as game IDs.

use super::{keen, pattern, solo, towers, unequal, unruly};
use crate::GridPuzzle;
use crate::board::Base;
use crate::rules::{AnyRule, BlackRuns, Calculation, Skyscraper};
use crate::shape::{Shape, Side};

/// Writes a puzzle as a game ID; the reader reads it back. The name of the game is
/// before it only if other games read the same text.
///
/// # Errors
/// Returns a message if the collection has no such game, or no place for a rule.
pub fn write(puzzle: &GridPuzzle) -> Result<String, String> {
    let has = |wanted: fn(&AnyRule) -> bool| puzzle.rules.iter().any(wanted);
    let (name, id) = match puzzle.base {
        Base::Sudoku => ("solo", solo::write(puzzle)?),
        Base::Takuzu => ("unruly", unruly::write(puzzle)?),
        Base::Nonogram => ("pattern", pattern::write(puzzle)?),
        Base::Latin if puzzle.digits.0 != 1 || puzzle.digit_count() != puzzle.shape.rows => {
            return Err("a game ID has the digits 1 to the side of the grid".to_owned());
        }
        Base::Latin if has(|rule| matches!(rule, AnyRule::Calculation(Calculation { .. }))) => {
            ("keen", keen::write(puzzle)?)
        }
        Base::Latin if has(|rule| matches!(rule, AnyRule::Skyscraper(Skyscraper { .. }))) => {
            ("towers", towers::write(puzzle)?)
        }
        Base::Latin => ("unequal", unequal::write(puzzle)?),
        Base::Kakuro | Base::Straights | Base::Path => {
            return Err(format!("no game here is a {}", puzzle.base.name()));
        }
    };
    let is_clear = super::read(&id).is_ok();
    Ok(if is_clear { id } else { format!("{name}:{id}") })
}

/// Says that a form has no place for a rule.
pub(crate) fn no_place(form: &str, rule: &AnyRule, shape: Shape) -> String {
    format!("{form} has no place for '{}'", rule.rule().words(shape))
}

/// Returns the clues of skyscrapers: top, bottom, left, right.
pub(crate) fn skyscrapers(form: &str, puzzle: &GridPuzzle) -> Result<Vec<Option<i64>>, String> {
    let side = puzzle.shape.rows;
    let mut clues = vec![None; 4 * side];
    for rule in &puzzle.rules {
        let AnyRule::Skyscraper(clue) = rule else {
            return Err(no_place(form, rule, puzzle.shape));
        };
        let number = Side::ALL.iter().position(|side| *side == clue.side).unwrap_or(0);
        let own = &mut clues[number * side + clue.place];
        if own.replace(clue.clue).is_some_and(|other| other != clue.clue) {
            return Err(no_place(form, rule, puzzle.shape));
        }
    }
    Ok(clues)
}

/// Returns the lines of a nonogram: its columns, then its rows.
pub(crate) fn black_runs<'a>(
    form: &str,
    puzzle: &'a GridPuzzle,
) -> Result<Vec<&'a BlackRuns>, String> {
    let mut lines = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::BlackRuns(runs) => lines.push(runs),
            _ => return Err(no_place(form, rule, puzzle.shape)),
        }
    }
    if puzzle.givens.iter().any(Option::is_some) {
        return Err(format!("{form} has no place for givens"));
    }
    lines.sort_by_key(|runs| (runs.side, runs.place));
    let is_all = lines.len() == puzzle.shape.rows + puzzle.shape.columns;
    let differs =
        lines.windows(2).all(|two| (two[0].side, two[0].place) < (two[1].side, two[1].place));
    if is_all && differs { Ok(lines) } else { Err(format!("{form} needs the runs of each line")) }
}
