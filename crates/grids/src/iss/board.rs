//! The items that make the board: shape, boxes, regions, givens.

use std::ops::RangeInclusive;

use parallax_instance::{LineField, shorten_text};
use parallax_model::Value;

use super::item::{IssItem, IssItemParts, read_cell, read_number};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{ItemError, LocatedTextError};
use crate::rules::{AnyRule, Candidates, Different};
use crate::shape::GridShape;

/// The longest side, and the largest number of digits.
pub(crate) const MAX_SIDE: usize = 16;

/// The types that make the board.
pub(super) const BOARD_TYPES: [&str; 5] = ["Shape", "NoBoxes", "RegionSize", "Jigsaw", "Windoku"];

/// Reads the board. Its rules are the regions in addition to boxes.
pub(super) fn read_board(items: &[IssItemParts<'_>]) -> Result<GridPuzzle, LocatedTextError> {
    let mut puzzle = read_shape(items)?;
    let GridShape { rows, columns } = puzzle.shape;
    let least = rows.max(columns);
    let size =
        single_item(items, "RegionSize", 1)?.map(|item| match read_number(item.arguments[0])? {
            size @ 1..=16 => Ok(size as usize),
            _ => Err(item.absence_error("a size from 1 to 16")),
        });
    let size = size.transpose()?;
    let boxes = box_of(puzzle.shape, size.unwrap_or(least));
    let no_boxes = single_item(items, "NoBoxes", 0)?.is_some();
    puzzle.set_boxes(boxes.filter(|_| !no_boxes));
    if let Some(item) = items.iter().find(|item| item.kind.text == "Jigsaw") {
        // Without a size, a region has from as many cells as the longer side to as many as there
        // are digits.
        let sizes = size.map_or(least..=puzzle.digit_count(), |size| size..=size);
        let regions = read_jigsaw(item, puzzle.shape, sizes)?;
        if items.iter().filter(|item| item.kind.text == "Jigsaw").count() > 1 {
            return Err(item.item_error(ItemError::JigsawRepeat));
        }
        // Regions replace boxes that are switched off; otherwise both hold.
        if puzzle.boxes.is_none() {
            puzzle.regions = regions;
        } else {
            let extra = GridPuzzle { regions, ..puzzle.clone() }.region_cells().into_iter();
            puzzle.rules.extend(extra.map(|cells| Different { name: None, cells }.into()));
        }
    }
    if let Some(item) = single_item(items, "Windoku", 0)? {
        add_windoku(item, &mut puzzle, size)?;
    }
    Ok(puzzle)
}

/// Returns the item of a type that occurs at most once, with a number of arguments.
fn single_item<'a>(
    items: &'a [IssItemParts<'a>],
    name: &str,
    arguments: usize,
) -> Result<Option<&'a IssItemParts<'a>>, LocatedTextError> {
    let mut found = items.iter().filter(|item| item.kind.text == name);
    let Some(first) = found.next() else { return Ok(None) };
    if first.arguments.len() != arguments {
        let (found, expected) = (first.arguments.len(), arguments);
        return Err(first.item_error(ItemError::Arguments { found, expected }));
    }
    match found.next() {
        Some(second) => Err(second.item_error(ItemError::Repeat)),
        None => Ok(Some(first)),
    }
}

