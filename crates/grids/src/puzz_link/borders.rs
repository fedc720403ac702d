//! Kropki and minarism: marks between cells of a Latin square.
//!
//! The borders are those between columns, row by row, then those between rows, row by row.

use super::{PuzzLinkCode, finish_puzzle, numbers, sudoku};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodeError, CodePart, GridFormError, LocatedTextError};
use crate::rules::{AnyRule, Dot, Inequality, UnmarkedDots};
use crate::shape::GridShape;

/// Returns the pairs of cells at each border, in the order of the code.
pub(super) fn border_pairs(shape: GridShape) -> Vec<[usize; 2]> {
    let pairs = |step: (isize, isize)| {
        (0..shape.cell_count()).filter_map(move |cell| Some([cell, shape.step_from(cell, step)?]))
    };
    pairs((0, 1)).chain(pairs((1, 0))).collect()
}

/// Reads a kropki: three borders a symbol, 9, 3 and 1 times 0 (none), 1 (white) or 2 (black). All
/// dots are given.
pub(super) fn read_kropki(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let mut symbols = code.symbols;
    let puzzle = GridPuzzle::new(GridBase::Latin, code.shape)?;
    sudoku::require_square(&puzzle)?;
    let mut rules: Vec<AnyRule> = Vec::new();
    for three in border_pairs(puzzle.shape).chunks(3) {
        let value =
            symbols.peek_symbol().filter(|c| !c.is_ascii_uppercase()).and_then(|c| c.to_digit(27));
        let Some(value) = value else {
            return Err(symbols.unexpected_symbol("0-9 or a-q for borders"));
        };
        let marks = [value / 9, value / 3 % 3, value % 3];
        // The last symbol may have fewer than three borders. The digits beyond them must be 0.
        if marks[three.len()..].iter().any(|mark| *mark != 0) {
            return Err(symbols.symbol_error(CodeError::ExtraDot));
        }
        symbols.next();
        for (&cells, mark) in three.iter().zip(marks) {
            let black = mark == 2;
            let dot = Dot { cells, black, number: if black { 2 } else { 1 } };
            rules.extend((mark > 0).then_some(AnyRule::from(dot)));
        }
    }
    symbols.expect_end()?;
    rules.push(all_dots().into());
    finish_puzzle(puzzle, rules)
}

fn all_dots() -> UnmarkedDots {
    UnmarkedDots { differences: vec![1], ratios: vec![2] }
}

/// Reads a minarism: for each border a difference, `g` if the first cell is smaller, `h` if it is
/// greater; `i` to `z` skip 1 to 18 borders.
pub(super) fn read_minarism(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let mut symbols = code.symbols;
    let puzzle = GridPuzzle::new(GridBase::Latin, code.shape)?;
    sudoku::require_square(&puzzle)?;
    let borders = border_pairs(puzzle.shape);
    let mut rules: Vec<AnyRule> = Vec::new();
    let mut at = 0;
    while let Some(&cells) = borders.get(at) {
        if let Some(number) = numbers::take_number(&mut symbols)? {
            if number == 0 {
                return Err(symbols.symbol_error(CodeError::ZeroDifference));
            }
            rules.push(Dot { cells, black: false, number }.into());
            at += 1;
            continue;
        }
        let [first, second] = cells;
        match symbols.peek_symbol() {
            Some('g') => rules.push(Inequality { lower: first, upper: second }.into()),
            Some('h') => rules.push(Inequality { lower: second, upper: first }.into()),
            // `i` skips one border, for which `at` is increased below.
            Some(symbol @ 'i'..='z') => at += symbol as usize - 'i' as usize,
            _ => {
                let (count, parts) = (borders.len(), "borders");
                return Err(symbols.unexpected_symbol(CodePart::Part { count, parts, done: at }));
            }
        }
        at += 1;
        // Checked while the letter is next, so that the error has its column.
        if at > borders.len() {
            let (count, parts) = (borders.len(), "borders");
            return Err(symbols.symbol_error(CodeError::Length { count, parts }));
        }
        symbols.next();
    }
    symbols.expect_end()?;
    finish_puzzle(puzzle, rules)
}

/// Returns the index of a border in the order of [`border_pairs`].
fn border_index(shape: GridShape, a: usize, b: usize) -> Result<usize, GridFormError> {
    let (first, second) = (a.min(b), a.max(b));
    let in_row = shape.columns - 1;
    if shape.step_from(first, (0, 1)) == Some(second) {
        Ok(shape.row(first) * in_row + shape.column(first))
    } else if shape.step_from(first, (1, 0)) == Some(second) {
        Ok(shape.rows * in_row + first)
    } else {
        Err(GridFormError::ApartCells { cells: shape.locate_all(&[first, second]) })
    }
}

/// Writes a kropki: a Latin square with all dots and without givens.
pub(super) fn write_kropki(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let mut marks = vec![0; border_pairs(shape).len()];
    for rule in &puzzle.rules {
        match rule {
            AnyRule::UnmarkedDots(all) if *all == all_dots() => {}
            AnyRule::Dot(dot) if dot.number == if dot.black { 2 } else { 1 } => {
                let slot = &mut marks[border_index(shape, dot.cells[0], dot.cells[1])?];
                let mark = if dot.black { 2 } else { 1 };
                // A border has room for one dot.
                if std::mem::replace(slot, mark) != 0 {
                    return Err(GridFormError::no_place("kropki at puzz.link", rule, puzzle));
                }
            }
            _ => return Err(GridFormError::no_place("kropki at puzz.link", rule, puzzle)),
        }
    }
    let symbol = |three: &[u32]| {
        let mark = |index: usize| three.get(index).copied().unwrap_or(0);
        char::from_digit(9 * mark(0) + 3 * mark(1) + mark(2), 27)
    };
    Ok(marks.chunks(3).filter_map(symbol).collect())
}

/// Writes a minarism: a Latin square with signs and differences, without givens.
pub(super) fn write_minarism(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    let mut marks: Vec<Option<String>> = vec![None; border_pairs(shape).len()];
    for rule in &puzzle.rules {
        let (a, b, mark) = match rule {
            AnyRule::Dot(dot) if !dot.black && dot.number > 0 => {
                (dot.cells[0], dot.cells[1], numbers::write_number(dot.number)?)
            }
            AnyRule::Inequality(sign) => {
                let mark = if sign.lower < sign.upper { "g" } else { "h" };
                (sign.lower, sign.upper, mark.to_owned())
            }
            _ => return Err(GridFormError::no_place("minarism at puzz.link", rule, puzzle)),
        };
        if marks[border_index(shape, a, b)?].replace(mark).is_some() {
            return Err(GridFormError::no_place("minarism at puzz.link", rule, puzzle));
        }
    }
    let mut text = String::new();
    let mut skipped = 0;
    for mark in marks {
        match mark {
            None => skipped += 1,
            Some(mark) => {
                numbers::write_skip(&mut text, skipped, 'i');
                skipped = 0;
                text += &mark;
            }
        }
    }
    numbers::write_skip(&mut text, skipped, 'i');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{GridShape, border_index, border_pairs};

    #[test]
    fn borders_have_their_place_in_the_code() {
        for (rows, columns) in [(1, 1), (1, 4), (4, 1), (3, 5)] {
            let shape = GridShape { rows, columns };
            let pairs = border_pairs(shape);
            for a in 0..shape.cell_count() {
                for b in 0..shape.cell_count() {
                    let index = pairs.iter().position(|pair| *pair == [a.min(b), a.max(b)]);
                    assert_eq!(border_index(shape, a, b).ok(), index, "{shape:?}: {a} and {b}");
                }
            }
        }
    }
}
