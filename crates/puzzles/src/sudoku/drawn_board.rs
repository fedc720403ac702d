//! Reads Sudokus as people draw them: with spaces for blank cells, and with
//! headings.

use parallax_instance::{InputError, LineReader};
use parallax_model::Value;

use super::super::line_fields::is_idle;
use super::layout::{is_border, read_row};
use super::{SudokuPuzzle, box_height, symbol, trailing_text};

/// Maximum number of lines of a drawn board.
const MAX_DRAWN_LINES: usize = 40;

/// Maximum order of a drawn board.
const MAX_ORDER: usize = 16;

/// The cells of a row: `None` for a space, 0 for a mark of a blank.
type Cells = Vec<Option<Value>>;

/// Returns the board, if the rest of a text is a drawing of one board in which some blank cells are
/// spaces. Consumes nothing.
///
/// # Errors
/// Returns an error for text below a board with bars.
pub(super) fn read_drawn_board(
    lines: &mut LineReader<'_>,
) -> Result<Option<SudokuPuzzle>, InputError> {
    let Some(text) = lines.look_ahead(drawing_lines)? else { return Ok(None) };
    // In a board with bars, the last line with a bar is its end.
    let end = text.iter().rposition(|line| line.contains('|')).map_or(text.len(), |last| last + 1);
    let board = of_lines(&text[..end]);
    match text[end..].iter().find(|line| !line.is_empty()) {
        Some(below) if board.is_some() => {
            Err(lines.look_ahead(|lines| line_below_error(lines, below))?)
        }
        _ => Ok(board),
    }
}

/// Returns the error for a line below a board.
fn line_below_error(lines: &mut LineReader<'_>, text: &str) -> Result<InputError, InputError> {
    for distance in 0..MAX_DRAWN_LINES {
        if let Some(line) =
            lines.peek_line(distance)?.filter(|line| normalize_line(&line.text) == text).cloned()
        {
            return Ok(trailing_text::foreign_line_error(lines, &line));
        }
    }
    Ok(lines.make_error("text after the board"))
}

/// Returns a line with plain bars and without tabs.
fn normalize_line(line: &str) -> String {
    line.replace(['│', '┃', '║'], "|").replace('\t', "    ")
}

/// Returns the rest of a text without comments and borders, if it may be a drawing.
fn drawing_lines(lines: &mut LineReader<'_>) -> Result<Option<Vec<String>>, InputError> {
    let mut text: Vec<String> = Vec::new();
    while let Some(line) = lines.peek_line(text.len())? {
        // A row has at most `MAX_ORDER` cells: this line is a board of its own, and none of the
        // lines after it is waited for.
        let is_board =
            line.text.len() >= 81 && line.text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        if text.len() >= MAX_DRAWN_LINES || line.text.len() > 10 * MAX_ORDER || is_board {
            return Ok(None);
        }
        text.push(normalize_line(&line.text));
    }
    text.retain(|line| !line.starts_with('#') && (line.is_empty() || !is_border(line, true)));
    while text.last().is_some_and(String::is_empty) {
        text.pop();
    }
    Ok(Some(text))
}

