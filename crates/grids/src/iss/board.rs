//! The items that make the board: shape, boxes, regions, givens.

use std::ops::RangeInclusive;

use parallax_model::Value;
use parallax_model::instance::{Field, shorten};

use super::item::{Item, Parts, cell, number};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{Fault, ItemError};
use crate::rules::{AnyRule, Candidates, Different};
use crate::shape::Shape;

/// The longest side, and the largest number of digits.
pub(crate) const MAX_SIDE: usize = 16;

/// The types that make the board.
pub(super) const TYPES: [&str; 5] = ["Shape", "NoBoxes", "RegionSize", "Jigsaw", "Windoku"];

/// Reads the board. Its rules are the regions besides boxes.
pub(super) fn read(items: &[Parts<'_>]) -> Result<GridPuzzle, Fault> {
    let mut puzzle = shape(items)?;
    let Shape { rows, columns } = puzzle.shape;
    let least = rows.max(columns);
    let size = one(items, "RegionSize", 1)?.map(|item| match number(item.arguments[0])? {
        size @ 1..=16 => Ok(size as usize),
        _ => Err(item.absence("a size from 1 to 16")),
    });
    let size = size.transpose()?;
    let boxes = box_of(puzzle.shape, size.unwrap_or(least));
    let no_boxes = one(items, "NoBoxes", 0)?.is_some();
    puzzle.set_boxes(boxes.filter(|_| !no_boxes));
    if let Some(item) = items.iter().find(|item| item.kind.text == "Jigsaw") {
        let sizes = size.map_or(least..=puzzle.digit_count(), |size| size..=size);
        let regions = jigsaw(item, puzzle.shape, sizes)?;
        if items.iter().filter(|item| item.kind.text == "Jigsaw").count() > 1 {
            return Err(item.fault(ItemError::JigsawRepeat));
        }
        if puzzle.boxes.is_none() {
            puzzle.regions = regions;
        } else {
            let extra = GridPuzzle { regions, ..puzzle.clone() }.region_cells().into_iter();
            puzzle.rules.extend(extra.map(|cells| Different { name: None, cells }.into()));
        }
    }
    if let Some(item) = one(items, "Windoku", 0)? {
        windoku(item, &mut puzzle, size)?;
    }
    Ok(puzzle)
}

/// Returns the item of a type that occurs at most once, with a number of arguments.
fn one<'a>(
    items: &'a [Parts<'a>],
    name: &str,
    arguments: usize,
) -> Result<Option<&'a Parts<'a>>, Fault> {
    let mut found = items.iter().filter(|item| item.kind.text == name);
    let Some(first) = found.next() else { return Ok(None) };
    if first.arguments.len() != arguments {
        let (found, expected) = (first.arguments.len(), arguments);
        return Err(first.fault(ItemError::Arguments { found, expected }));
    }
    match found.next() {
        Some(second) => Err(second.fault(ItemError::Repeat)),
        None => Ok(Some(first)),
    }
}

