//! Writes a puzzle in the plain form.

use parallax_model::Value;

use super::kakuro;
use crate::GridPuzzle;
use crate::board::{GridBase, usual_boxes};
use crate::rules::AnyRule;
use crate::shape::{GridShape, GridSide};

/// Writes a puzzle; the reader reads it back.
pub(crate) fn write_plain(puzzle: &GridPuzzle) -> String {
    let GridShape { rows, columns } = puzzle.shape;
    let name = puzzle.base.plain_word();
    let mut text = if rows == columns {
        format!("puzzle: {name} {rows}\n")
    } else {
        format!("puzzle: {name} {rows}x{columns}\n")
    };
    let is_empty = puzzle.givens.iter().all(Option::is_none) && !puzzle.black.contains(&true);
    if !is_empty {
        text += &write_grid(puzzle);
    }
    text += &write_settings(puzzle);
    for rule in &puzzle.rules {
        if let Some(line) = rule.rule().write_line(puzzle.shape) {
            text += &line;
            text.push('\n');
        }
    }
    text
}

/// Writes a digit as a decimal number.
fn write_digit(value: Value) -> String {
    value.to_string()
}

fn write_grid(puzzle: &GridPuzzle) -> String {
    let shape = puzzle.shape;
    let sums = kakuro::cell_sums(puzzle);
    let cell = |cell: usize| match (puzzle.black[cell], puzzle.givens[cell], sums[cell]) {
        (false, None, _) => ".".to_owned(),
        (false, Some(value), _) => write_digit(value),
        (true, Some(value), _) => format!("#{value}"),
        (true, None, (None, None)) => "#".to_owned(),
        (true, None, (down, across)) => {
            let sum = |sum: Option<i64>| sum.map_or_else(String::new, |sum| sum.to_string());
            format!("{}\\{}", sum(down), sum(across))
        }
    };
    let cells: Vec<String> = (0..shape.cell_count()).map(cell).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(1);
    // Cells of one character need no blanks between them, and are read one by one.
    let separator = if width == 1 { "" } else { " " };
    let row = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
        cells.join(separator).trim_end().to_owned() + "\n"
    };
    cells.chunks(shape.columns).map(row).collect()
}

/// Writes the settings that differ from the defaults of the base.
fn write_settings(puzzle: &GridPuzzle) -> String {
    let mut text = String::new();
    let shape = puzzle.shape;
    if puzzle.base == GridBase::Sudoku {
        let has_regions = puzzle.regions.iter().any(Option::is_some);
        match puzzle.boxes {
            Some(boxes) if usual_boxes(shape) == Some(boxes) => {}
            Some((height, width)) => text += &format!("boxes: {height}x{width}\n"),
            None if !has_regions => text += "no boxes\n",
            None => {
                text += "regions:\n";
                for row in puzzle.regions.chunks(shape.columns) {
                    text.extend(row.iter().map(|region| region.map_or('.', region_letter)));
                    text.push('\n');
                }
            }
        }
    }
    let (low, high) = puzzle.digits;
    let usual = if puzzle.base == GridBase::Kakuro { (1, 9) } else { (1, shape.rows as Value) };
    let may_differ = puzzle.base.is_square() || puzzle.base == GridBase::Kakuro;
    // The reader asks for the digits of an oblong grid, whatever they are.
    let oblong = puzzle.base.is_square() && shape.rows != shape.columns;
    if may_differ && (oblong || (low, high) != usual) {
        text += &format!("digits: {low}-{high}\n");
    }
    if puzzle.unique_lines {
        text += "unique lines\n";
    }
    if puzzle.orthogonal {
        text += "steps: orthogonal\n";
    }
    if puzzle.base == GridBase::Nonogram {
        for (side, word) in [(GridSide::Top, "columns"), (GridSide::Left, "rows")] {
            let lines = puzzle.rules.iter().filter_map(|rule| match rule {
                AnyRule::BlackRuns(runs) if runs.side == side => Some(runs.write_lengths()),
                _ => None,
            });
            text += &format!("{word}: {}\n", lines.collect::<Vec<_>>().join(", "));
        }
    }
    text
}

/// Returns the letter of a region: `A` to `Z`, `a` to `z`, then others.
pub(crate) fn region_letter(number: usize) -> char {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let mut letters = plain.chain('\u{c0}'..='\u{ffff}').filter(|c| c.is_alphanumeric());
    letters.nth(number).unwrap_or('?')
}
