//! Finds the tables of a sheet: boxes of cells with blank cells around them.

use std::collections::BTreeMap;

use parallax_instance::InputError;

use super::cell_styles::BoldBorders;
use super::worksheet::{At, MAX_CELLS, MergedRange, WorksheetGrid, cell_error};
use crate::raw::{RawCell, RawTable, RuleRequirements, SourcePlace};
use crate::table::HitPolicy;

/// The first and the last cell of a box.
type Corners = (At, At);

/// Takes the tables out of a grid. A box starts at the first cell with text, and grows while its
/// next row or its next column has one.
///
/// # Errors
/// Returns an error for merged cells that reach out of a table, two texts in a title row, and a
/// table with too many cells.
pub(super) fn take_tables(
    source: &str,
    sheet: &str,
    grid: &mut WorksheetGrid,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Vec<RawTable>, InputError> {
    let mut tables = Vec::new();
    // Each table spends its area, blank cells included, so widely scattered cells cannot cost too
    // much.
    let mut left = MAX_CELLS as u64;
    // The first remaining cell in row order is the corner of a table, because `take_box` removes
    // the cells of each table.
    while let Some((&first, _)) = grid.cells.first_key_value() {
        check()?;
        let Some(corners) = grow_box(grid, first, left) else {
            return Err(grid.too_many(source, sheet));
        };
        left -= box_area(corners);
        let merged = merged_of(source, sheet, grid, corners)?;
        tables.push(take_box(source, sheet, grid, corners, merged)?);
    }
    Ok(tables)
}

fn box_area(((top, left), (bottom, right)): Corners) -> u64 {
    (u64::from(bottom - top) + 1) * (u64::from(right - left) + 1)
}

/// Returns the box from a cell on; `None` if it has more than `max_cells` cells. Each growth
/// examines only the cells that it adds.
fn grow_box(grid: &WorksheetGrid, first: At, max_cells: u64) -> Option<Corners> {
    let (top, left) = first;
    let (mut bottom, mut right) = first;
    // The rows whose cell right of the box is known to be blank.
    let mut seen = top;
    loop {
        if box_area(((top, left), (bottom, right))) > max_cells {
            return None;
        }
        let next = right + 1;
        // Growing to the right makes all rows unknown again, and growing down adds one row.
        if (seen..=bottom).any(|row| grid.cells.contains_key(&(row, next))) {
            right = next;
            seen = top;
            continue;
        }
        seen = bottom + 1;
        let row = bottom + 1;
        // The row `Inputs | Outputs` below a title has a blank cell above the hit policies.
        let has_side_word = || {
            let word = grid.cells.get(&(row, left + 1));
            bottom == top && word.is_some_and(|text| (0..2).any(|side| is_side_word(text, side)))
        };
        if grid.cells.range((row, left)..=(row, right)).next().is_none() && !has_side_word() {
            return Some((first, (bottom, right)));
        }
        bottom = row;
    }
}

/// Returns the merged range of the title, and checks all merged ranges in a box.
fn merged_of(
    source: &str,
    sheet: &str,
    grid: &WorksheetGrid,
    corners: Corners,
) -> Result<Option<MergedRange>, InputError> {
    let ((top, left), (bottom, right)) = corners;
    for row in top..=bottom {
        // A range that begins or ends outside the box would belong to two tables, or to none.
        for (_, range) in grid.merged.range((row, left)..=(row, right)) {
            let MergedRange { from, to } = *range;
            if from < (top, left) || from.1 < left || to.1 > right || to.0 > bottom {
                let message = "merged cells that are only partly in a table";
                return Err(cell_error(source, sheet, from, message));
            }
        }
    }
    let title = grid.merged.get(&(top, left)).copied();
    if title.is_some_and(|range| range.to.0 > top) {
        let message = "a title of several rows; expected its merged cells in one row";
        return Err(cell_error(source, sheet, (top, left), message));
    }
    Ok(title)
}

/// Takes the cells of a box out of the grid, as a table.
fn take_box(
    source: &str,
    sheet: &str,
    grid: &mut WorksheetGrid,
    ((top, left), (bottom, right)): Corners,
    merged: Option<MergedRange>,
) -> Result<RawTable, InputError> {
    let mut rows: Vec<Vec<RawCell>> = (top..=bottom)
        .map(|row| {
            let cell = |column: u32| {
                let text = grid.cells.remove(&(row, column)).unwrap_or_default();
                RawCell::from_text(&text, SourcePlace::Cell(row, column))
            };
            (left..=right).map(cell).collect()
        })
        .collect();
    let mut first = rows.remove(0);
    let title = first.remove(0);
    // A merged title repeats its text in each of its cells.
    if let Some(other) = first.iter().find(|cell| !cell.is_blank() && cell.text != title.text) {
        let message = format!(
            "'{}' in the row of the title '{}'; expected one title, and a blank row or column \
             between tables",
            other.text, title.text
        );
        return Err(InputError::new(source, format!("{sheet}!{}: {message}", other.place)));
    }
    // A row `Inputs | Outputs` above the header comes first; else the merged title covers the column
    // of rule numbers and the inputs; else a bold line in the header divides them from the outputs.
    let merged = merged.map(|range| (range.to.1 - range.from.1) as usize);
    let inputs = take_side_row(&mut rows)
        .or(merged.filter(|&inputs| inputs > 0))
        .or_else(|| inputs_before_line(&grid.borders, rows.first()?))
        .unwrap_or(0);
    Ok(RawTable { title, inputs: Some(inputs), rows, requirements: RuleRequirements::default() })
}

/// Returns the number of columns before the only bold vertical line inside a header, if it divides
/// inputs from outputs of a table of rules.
fn inputs_before_line(borders: &BTreeMap<At, BoldBorders>, header: &[RawCell]) -> Option<usize> {
    let is_policy = |name: &str| header[0].text.eq_ignore_ascii_case(name);
    if !HitPolicy::ALL.iter().any(|(name, _)| is_policy(name)) {
        return None;
    }
    let bold = |cell: &RawCell| match cell.place {
        SourcePlace::Cell(row, column) => borders.get(&(row, column)).copied().unwrap_or_default(),
        SourcePlace::Text(..) => BoldBorders::default(),
    };
    // The line right of the rule numbers is no such line: no input is before it.
    let columns = &header[1..];
    let pairs = columns.windows(2).zip(1..);
    let mut lines = pairs.filter(|(pair, _)| bold(&pair[0]).right || bold(&pair[1]).left);
    let (_, inputs) = lines.next()?;
    lines.next().is_none().then_some(inputs)
}

/// The words for inputs and for outputs in a row above the header.
const SIDE_WORDS: [[&str; 2]; 2] = [["inputs", "input"], ["outputs", "output"]];

fn is_side_word(text: &str, side: usize) -> bool {
    SIDE_WORDS[side].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Takes the row with the words `Inputs` and `Outputs` off the rows below a title, and returns the
/// number of input columns. Each word stands in its first column, and may be merged over the others.
/// A hit policy in this row moves to the header. `None` if there is no such row.
fn take_side_row(rows: &mut Vec<Vec<RawCell>>) -> Option<usize> {
    let columns = rows.first()?.get(1..)?;
    let outputs = columns.iter().position(|cell| is_side_word(&cell.text, 1))?;
    let (before, after) = columns.split_at(outputs);
    let begins = before.first().is_none_or(|cell| is_side_word(&cell.text, 0));
    let inputs = before.iter().all(|cell| cell.is_blank() || is_side_word(&cell.text, 0));
    let outputs = after.iter().all(|cell| cell.is_blank() || is_side_word(&cell.text, 1));
    if !begins || !inputs || !outputs || rows.len() < 2 {
        return None;
    }
    let count = before.len();
    let policy = rows.remove(0).swap_remove(0);
    let header = &mut rows[0][0];
    if header.is_blank() {
        *header = policy;
    }
    Some(count)
}