/// Reads `Shape~6x9` or `Shape~9x9~0-8`; without it the grid is 9x9.
fn shape(items: &[Parts<'_>]) -> Result<GridPuzzle, Fault> {
    let mut found = items.iter().filter(|item| item.kind.text == "Shape");
    let first = found.next();
    let texts = |item: &Parts<'_>| item.arguments.iter().map(|f| f.text.to_owned()).collect();
    let own: Vec<String> = first.map_or_else(|| vec!["9x9".to_owned()], texts);
    if let Some(other) = found.find(|item| texts(item) != own) {
        return Err(other.fault(ItemError::ShapeRepeat));
    }
    let fault = |error: ItemError| match first {
        Some(item) => item.fault(error),
        None => Fault::new(error),
    };
    let side = |text: &str| {
        let side = number(Field { column: 1, text }).ok().and_then(|n| usize::try_from(n).ok());
        side.filter(|side| (1..=MAX_SIDE).contains(side))
    };
    let sides = own.first().and_then(|text| text.split_once('x'));
    let sides = sides.and_then(|(rows, columns)| side(rows).zip(side(columns)));
    let Some((rows, columns)) = sides.filter(|_| own.len() <= 2) else {
        return Err(fault(ItemError::Shape));
    };
    let least = rows.max(columns);
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
    let puzzle = GridPuzzle::new(Base::Sudoku, Shape { rows, columns });
    let mut puzzle = puzzle.map_err(|error| fault(error.into()))?;
    puzzle.digits = (low, low + count as Value - 1);
    Ok(puzzle)
}

/// Returns the boxes of a number of cells: nearly square, wide ones before high ones. `None` if
/// none tile the grid.
pub(super) fn box_of(shape: Shape, size: usize) -> Option<(usize, usize)> {
    let tiles = |(height, width): &(usize, usize)| {
        shape.rows.is_multiple_of(*height) && shape.columns.is_multiple_of(*width)
    };
    let smaller = (2..=size.isqrt()).rev().filter(|side| size.is_multiple_of(*side));
    smaller.flat_map(|side| [(side, size / side), (size / side, side)]).find(tiles)
}

/// Reads a symbol for each cell. Regions of other sizes are no regions; there may be one.
fn jigsaw(
    item: &Parts<'_>,
    shape: Shape,
    sizes: RangeInclusive<usize>,
) -> Result<Vec<Option<usize>>, Fault> {
    // An old form has the shape before the regions.
    let symbols: Vec<char> = match &item.arguments[..] {
        [regions] | [_, regions] => regions.text.chars().collect(),
        _ => return Err(item.absence("a symbol for each cell")),
    };
    if symbols.len() != shape.cells() {
        let (found, expected) = (symbols.len(), shape.cells());
        return Err(item.fault(ItemError::Symbols { found, expected }));
    }
    let mut order: Vec<(char, usize)> = Vec::new();
    for &symbol in &symbols {
        match order.iter_mut().find(|(other, _)| *other == symbol) {
            Some((_, count)) => *count += 1,
            None => order.push((symbol, 1)),
        }
    }
    if order.len() == 1 {
        return Ok(vec![None; shape.cells()]);
    }
    let others = order.iter().filter(|(_, count)| !sizes.contains(count)).count();
    if others > 1 {
        let (least, most) = sizes.into_inner();
        return Err(item.fault(ItemError::RegionSizes { least, most }));
    }
    order.retain(|(_, count)| sizes.contains(count));
    let region = |symbol: &char| order.iter().position(|(other, _)| other == symbol);
    Ok(symbols.iter().map(region).collect())
}

/// Adds the extra regions of a windoku: boxes one cell apart.
fn windoku(item: &Parts<'_>, puzzle: &mut GridPuzzle, size: Option<usize>) -> Result<(), Fault> {
    let shape = puzzle.shape;
    let boxes = box_of(shape, size.unwrap_or(puzzle.digit_count()));
    let Some((height, width)) = boxes.filter(|_| shape.rows == shape.columns) else {
        return Err(item.absence("a square grid with boxes"));
    };
    for left in (1..shape.columns).step_by(width + 1).filter(|left| left + width < shape.columns) {
        for top in (1..shape.rows).step_by(height + 1).filter(|top| top + height < shape.rows) {
            let rows = (top..top + height)
                .flat_map(|row| (left..left + width).map(move |column| shape.cell(row, column)));
            puzzle.rules.push(Different { name: None, cells: rows.collect() }.into());
        }
    }
    Ok(())
}

/// Reads givens `~R1C1_5`; several digits are candidates.
pub(super) fn givens(
    item: &Item<'_>,
    puzzle: &mut GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<(), Fault> {
    for field in item.arguments() {
        let mut parts = field.text.split('_');
        let name = parts.next().unwrap_or_default();
        let cell = cell(item.shape, Field { column: field.column, text: name })?;
        let digits = parts.map(|text| Ok(number(Field { column: field.column, text })? as Value));
        let digits: Vec<Value> = digits.collect::<Result<_, Fault>>()?;
        match digits[..] {
            [] => {
                let (found, expected) = (shorten(field.text), "R1C1_5");
                return Err(Fault::at(field.column, ItemError::Mismatch { found, expected }));
            }
            [digit] => {
                if puzzle.givens[cell].replace(digit).is_some_and(|other| other != digit) {
                    let error = ItemError::TwoDigits { cell: item.shape.locate(cell) };
                    return Err(Fault::at(field.column, error));
                }
            }
            _ => rules.push(Candidates { cells: vec![cell], digits }.into()),
        }
    }
    Ok(())
}
