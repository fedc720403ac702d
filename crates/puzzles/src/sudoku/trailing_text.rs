//! Text after a board, which may make another puzzle of it: a map of regions, cages.

use parallax_instance::{InputError, LineReader, TextLine, shorten_text};
use parallax_model::Value;

use super::super::line_fields::is_idle;
use super::layout::{is_border, is_title, names_cells, read_row, starts_board};

/// Maximum number of lines to examine.
const MAX_EXAMINED_LINES: usize = 256;

/// Refuses text after a board of this order, unless it is another board or the title of one. If
/// `plain` is set, a text that may be a damaged board on a line is left to the error of that board.
/// Consumes nothing.
///
/// # Errors
/// Returns an error that names the line, or the error of reading it.
pub(super) fn check_end(
    lines: &mut LineReader<'_>,
    order: usize,
    plain: bool,
) -> Result<(), InputError> {
    let Some((distance, first)) = find_content_line(lines, 0)? else { return Ok(()) };
    if starts_board(&first.text) {
        // Rows after a board are another board, or a map of regions that belongs to the first one.
        let is_map = is_map(lines, distance, order)?;
        return if is_map { Err(foreign_line_error(lines, &first)) } else { Ok(()) };
    }
    let is_other = !is_title(&first.text) && !names_cells(&first.text);
    if is_other && plain && !first.text.trim_start().starts_with('{') {
        return Ok(());
    }
    // A title must be followed by its board.
    let second = find_content_line(lines, distance + 1)?;
    let is_titled = second.is_some_and(|(_, line)| starts_board(&line.text));
    if is_titled && is_title(&first.text) { Ok(()) } else { Err(foreign_line_error(lines, &first)) }
}

/// Returns the error for a line that belongs to no board.
pub(super) fn foreign_line_error(lines: &LineReader<'_>, line: &TextLine) -> InputError {
    let message = format!(
        "'{}': text after the board; a map of regions or cages makes another puzzle, which \
         Parallax does not read here; expected another board, its title, or a comment (#)",
        shorten_text(line.text.trim())
    );
    lines.make_error(message).at_line(line.number)
}

/// Returns the next line from `distance` on that holds something, and its distance.
fn find_content_line(
    lines: &mut LineReader<'_>,
    from: usize,
) -> Result<Option<(usize, TextLine)>, InputError> {
    for distance in from..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        if !is_idle(&line.text, &['#']) && !is_border(&line.text, true) {
            return Ok(Some((distance, line.clone())));
        }
    }
    Ok(None)
}

/// Whether the rows from `distance` on are a map of regions: the cells of each symbol are as many
/// as a region has, and touch. No Sudoku has equal values side by side.
fn is_map(lines: &mut LineReader<'_>, distance: usize, order: usize) -> Result<bool, InputError> {
    let mut cells: Vec<Option<Value>> = Vec::new();
    let mut from = distance;
    while cells.len() < order * order {
        let Some((at, line)) = find_content_line(lines, from)? else { return Ok(false) };
        let Ok(row) = read_row(&line.text, order) else { return Ok(false) };
        cells.extend(row.into_iter().map(|(_, value)| value));
        from = at + 1;
    }
    // A symbol whose cells are apart, or too many, has a region of another size.
    let mut seen = vec![false; cells.len()];
    for start in 0..cells.len() {
        if !seen[start] && measure_region(&cells, order, start, &mut seen) != order {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the number of cells that are connected to a cell and have its symbol; marks them as
/// seen.
fn measure_region(cells: &[Option<Value>], order: usize, start: usize, seen: &mut [bool]) -> usize {
    let (mut size, mut open) = (0, vec![start]);
    seen[start] = true;
    while let Some(cell) = open.pop() {
        size += 1;
        let (row, column) = (cell / order, cell % order);
        let near = [
            (row > 0).then(|| cell - order),
            (row + 1 < order).then(|| cell + order),
            (column > 0).then(|| cell - 1),
            (column + 1 < order).then(|| cell + 1),
        ];
        for next in near.into_iter().flatten() {
            if !seen[next] && cells[next] == cells[cell] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    size
}