fn of_lines(text: &[String]) -> Option<SudokuPuzzle> {
    let barred = text.iter().any(|line| line.contains('|'));
    let filled: Vec<&str> = text
        .iter()
        .map(String::as_str)
        .filter(|line| if barred { line.contains('|') } else { !is_idle(line, &[]) })
        .collect();
    let start = text.iter().position(|line| !line.is_empty())?;
    let with_empty: Vec<&str> = text[start..].iter().map(String::as_str).collect();
    // The lines without and with a heading, then the same with blank lines as empty rows.
    let candidates = [&filled[..], filled.get(1..)?, &with_empty[..], with_empty.get(1..)?];
    let headed = [false, true, false, true];
    candidates.into_iter().zip(headed).find_map(|(rows, headed)| {
        let order = rows.len();
        let fits = (4..=MAX_ORDER).contains(&order) && box_height(order).is_ok();
        // A title or the column labels may come first.
        let heading = text[start].trim();
        if !fits || (headed && !is_heading(heading, order)) {
            return None;
        }
        // Other readers take rows in which no cell is a space.
        if rows.iter().all(|line| read_row(line, order).is_ok()) {
            return None;
        }
        let rows: Vec<Vec<char>> = rows.iter().map(|line| line.chars().collect()).collect();
        let cells = row_cells(&rows, order).or_else(|| row_cells(&strip_labels(rows)?, order))?;
        let cells = cells.concat();
        // A board that marks blanks has no empty cells.
        let mixed = cells.contains(&None) && cells.contains(&Some(0));
        let clues: Cells = cells.iter().map(|cell| cell.filter(|&value| value > 0)).collect();
        // With fewer clues than rows, the text is hardly a board.
        let several = clues.iter().flatten().count() >= order;
        (several && !mixed).then(|| SudokuPuzzle::new(order, clues).ok()).flatten()
    })
}

/// Whether a line above a board is a title, or labels the columns in order.
fn is_heading(line: &str, order: usize) -> bool {
    let names: String = line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
    let is = |first: u8| names.bytes().eq((first..).take(order));
    let title = line.starts_with(char::is_alphabetic)
        && names.chars().filter(|c| c.is_alphabetic()).count() > 3;
    is(b'1') || is(b'A') || is(b'a') || title
}

/// Returns the rows without their labels, if each row begins with its label: `A`, `B`, …, or `a`,
/// `b`, …, or `1`, `2`, …
fn strip_labels(mut rows: Vec<Vec<char>>) -> Option<Vec<Vec<char>>> {
    let indent = |row: &[char]| row.iter().position(|c| !c.is_whitespace());
    for first in ['A', 'a', '1'] {
        let labels = (u32::from(first)..).filter_map(char::from_u32);
        let fits = |(row, label): (&Vec<char>, char)| {
            let Some(at) = indent(row) else { return false };
            let end = row.get(at + 1).is_none_or(|c| c.is_whitespace() || "|:.".contains(*c));
            row[at] == label && end
        };
        if rows.iter().zip(labels).all(fits) {
            for row in &mut rows {
                let at = indent(row)?;
                row[at] = ' ';
                if row.get(at + 1).is_some_and(|c| matches!(c, ':' | '.')) {
                    row[at + 1] = ' ';
                }
            }
            return Some(rows);
        }
    }
    None
}

/// Returns the cells of all rows, in equidistant columns.
fn row_cells(rows: &[Vec<char>], order: usize) -> Option<Vec<Cells>> {
    let width = order / box_height(order).ok()?;
    if !rows.iter().any(|row| row.contains(&'|')) {
        let lines: Vec<&[char]> = rows.iter().map(|row| &row[..]).collect();
        // Boxes may be further apart than cells: up to three more spaces.
        return (0..=3).find_map(|gap| split_columns(&lines, order, (width, gap)));
    }
    let mut pieces: Vec<&[char]> = Vec::new();
    for row in rows {
        let mut bands: Vec<&[char]> = row.split(|&c| c == '|').collect();
        let blank = |band: &[char]| band.iter().all(|c| c.is_whitespace());
        // Text outside the frame is no cell.
        if bands.len() > order / width && bands.first().is_some_and(|band| blank(band)) {
            bands.remove(0);
        }
        if bands.len() > order / width && bands.last().is_some_and(|band| band.is_empty()) {
            bands.pop();
        }
        pieces.extend(bands);
    }
    // All pieces between bars have the same number of cells.
    let per_piece = (rows.len() * order).checked_div(pieces.len())?;
    if pieces.len() * per_piece != rows.len() * order {
        return None;
    }
    let cells = split_columns(&pieces, per_piece, (per_piece, 0))?;
    Some(cells.concat().chunks(order).map(<[_]>::to_vec).collect())
}