/// Reads `Shape~6x9` or `Shape~9x9~0-8`; without it the grid is 9x9.
fn read_shape(items: &[IssItemParts<'_>]) -> Result<GridPuzzle, LocatedTextError> {
    let mut found = items.iter().filter(|item| item.kind.text == "Shape");
    let first = found.next();
    let texts =
        |item: &IssItemParts<'_>| item.arguments.iter().map(|f| f.text.to_owned()).collect();
    let own: Vec<String> = first.map_or_else(|| vec!["9x9".to_owned()], texts);
    if let Some(other) = found.find(|item| texts(item) != own) {
        return Err(other.item_error(ItemError::ShapeRepeat));
    }
    let fault = |error: ItemError| match first {
        Some(item) => item.item_error(error),
        None => LocatedTextError::new(error),
    };
    let side = |text: &str| {
        let side =
            read_number(LineField { column: 1, text }).ok().and_then(|n| usize::try_from(n).ok());
        side.filter(|side| (1..=MAX_SIDE).contains(side))
    };
    let sides = own.first().and_then(|text| text.split_once('x'));
    let sides = sides.and_then(|(rows, columns)| side(rows).zip(side(columns)));
    let Some((rows, columns)) = sides.filter(|_| own.len() <= 2) else {
        return Err(fault(ItemError::Shape));
    };
    let least = rows.max(columns);
    // The digits are `0-8`, `1-9`, or `9` for the latter. Any other lowest digit has no count, and
    // is refused.
    let (low, count) = match own.get(1).map(|text| text.split_once('-').ok_or(text)) {
        None => (1, Some(least)),
        Some(Ok(("0", high))) => (0, side(high).map(|high| high + 1)),
        Some(Ok(("1", high))) => (1, side(high)),
        Some(Ok(_)) => (1, None),
        Some(Err(high)) => (1, side(high)),
    };
    let Some(count) = count.filter(|count| (least..=MAX_SIDE).contains(count)) else {
        return Err(fault(ItemError::DigitCount { least }));
    };
    let puzzle = GridPuzzle::new(GridBase::Sudoku, GridShape { rows, columns });
    let mut puzzle = puzzle.map_err(|error| fault(error.into()))?;
    puzzle.digits = (low, low + count as Value - 1);
    Ok(puzzle)
}

/// Returns the boxes of a number of cells: nearly square, wide ones before high ones. `None` if
/// none tile the grid.
pub(super) fn box_of(shape: GridShape, size: usize) -> Option<(usize, usize)> {
    let tiles = |(height, width): &(usize, usize)| {
        shape.rows.is_multiple_of(*height) && shape.columns.is_multiple_of(*width)
    };
    // E.g. for 6 cells: 2x3, then 3x2.
    let smaller = (2..=size.isqrt()).rev().filter(|side| size.is_multiple_of(*side));
    smaller.flat_map(|side| [(side, size / side), (size / side, side)]).find(tiles)
}

/// Reads a symbol for each cell. One symbol may have another number of cells; these are in no
/// region.
fn read_jigsaw(
    item: &IssItemParts<'_>,
    shape: GridShape,
    sizes: RangeInclusive<usize>,
) -> Result<Vec<Option<usize>>, LocatedTextError> {
    // An old form has the shape before the regions.
    let symbols: Vec<char> = match &item.arguments[..] {
        [regions] | [_, regions] => regions.text.chars().collect(),
        _ => return Err(item.absence_error("a symbol for each cell")),
    };
    if symbols.len() != shape.cell_count() {
        let (found, expected) = (symbols.len(), shape.cell_count());
        return Err(item.item_error(ItemError::Symbols { found, expected }));
    }
    let mut order: Vec<(char, usize)> = Vec::new();
    for &symbol in &symbols {
        match order.iter_mut().find(|(other, _)| *other == symbol) {
            Some((_, count)) => *count += 1,
            None => order.push((symbol, 1)),
        }
    }
    // One symbol in all cells means that there are no regions.
    if order.len() == 1 {
        return Ok(vec![None; shape.cell_count()]);
    }
    let others = order.iter().filter(|(_, count)| !sizes.contains(count)).count();
    if others > 1 {
        let (least, most) = sizes.into_inner();
        return Err(item.item_error(ItemError::RegionSizes { least, most }));
    }
    order.retain(|(_, count)| sizes.contains(count));
    let region = |symbol: &char| order.iter().position(|(other, _)| other == symbol);
    Ok(symbols.iter().map(region).collect())
}

/// Adds the extra regions of a windoku: boxes one cell apart.
fn add_windoku(
    item: &IssItemParts<'_>,
    puzzle: &mut GridPuzzle,
    size: Option<usize>,
) -> Result<(), LocatedTextError> {
    let shape = puzzle.shape;
    let boxes = box_of(shape, size.unwrap_or(puzzle.digit_count()));
    let Some((height, width)) = boxes.filter(|_| shape.rows == shape.columns) else {
        return Err(item.absence_error("a square grid with boxes"));
    };
    // Boxes and the lines between them alternate, from the second row and column on.
    for left in (1..shape.columns).step_by(width + 1).filter(|left| left + width < shape.columns) {
        for top in (1..shape.rows).step_by(height + 1).filter(|top| top + height < shape.rows) {
            let rows = (top..top + height)
                .flat_map(|row| (left..left + width).map(move |column| shape.cell_at(row, column)));
            puzzle.rules.push(Different { name: None, cells: rows.collect() }.into());
        }
    }
    Ok(())
}

/// Reads givens `~R1C1_5`; several digits are candidates.
pub(super) fn read_givens(
    item: &IssItem<'_>,
    puzzle: &mut GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<(), LocatedTextError> {
    for field in item.argument_fields() {
        let mut parts = field.text.split('_');
        let name = parts.next().unwrap_or_default();
        let cell = read_cell(item.shape, LineField { column: field.column, text: name })?;
        let digits =
            parts.map(|text| Ok(read_number(LineField { column: field.column, text })? as Value));
        let digits: Vec<Value> = digits.collect::<Result<_, LocatedTextError>>()?;
        match digits[..] {
            [] => {
                let (found, expected) = (shorten_text(field.text), "R1C1_5");
                return Err(LocatedTextError::at_column(
                    field.column,
                    ItemError::Mismatch { found, expected },
                ));
            }
            [digit] => {
                if puzzle.givens[cell].replace(digit).is_some_and(|other| other != digit) {
                    let error = ItemError::TwoDigits { cell: item.shape.cell_place(cell) };
                    return Err(LocatedTextError::at_column(field.column, error));
                }
            }
            _ => rules.push(Candidates { cells: vec![cell], digits }.into()),
        }
    }
    Ok(())
}
