//! The lines between blocks: letters count pairs of cells without a line.
//!
//! The pairs are those side by side in rows, in reading order, then those in columns, column by
//! column, then one more at the end, which has a line. `_` is a line, `a` to `y` are 1 to 25 pairs
//! without a line and one with it, `z` is 25 pairs without a line.

use crate::errors::{CodeError, GridFormError, LocatedTextError};
use crate::rooms::RoomWalls;
use crate::shape::GridShape;
use crate::symbols::SymbolCursor;

/// Reads the block of each cell, numbered in the order of their first cells. With `repeats`, a
/// number after a symbol says how often it occurs.
pub(super) fn read_blocks(
    symbols: &mut SymbolCursor,
    shape: GridShape,
    repeats: bool,
) -> Result<Vec<usize>, LocatedTextError> {
    let pairs = cell_pairs(shape);
    let mut walls = RoomWalls::new(shape);
    // The number of pairs so far; the last has no cells.
    let mut done = 0;
    while let Some(symbol) = symbols.peek_symbol().filter(|symbol| *symbol != ',') {
        let (without, with) = match symbol {
            '_' => (0, 1),
            'a'..='y' => (symbol as usize - 'a' as usize + 1, 1),
            'z' => (25, 0),
            _ => return Err(symbols.unexpected_symbol("a letter or '_'")),
        };
        symbols.next();
        let times = if repeats { symbols.take_decimal()?.unwrap_or(1) } else { 1 };
        if times < 1 {
            return Err(symbols.symbol_error(CodeError::ZeroTimes));
        }
        for _ in 0..times {
            // Each repetition adds its own pairs, with a line at the last of them unless the symbol
            // is `z`.
            done += without + with;
            if done > pairs.len() + 1 {
                return Err(symbols.symbol_error(CodeError::ExtraLines));
            }
            if with == 1
                && let Some(&(cell, is_right)) = pairs.get(done - 1)
            {
                let side_walls = if is_right { &mut walls.right } else { &mut walls.below };
                side_walls[cell] = true;
            }
        }
        // The last pair has a line, so a symbol without one cannot include it.
        if with == 0 && done > pairs.len() {
            return Err(symbols.symbol_error(CodeError::NoLastLine));
        }
    }
    if done < pairs.len() + 1 {
        let (found, expected) = (done, pairs.len() + 1);
        return Err(symbols.symbol_error(CodeError::Lines { found, expected }));
    }
    Ok(walls.room_numbers()?)
}

/// Returns the pairs in their order: the first cell, and whether the other is to its right.
fn cell_pairs(shape: GridShape) -> Vec<(usize, bool)> {
    let right = (0..shape.cell_count()).filter(|&cell| shape.step_from(cell, (0, 1)).is_some());
    let columns = (0..shape.columns).flat_map(|column| shape.column_cells(column));
    let below = columns.filter(|&cell| shape.step_from(cell, (1, 0)).is_some());
    right.map(|cell| (cell, true)).chain(below.map(|cell| (cell, false))).collect()
}

/// Writes the lines between blocks.
///
/// # Errors
/// Returns an error if the cells of a block do not touch.
pub(super) fn write_blocks(
    shape: GridShape,
    blocks: &[usize],
    repeats: bool,
) -> Result<String, GridFormError> {
    let walls = RoomWalls::around_rooms(shape, blocks)?;
    let lines = cell_pairs(shape)
        .into_iter()
        .map(|(cell, is_right)| if is_right { walls.right[cell] } else { walls.below[cell] });
    let mut symbols: Vec<char> = Vec::new();
    let mut without = 0u32;
    for is_line in lines.chain([true]) {
        if !is_line {
            without += 1;
            continue;
        }
        // `y` has a line after 25 pairs, so `z` is needed only for more.
        while without > 25 {
            symbols.push('z');
            without -= 25;
        }
        let letter = char::from_u32('a' as u32 + without.saturating_sub(1));
        symbols.extend(if without == 0 { Some('_') } else { letter });
        without = 0;
    }
    if !repeats {
        return Ok(symbols.into_iter().collect());
    }
    let mut text = String::new();
    // A count shortens three equal symbols or more.
    for same in symbols.chunk_by(|a, b| a == b) {
        match same.len() {
            count @ 1..=2 => text.extend(&same[..count]),
            count => text += &format!("{}{count}", same[0]),
        }
    }
    Ok(text)
}
