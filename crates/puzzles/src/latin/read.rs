//! Reads Latin squares: the `.pls` form (`order n`, then rows from 0 with -1
//! for a hole) and the form with the number of holes (`n holes`, then rows
//! from 1 with `.` for a hole).

use parallax_instance::{InputError, LineReader, PuzzleSolution, TextLine};
use parallax_model::Value;

use super::super::grid_solutions;
use super::super::line_fields::{
    LineField, LinePlace, count_noun, is_idle, next_content_line, shorten_text, split_words,
};
use super::{EXPECTED, LatinPuzzle, MAX_ORDER};

/// The notation of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LatinForm {
    /// From 0, holes are -1.
    Pls,
    /// From 1, holes are dots; the header announces this number of holes.
    Holes(usize),
}

/// Reads the next square; `None` at the end.
pub(crate) fn next(lines: &mut LineReader<'_>) -> Result<Option<LatinPuzzle>, InputError> {
    let Some(header) = next_content_line(lines, &['#'])? else { return Ok(None) };
    let (order, form) = read_header(lines.source_name(), &header)?;
    let mut clues = Vec::with_capacity(order * order);
    for row in 1..=order {
        let Some(line) = next_content_line(lines, &['#'])? else {
            let message = format!("the square ends after {} of {order} rows", row - 1);
            return Err(lines.make_error(message).at_line(header.number));
        };
        let place = LinePlace { source: lines.source_name(), line: line.number };
        let cells = split_words(&line.text);
        if cells.len() != order {
            return Err(
                place.line_error(format!("row {row} has {} cells, expected {order}", cells.len()))
            );
        }
        for cell in cells {
            clues.push(read_clue(place, cell, order, form)?);
        }
    }
    let place = LinePlace { source: lines.source_name(), line: header.number };
    let holes = clues.iter().filter(|clue| clue.is_none()).count();
    match form {
        LatinForm::Holes(announced) if announced != holes => {
            let announced = count_noun(announced, "hole", "holes");
            Err(place
                .line_error(format!("the header announces {announced}, but the rows have {holes}")))
        }
        _ => {
            let square = LatinPuzzle::new(order, clues)
                .map_err(|error| place.line_error(error.to_string()))?;
            check_after(lines)?;
            Ok(Some(square))
        }
    }
}

/// Refuses text after a square unless it is the header of another one. In a pipe, a square does not
/// wait for the next one.
fn check_after(lines: &mut LineReader<'_>) -> Result<(), InputError> {
    let mut distance = 0;
    // Only looks ahead: the header is consumed with its own square.
    while !lines.may_wait()
        && let Some(line) = lines.peek_line(distance)?.cloned()
    {
        if is_idle(&line.text, &['#']) {
            distance += 1;
            continue;
        }
        if read_header(lines.source_name(), &line).is_err() {
            let message = format!(
                "'{}': text after the square; expected the header of another one, or a comment (#)",
                shorten_text(&line.text)
            );
            return Err(lines.make_error(message).at_line(line.number));
        }
        break;
    }
    Ok(())
}

fn read_header(source: &str, line: &TextLine) -> Result<(usize, LatinForm), InputError> {
    let place = LinePlace { source, line: line.number };
    let order =
        |field| Ok(place.parse_integer(field, "an order", 1..=MAX_ORDER as Value)? as usize);
    match split_words(&line.text)[..] {
        [word, number] if word.text.eq_ignore_ascii_case("order") => {
            Ok((order(number)?, LatinForm::Pls))
        }
        [number, holes] if number.text.bytes().all(|b| b.is_ascii_digit()) => {
            let order = order(number)?;
            let holes =
                place.parse_integer(holes, "a number of holes", 0..=(order * order) as Value)?;
            Ok((order, LatinForm::Holes(holes as usize)))
        }
        _ => Err(place.line_error(format!("'{}'; expected {EXPECTED}", shorten_text(&line.text)))),
    }
}

fn read_clue(
    place: LinePlace<'_>,
    cell: LineField<'_>,
    order: usize,
    form: LatinForm,
) -> Result<Option<Value>, InputError> {
    let order = order as Value;
    match form {
        LatinForm::Pls => {
            match place.parse_integer(cell, "a value or -1 for a hole", -1..=order - 1)? {
                -1 => Ok(None),
                value => Ok(Some(value + 1)),
            }
        }
        LatinForm::Holes(_) if cell.text == "." => Ok(None),
        LatinForm::Holes(_) => {
            place.parse_integer(cell, "a value or . for a hole", 1..=order).map(Some)
        }
    }
}

/// Reads solutions: rows of numbers from 1, or squares without holes under an
/// `order` header, as in instances.
pub(super) fn read_solutions(
    order: usize,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let mut lines = LineReader::new(source, text.as_bytes());
    // The first word tells the form: a row of numbers cannot begin with `order`.
    let first = split_words(text).first().map_or("", |word| word.text);
    if !first.eq_ignore_ascii_case("order") {
        return grid_solutions::read_grid_solutions(source, text, order, order);
    }
    let mut found = Vec::new();
    while let Some(square) = next(&mut lines)? {
        if square.order() != order {
            return Err(
                lines.make_error(format!("a square of order {}, expected {order}", square.order()))
            );
        }
        let solution: Option<PuzzleSolution> = square.clues().iter().copied().collect();
        found.push(
            solution.ok_or_else(|| lines.make_error("a square with holes; expected a solution"))?,
        );
    }
    Ok(found)
}
