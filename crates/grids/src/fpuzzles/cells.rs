//! The cells of a file: givens, regions, and digits that cells may have.

use parallax_model::Value;
use serde_json::Value as Json;

use super::json::LocatedJsonValue;
use crate::GridPuzzle;
use crate::board::{GridBase, usual_boxes};
use crate::errors::{FPuzzlesJsonError, LocatedFPuzzlesError};
use crate::rules::{AnyRule, Candidates, Parity};
use crate::shape::GridShape;

/// The fields of a cell that are a player's, or colours.
const PLAYER_CELL_FIELDS: [&str; 4] = ["centerPencilMarks", "cornerPencilMarks", "c", "cArray"];

/// The region of a cell as the file says it: nothing, none, or a number.
type Region = Option<Option<usize>>;

/// Reads the grid: the board with its givens and regions, and the rules of cells.
pub(super) fn read_grid(
    root: &LocatedJsonValue<'_>,
) -> Result<(GridPuzzle, Vec<AnyRule>), LocatedFPuzzlesError> {
    let no_key = |key, expected| FPuzzlesJsonError::NoKey { key, expected };
    let size = root.get("size").ok_or_else(|| no_key("size", "the number of rows"))?;
    let side = match size.value.as_u64().map(usize::try_from) {
        Some(Ok(side)) => side,
        _ => return Err(size.unexpected_value("the number of rows")),
    };
    let shape = GridShape { rows: side, columns: side };
    let mut puzzle =
        GridPuzzle::new(GridBase::Sudoku, shape).map_err(|error| size.value_error(error))?;
    let grid = root.get("grid").ok_or_else(|| no_key("grid", "the rows of the grid"))?;
    let rows = grid.read_list()?;
    if rows.len() != side {
        return Err(grid.value_error(FPuzzlesJsonError::Rows { found: rows.len(), expected: side }));
    }
    let mut rules = Vec::new();
    let mut regions = Vec::with_capacity(shape.cell_count());
    for (number, row) in rows.iter().enumerate() {
        let cells = row.read_list()?;
        if cells.len() != side {
            return Err(
                row.value_error(FPuzzlesJsonError::Cells { found: cells.len(), expected: side })
            );
        }
        for (column, at) in cells.iter().enumerate() {
            let cell = shape.cell_at(number, column);
            regions.push(read_cell(at, cell, &mut puzzle, &mut rules)?);
        }
    }
    set_regions(&mut puzzle, &regions);
    Ok((puzzle, rules))
}

/// Reads a cell, and returns its region.
fn read_cell(
    at: &LocatedJsonValue<'_>,
    cell: usize,
    puzzle: &mut GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<Region, LocatedFPuzzlesError> {
    let side = puzzle.shape.rows;
    let mut region = None;
    for (name, field) in at.object_fields()? {
        match name {
            "value" => {}
            "given" => match field.value {
                Json::Bool(true) => puzzle.givens[cell] = Some(read_given(at, side)?),
                Json::Bool(false) | Json::Null => {}
                _ => return Err(field.unexpected_value("true or false")),
            },
            "region" => region = Some(read_region(&field, puzzle.shape)?),
            "givenPencilMarks" => {
                let marks = field.read_list()?;
                let digit = |mark: &LocatedJsonValue<'_>| match mark.read_digit(side)? {
                    Some(digit) => Ok(digit as Value),
                    None => Err(mark.unexpected_value("a digit")),
                };
                let digits = marks
                    .iter()
                    .map(digit)
                    .collect::<Result<Vec<Value>, LocatedFPuzzlesError>>()?;
                if !digits.is_empty() {
                    rules.push(Candidates { cells: vec![cell], digits }.into());
                }
            }
            "parity" => match field.value.as_str() {
                Some(word @ ("Odd" | "Even")) => {
                    rules.push(Parity { cells: vec![cell], odd: word == "Odd" }.into());
                }
                _ if field.is_empty() => {}
                _ => return Err(field.unexpected_value("Odd or Even")),
            },
            _ if PLAYER_CELL_FIELDS.contains(&name) || field.is_empty() => {}
            _ => return Err(field.value_error(FPuzzlesJsonError::UnknownCellField)),
        }
    }
    Ok(region)
}

fn read_given(at: &LocatedJsonValue<'_>, side: usize) -> Result<Value, LocatedFPuzzlesError> {
    match at.get("value").map_or(Ok(None), |value| value.read_digit(side))? {
        Some(digit) => Ok(digit as Value),
        None => Err(at.value_error(FPuzzlesJsonError::GivenValue)),
    }
}

fn read_region(
    field: &LocatedJsonValue<'_>,
    shape: GridShape,
) -> Result<Option<usize>, LocatedFPuzzlesError> {
    if field.value.is_null() {
        return Ok(None);
    }
    let number = field.value.as_u64().and_then(|number| usize::try_from(number).ok());
    match number.filter(|&number| number < shape.cell_count()) {
        Some(number) => Ok(Some(number)),
        None => Err(field.unexpected_value("the number of a region, from 0, or null")),
    }
}

/// Divides the grid into the regions. A cell without the field is in its usual box; in a grid
/// whose side is a prime, in its row, as f-puzzles has it.
fn set_regions(puzzle: &mut GridPuzzle, regions: &[Region]) {
    let shape = puzzle.shape;
    // The board was created with the usual boxes, which stay.
    if regions.iter().all(Option::is_none) {
        return;
    }
    // Every cell is outside of all regions: only rows and columns have different digits.
    if regions.iter().all(|region| *region == Some(None)) {
        puzzle.base = GridBase::Latin;
        puzzle.set_boxes(None);
        return;
    }
    let (height, width) = usual_boxes(shape).unwrap_or((1, shape.columns));
    let usual = |cell| box_of(shape, cell, (height, width));
    let numbers: Vec<Option<usize>> = regions
        .iter()
        .enumerate()
        .map(|(cell, r)| r.unwrap_or_else(|| Some(usual(cell))))
        .collect();
    // For any numbers, a division into equal boxes is kept as boxes, since some rules and
    // forms need their size.
    for height in (1..=shape.rows).filter(|height| shape.rows.is_multiple_of(*height)) {
        let size = (height, shape.rows / height);
        if same_parts(&numbers, |cell| box_of(shape, cell, size)) {
            puzzle.set_boxes(Some(size));
            return;
        }
    }
    puzzle.boxes = None;
    // Regions have numbers in the order of their first cells, as in the plain form.
    let mut new = vec![None; shape.cell_count()];
    let mut count = 0;
    puzzle.regions = numbers
        .iter()
        .map(|number| {
            Some(*new[(*number)?].get_or_insert_with(|| {
                count += 1;
                count - 1
            }))
        })
        .collect();
}

fn box_of(shape: GridShape, cell: usize, (height, width): (usize, usize)) -> usize {
    shape.row(cell) / height * (shape.columns / width) + shape.column(cell) / width
}

/// Whether cells have the same number exactly where they have the same part.
fn same_parts(numbers: &[Option<usize>], part: impl Fn(usize) -> usize) -> bool {
    // Both maps must stay functions: one part for each number, and one number for each part.
    let mut part_of = vec![None; numbers.len()];
    let mut number_of = vec![None; numbers.len()];
    numbers.iter().enumerate().all(|(cell, number)| {
        let Some(number) = *number else { return false };
        let part = part(cell);
        *part_of[number].get_or_insert(part) == part
            && *number_of[part].get_or_insert(number) == number
    })
}