/// Returns the cells in `number` equidistant columns, with `gap.1` more characters after every
/// `gap.0` columns. Uses the smallest distance that fits every character.
fn split_columns(lines: &[&[char]], number: usize, gap: (usize, usize)) -> Option<Vec<Cells>> {
    const MAX_COLUMN_DISTANCE: usize = 4;
    let indent = |line: &&[char]| line.iter().position(|c| !c.is_whitespace());
    let min_indent = lines.iter().filter_map(indent).min()?;
    let tries = (1..=MAX_COLUMN_DISTANCE).flat_map(|distance| {
        // A small indentation is part of the distance.
        let first = min_indent.saturating_sub(distance * number);
        (first..=min_indent).map(move |offset| (distance, offset))
    });
    let fit = |(distance, offset): (usize, usize)| {
        let position = |column: usize| offset + distance * column + column / gap.0 * gap.1;
        let read = |line: &&[char]| {
            let mut cells: Cells = vec![None; number];
            for (at, &c) in line.iter().enumerate().filter(|(_, c)| !c.is_whitespace()) {
                // A character between two columns rules the distance out.
                let column = (0..number).find(|&column| position(column) == at)?;
                cells[column] = Some(symbol::symbol_value(c)?);
            }
            Some(cells)
        };
        let widest = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        // The lines must be long enough to reach the last column.
        let reached = widest + distance > position(number - 1);
        reached.then(|| lines.iter().map(read).collect::<Option<Vec<Cells>>>()).flatten()
    };
    tries.filter_map(fit).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

    fn read(text: &str) -> Option<String> {
        use parallax_instance::Instance;
        let mut lines = LineReader::new("here", text.as_bytes());
        read_drawn_board(&mut lines).unwrap().map(|board| board.notation().write_instance())
    }

    #[test]
    fn blanks_may_be_spaces() {
        let plain = "53  7    \n6  195   \n 98    6 \n8   6   3\n4  8 3  1\n7   2   6\n 6    28 \n   419  5\n    8  79\n";
        assert_eq!(read(plain).as_deref(), Some(EXPECTED));
        let wide: String = plain
            .lines()
            .map(|line| line.chars().map(|c| format!("{c} ")).collect::<String>() + "\n")
            .collect();
        assert_eq!(read(&wide).as_deref(), Some(EXPECTED));
        let indented: String = wide.lines().map(|line| format!("    {line}\n")).collect();
        assert_eq!(read(&format!("From the newspaper\n{indented}")).as_deref(), Some(EXPECTED));
    }

    #[test]
    fn ignores_frames_and_headings() {
        let rows = EXPECTED.trim().as_bytes().chunks(9);
        let drawn = |row: &[u8]| {
            let cell = |&c: &u8| if c == b'.' { ' ' } else { char::from(c) };
            let cells: Vec<String> = row.iter().map(|c| cell(c).to_string()).collect();
            cells.chunks(3).map(|band| format!(" {} ", band.join(" "))).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<String>> = rows.map(drawn).collect();
        let border = "+-------+-------+-------+\n";
        let framed: String = rows.iter().map(|bands| format!("|{}|\n", bands.join("|"))).collect();
        assert_eq!(read(&format!("{border}{framed}{border}")).as_deref(), Some(EXPECTED));
        let open: String =
            rows.iter().map(|bands| format!("{}\n", bands.join("|").trim_end())).collect();
        assert_eq!(read(&open).as_deref(), Some(EXPECTED));
        let labels = "ABCDEFGHI".chars().zip(framed.lines());
        let labelled: String = labels.map(|(label, line)| format!("{label} {line}\n")).collect();
        let headed = format!("    1 2 3   4 5 6   7 8 9\n  {border}{labelled}  {border}");
        assert_eq!(read(&headed).as_deref(), Some(EXPECTED));
    }

    #[test]
    fn other_texts_are_no_drawings() {
        for text in [
            "53..7....\n6..195...\n",
            "Dear reader,\nhow are you?\nI am\nfine\n",
            "1 2 3\n4 5 6\n7 8 9\n1 2 3\n",
            "12  \n    \n    \n    \n",
            "53..7...\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
            "4 3 3\n0012\n1012\n2012\n",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
