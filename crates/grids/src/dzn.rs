//! Data of MiniZinc for kakuro: `h`, `w`, `grid_data`, `n_h`, `h_clue`, `n_v`, `v_clue`.
//!
//! `grid_data` has 0 for black and 1 for white cells. A clue is the row and the column of the black
//! cell before a run, from 1, the length of the run, and its sum.

use std::collections::HashMap;

use parallax_instance::shorten_text;

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::KakuroDataError;
use crate::plain::kakuro::{Sums, run_rules};
use crate::shape::{GridShape, Step};

/// The names of the data.
pub(crate) const DZN_NAMES: [&str; 7] = ["h", "w", "grid_data", "n_h", "h_clue", "n_v", "v_clue"];

/// The rows of a value; a number is one row.
type Rows = Vec<Vec<i64>>;

/// Returns whether a text looks like such data.
#[must_use]
pub(crate) fn is_dzn(text: &str) -> bool {
    ["grid_data", "h_clue", "v_clue"].iter().all(|name| text.contains(name)) && text.contains("[|")
}

/// Reads a kakuro from data of MiniZinc.
///
/// # Errors
/// Returns an error if a name is unknown, missing or repeated, or a count or a clue does not
/// fit the grid.
pub(crate) fn read_dzn(text: &str) -> Result<GridPuzzle, KakuroDataError> {
    let values = read_statements(text)?;
    let rows_of = |name: &'static str| values.get(name).ok_or(KakuroDataError::NoName { name });
    let number = |name: &'static str| match &rows_of(name)?[..] {
        [row] if row.len() == 1 => Ok(usize::try_from(row[0]).unwrap_or(usize::MAX)),
        _ => Err(KakuroDataError::Number { name }),
    };
    let (rows, columns) = (number("h")?, number("w")?);
    let shape = GridShape { rows, columns };
    let mut puzzle = GridPuzzle::new(GridBase::Kakuro, shape)?;
    let grid = rows_of("grid_data")?;
    if grid.len() != rows || grid.iter().any(|row| row.len() != columns) {
        return Err(KakuroDataError::Grid { rows, columns });
    }
    for (cell, value) in grid.iter().flatten().enumerate() {
        match value {
            0 => puzzle.black[cell] = true,
            1 => {}
            &value => return Err(KakuroDataError::Cell { value, cell: shape.cell_place(cell) }),
        }
    }
    let mut sums: Vec<Sums> = vec![(None, None); shape.cell_count()];
    for (name, count, step) in [("h_clue", "n_h", (0, 1)), ("v_clue", "n_v", (1, 0))] {
        let clues = rows_of(name)?;
        if clues.len() != number(count)? {
            return Err(KakuroDataError::Rows { name, found: clues.len(), count });
        }
        for row in clues {
            let (cell, sum) = read_clue(&puzzle, name, row, step)?;
            let slot = if step == (0, 1) { &mut sums[cell].1 } else { &mut sums[cell].0 };
            if slot.replace(sum).is_some() {
                return Err(KakuroDataError::ClueRepeat { name, cell: shape.cell_place(cell) });
            }
        }
    }
    puzzle.rules = run_rules(&puzzle, &sums)?;
    puzzle.validate_puzzle()?;
    Ok(puzzle)
}

/// Returns the black cell of a clue and the sum.
fn read_clue(
    puzzle: &GridPuzzle,
    name: &'static str,
    row: &[i64],
    step: Step,
) -> Result<(usize, i64), KakuroDataError> {
    let shape = puzzle.shape;
    let &[down, across, length, sum] = row else {
        return Err(KakuroDataError::Row { name, found: row.len() });
    };
    let index = |number: i64, max: usize| {
        let fits = usize::try_from(number).ok().filter(|n| (1..=max).contains(n));
        fits.map(|n| n - 1).ok_or(KakuroDataError::OutsideGrid { name })
    };
    let cell = shape.cell_at(index(down, shape.rows)?, index(across, shape.columns)?);
    let first = shape.step_from(cell, step);
    let run = std::iter::successors(first, |&cell| shape.step_from(cell, step));
    let found = run.take_while(|&cell| !puzzle.black[cell]).count();
    // The length only repeats what the grid shows. A difference means that the two do not belong
    // together.
    if !puzzle.black[cell] || i64::try_from(found) != Ok(length) {
        return Err(KakuroDataError::Run { name, length, cell: shape.cell_place(cell), found });
    }
    Ok((cell, sum))
}

/// Reads the statements `name = value;`.
fn read_statements(text: &str) -> Result<HashMap<&'static str, Rows>, KakuroDataError> {
    // A `%` begins a comment of MiniZinc.
    let lines = text.lines().map(|line| line.split('%').next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut values = HashMap::new();
    for statement in text.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        let mismatch = || KakuroDataError::Statement { found: shorten_text(statement) };
        let (name, value) = statement.split_once('=').ok_or_else(mismatch)?;
        let name = name.trim();
        let known = DZN_NAMES.into_iter().find(|known| *known == name);
        let name =
            known.ok_or_else(|| KakuroDataError::UnknownName { found: shorten_text(name) })?;
        let value = parse_rows(value.trim()).ok_or_else(mismatch)?;
        if values.insert(name, value).is_some() {
            return Err(KakuroDataError::NameRepeat { name });
        }
    }
    Ok(values)
}

/// Reads a number, or `[| 1, 2 | 3, 4 |]`.
fn parse_rows(value: &str) -> Option<Rows> {
    let number = |text: &str| {
        let text = text.trim();
        let is_number =
            // At most six digits, so below `MAX_NUMBER`. `parse` alone would also accept a sign.
            !text.is_empty() && text.len() < 7 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    let Some(inner) = value.strip_prefix("[|") else { return Some(vec![vec![number(value)?]]) };
    let inner = inner.strip_suffix("|]")?.trim();
    if inner.is_empty() {
        return Some(Vec::new());
    }
    inner.split('|').map(|row| row.split(',').map(number).collect()).collect()
}
