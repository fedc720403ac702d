//! Solutions as text: a character for each cell, or numbers with blanks between them.

use parallax_instance::{InputError, LineField, PuzzleSolution, shorten_text, split_words};
use parallax_model::Value;

use super::GridPuzzle;
use super::errors::GridSolutionError;

/// Writes a solution on one line, row by row, with `#` for a cell without a digit.
pub(crate) fn write_solution(puzzle: &GridPuzzle, solution: &[Value]) -> String {
    let mut values = solution.iter();
    let cells = (0..puzzle.shape.cell_count()).map(|cell| {
        if puzzle.has_value(cell) {
            values.next().map_or_else(|| "?".to_owned(), Value::to_string)
        } else {
            "#".to_owned()
        }
    });
    let cells: Vec<String> = cells.collect();
    cells.join(if puzzle.digits.1 <= 9 { "" } else { " " })
}

/// Reads at least one solution: on one line, or a row a line.
///
/// # Errors
/// Returns an error at the first place that is not as expected.
pub(crate) fn read_solutions(
    puzzle: &GridPuzzle,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let cells = puzzle.shape.cell_count();
    let mut found: Vec<PuzzleSolution> = Vec::new();
    let mut open: Vec<Option<Value>> = Vec::new();
    let mut last = 0;
    let fault = |error: GridSolutionError| InputError::new(source, error.to_string());
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('%') {
            continue;
        }
        last = index + 1;
        open.extend(
            read_cells(puzzle, line)
                .map_err(|(column, error)| fault(error).at_position(last, column))?,
        );
        if open.len() > cells {
            let error = GridSolutionError::Cells { found: open.len(), expected: cells };
            return Err(fault(error).at_line(last));
        }
        // A solution may be spread over several lines, but must end with one.
        if open.len() == cells {
            let fits = open
                .iter()
                .enumerate()
                .position(|(cell, value)| value.is_some() != puzzle.has_value(cell));
            if let Some(cell) = fits {
                let (is_open, cell) = (puzzle.has_value(cell), puzzle.shape.cell_place(cell));
                let error = if is_open {
                    GridSolutionError::NoDigit { cell }
                } else {
                    GridSolutionError::BlackDigit { cell }
                };
                return Err(fault(error).at_line(last));
            }
            found.push(open.drain(..).flatten().collect());
        }
    }
    if !open.is_empty() || found.is_empty() {
        let error = GridSolutionError::Cells { found: open.len(), expected: cells };
        return Err(fault(error).at_line(last.max(1)));
    }
    Ok(found)
}

/// Reads the cells of a line: words if there are as many as columns or cells, else characters.
fn read_cells(
    puzzle: &GridPuzzle,
    line: &str,
) -> Result<Vec<Option<Value>>, (usize, GridSolutionError)> {
    let pieces = split_words(line);
    let count = pieces.len();
    let is_words = count == puzzle.shape.cell_count() || count == puzzle.shape.columns;
    // The line is not blank, so there is a first word. One character alone is read below, with the
    // same result.
    if is_words && (count > 1 || pieces[0].text.len() > 1) {
        return pieces.into_iter().map(|piece| read_cell(puzzle, piece)).collect();
    }
    // Columns count characters, slices count bytes.
    let symbols = line.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
    let field = |(at, (offset, c)): (usize, (usize, char))| LineField {
        column: at + 1,
        text: &line[offset..offset + c.len_utf8()],
    };
    symbols.map(|symbol| read_cell(puzzle, field(symbol))).collect()
}

/// Reads a cell. An error has the column of the text.
fn read_cell(
    puzzle: &GridPuzzle,
    field: LineField<'_>,
) -> Result<Option<Value>, (usize, GridSolutionError)> {
    let (low, high) = puzzle.digits;
    let letter = |c: char| c.is_ascii_uppercase().then(|| c as Value - 'A' as Value + 10);
    let mut chars = field.text.chars();
    let value = match (chars.next(), chars.next()) {
        (Some('#'), None) => return Ok(None),
        (Some(c), None) => c.to_digit(10).map(|d| d as Value).or_else(|| letter(c)),
        _ => field.text.parse().ok(),
    };
    value.filter(|value| (low..=high).contains(value)).map(Some).ok_or_else(|| {
        (field.column, GridSolutionError::Digit { found: shorten_text(field.text), low, high })
    })
}
