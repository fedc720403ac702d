//! Writes puzzles as constraint strings.

use parallax_model::Value;

use super::board::{MAX_SIDE, box_of};
use super::cell_name;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::GridFormError;
use crate::rules::AnyRule;
use crate::shape::GridShape;

/// Writes a puzzle as a constraint string; [`read_iss`](super::read_iss) reads it back.
///
/// # Errors
/// Returns an error if the board or a rule has no place in such a string.
pub(crate) fn write_iss(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let mut text = write_board(puzzle)?;
    let shape = puzzle.shape;
    // Boxes that no item names are written as a jigsaw. A rule about boxes would not find them
    // again.
    let has_boxes = puzzle.boxes.is_some() && !text.contains(".Jigsaw");
    let given = |(cell, given): (usize, &Option<Value>)| {
        given.map(|digit| format!("~{}_{digit}", cell_name(shape, cell)))
    };
    let givens: String = puzzle.givens.iter().enumerate().filter_map(given).collect();
    if !givens.is_empty() {
        text += &format!(".{givens}");
    }
    for rule in &puzzle.rules {
        let needs_boxes = matches!(rule, AnyRule::DisjointGroups(_));
        match rule.write_iss(puzzle).filter(|_| !needs_boxes || has_boxes) {
            Some(item) => text += &format!(".{item}"),
            None => return Err(GridFormError::no_place("ISS", rule, puzzle)),
        }
    }
    // The usual board without rules has no item at all.
    Ok(if text.is_empty() { format!(".Shape~{}x{}", shape.rows, shape.columns) } else { text })
}

/// Writes the items of the board.
fn write_board(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let GridShape { rows, columns } = puzzle.shape;
    if !matches!(puzzle.base, GridBase::Sudoku | GridBase::Latin) {
        return Err(GridFormError::Base { form: "ISS", base: puzzle.base });
    }
    let (least, count) = (rows.max(columns), puzzle.digit_count());
    if count > MAX_SIDE || !(0..=1).contains(&puzzle.digits.0) {
        return Err(GridFormError::IssDigits { least, most: MAX_SIDE });
    }
    // The shape is left out where the reader assumes it, and so is a range of digits.
    let mut text = match (puzzle.digits, count == least) {
        ((1, _), true) if (rows, columns) == (9, 9) => String::new(),
        ((1, _), true) => format!(".Shape~{rows}x{columns}"),
        ((1, high), false) => format!(".Shape~{rows}x{columns}~{high}"),
        ((low, high), _) => format!(".Shape~{rows}x{columns}~{low}-{high}"),
    };
    let usual = box_of(puzzle.shape, least);
    match puzzle.boxes {
        boxes if boxes.is_some() && boxes == usual => return Ok(text),
        // The size is enough if the reader finds these boxes for it.
        Some((height, width)) if box_of(puzzle.shape, height * width) == Some((height, width)) => {
            text += &format!(".RegionSize~{}", height * width);
            return Ok(text);
        }
        _ => {}
    }
    // A grid that has no usual boxes needs no word against them.
    if usual.is_some() {
        text += ".NoBoxes";
    }
    if puzzle.regions.iter().any(Option::is_some) {
        text += &write_jigsaw(puzzle, least..=count)?;
    }
    Ok(text)
}

/// Writes the regions.
fn write_jigsaw(
    puzzle: &GridPuzzle,
    sizes: std::ops::RangeInclusive<usize>,
) -> Result<String, GridFormError> {
    let regions = puzzle.region_cells();
    let rest = puzzle.regions.iter().filter(|region| region.is_none()).count();
    let fits = regions.iter().all(|cells| sizes.contains(&cells.len()));
    // That many cells outside of all regions would be read as a region.
    if !fits || sizes.contains(&rest) {
        let (least, most) = sizes.into_inner();
        return Err(GridFormError::IssRegionLength { least, most });
    }
    let symbols: Vec<char> = ('1'..='9').chain('a'..='z').chain('A'..='Z').collect();
    let symbol = |region: &Option<usize>| match region {
        None => Ok('0'),
        Some(region) => symbols.get(*region).copied().ok_or(GridFormError::IssRegions),
    };
    let text = puzzle.regions.iter().map(symbol).collect::<Result<String, GridFormError>>()?;
    Ok(format!(".Jigsaw~{text}"))
}
