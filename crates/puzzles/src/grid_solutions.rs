//! Readers and writers of solutions of square grids as numbers: row by row on one line, or one row
//! per line.

use parallax_instance::{InputError, LineReader, PuzzleSolution};
use parallax_model::Value;

use super::line_fields::{LinePlace, is_idle, split_fields};

/// Reads at least one grid of `order * order` numbers from 1 to `largest`.
pub(super) fn read_grid_solutions(
    source: &str,
    text: &str,
    order: usize,
    largest: usize,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let mut lines = LineReader::new(source, text.as_bytes());
    let mut found: Vec<PuzzleSolution> = Vec::new();
    let mut rows: PuzzleSolution = Vec::new();
    let mut last = 0;
    while let Some(line) = lines.next_line()? {
        let place = LinePlace { source, line: line.number };
        if is_idle(&line.text, &['#', '%']) {
            // A blank line ends a grid, so it cannot be inside of one.
            if line.text.is_empty() {
                check_complete(place, &rows, order)?;
            }
            continue;
        }
        last = line.number;
        let values = read_numbers(place, &line.text, largest)?;
        match values.len() {
            n if rows.is_empty() && n == order * order => found.push(values),
            n if n == order => rows.extend(values),
            n => {
                let message =
                    format!("{n} numbers, expected a row of {order} or all {}", order * order);
                return Err(place.line_error(message));
            }
        }
        if rows.len() == order * order {
            found.push(std::mem::take(&mut rows));
        }
    }
    check_complete(LinePlace { source, line: last }, &rows, order)?;
    if found.is_empty() {
        Err(lines.make_error(format!("no solution; expected {order} rows of {order} numbers")))
    } else {
        Ok(found)
    }
}

fn check_complete(place: LinePlace<'_>, rows: &[Value], order: usize) -> Result<(), InputError> {
    match rows.len() {
        0 => Ok(()),
        n => Err(place.line_error(format!("the grid ends after {} of {order} rows", n / order))),
    }
}

/// Reads the numbers on a line, separated by spaces, commas, semicolons or bars.
fn read_numbers(
    place: LinePlace<'_>,
    text: &str,
    largest: usize,
) -> Result<PuzzleSolution, InputError> {
    let pieces = split_fields(text, |c| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '│'));
    let number = |piece| place.parse_integer(piece, "a value", 1..=largest as Value);
    pieces.into_iter().map(number).collect()
}

/// Writes a solution as numbers separated by spaces.
pub(super) fn write_solution(solution: &[Value]) -> String {
    let numbers: Vec<String> = solution.iter().map(Value::to_string).collect();
    numbers.join(" ")
}
