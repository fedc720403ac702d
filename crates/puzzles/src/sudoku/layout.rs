//! Classifies a line at the start of a board: the whole board, its first row,
//! or a line around boards.

use parallax_instance::{InputError, LineReader};
use parallax_model::Value;

use super::super::line_fields::{LineField, is_idle, split_fields};
use super::{box_height, drawn_board, symbol};

/// The content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SudokuLineKind {
    /// No part of a board: a blank line, a comment, a border or a title.
    Around,
    /// A whole board of this order, one symbol per cell.
    Symbols(usize),
    /// A whole board of this order, as numbers.
    Numbers(usize),
    /// The first row of a board of this order.
    Row(usize),
    /// A number of symbols that is not a board.
    Length(usize),
    /// None of these.
    Other,
}

/// Returns the pieces of a row. Borders and commas count as white space.
pub(super) fn row_pieces(text: &str) -> Vec<LineField<'_>> {
    split_fields(text, |c| c.is_whitespace() || matches!(c, '|' | '│' | '┃' | '║' | ','))
}

/// Returns the fields of a row with commas, if one of them is empty, which is a blank cell. A comma
/// at the end only ends the last cell.
pub(super) fn fields_between_commas(text: &str) -> Option<Vec<LineField<'_>>> {
    if !text.contains(',') {
        return None;
    }
    let mut column = 1;
    let mut fields: Vec<LineField<'_>> = Vec::new();
    for text in text.split(',') {
        fields.push(LineField { column, text });
        column += text.chars().count() + 1;
    }
    // The last field may be empty: a comma may end the line.
    let has_empty = fields.iter().rev().skip(1).any(|field| field.text.trim().is_empty());
    has_empty.then_some(fields)
}

/// Returns the value of a field between commas, 0 for an empty one.
fn value_of_field(field: LineField<'_>) -> (usize, Option<Value>) {
    let indent = field.text.chars().take_while(|c| c.is_whitespace()).count();
    let text = field.text.trim();
    let column = field.column + indent;
    (column, if text.is_empty() { Some(0) } else { piece_value(LineField { column, text }) })
}

/// Returns the first piece of a line. It ends at white space, `:`, `,`, `;` or `#`, which may
/// follow a board on its line.
pub(super) fn first_piece(text: &str) -> Option<LineField<'_>> {
    split_fields(text, |c| c.is_whitespace() || matches!(c, ':' | ',' | ';' | '#'))
        .into_iter()
        .next()
}

/// Whether a line is a border between rows: `---+---+---`, `===`, `┌──┬──┐`,
/// `*-----*`. A line of only `-` and spaces is a border if `dashes` is set.
pub(super) fn is_border(text: &str, dashes: bool) -> bool {
    let text = text.trim();
    let drawn =
        |c: char| ('\u{2500}'..='\u{257f}').contains(&c) && c != '│' && c != '║' && c != '┃';
    let of_lines =
        |c: char| matches!(c, '-' | '+' | '=' | '|' | '*' | ':' | ' ') || drawn(c) || c == '│';
    if text.is_empty() || !text.chars().all(of_lines) {
        return false;
    }
    let star =
        text.len() > 2 && text.starts_with('*') && text.ends_with('*') && text.contains("--");
    text.contains(['+', '='])
        || text.contains(drawn)
        || star
        || (dashes && text.chars().all(|c| c == '-' || c == ' '))
}

/// Whether a line belongs to no board, whatever comes before and after it.
pub(crate) fn is_between(text: &str) -> bool {
    is_idle(text, &['#']) || is_border(text, false)
}

/// Returns the value of a piece that is one cell: a symbol or a number.
pub(super) fn piece_value(piece: LineField<'_>) -> Option<Value> {
    let mut chars = piece.text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => symbol::symbol_value(c),
        _ if piece.text.len() <= 3 && piece.text.bytes().all(|b| b.is_ascii_digit()) => {
            piece.text.parse().ok()
        }
        _ => None,
    }
}

/// Returns the values of a row of `order` cells, as numbers or symbols, with their columns in the
/// text. `None` marks a character that is no value.
///
/// # Errors
/// Returns the number of symbols if the row has another length.
pub(super) fn read_row(text: &str, order: usize) -> Result<Vec<(usize, Option<Value>)>, usize> {
    let text = text.split('#').next().unwrap_or(text);
    if let Some(fields) = fields_between_commas(text) {
        let found = fields.len();
        let cells = || fields.into_iter().map(value_of_field).collect();
        return if found == order { Ok(cells()) } else { Err(found) };
    }
    let pieces = row_pieces(text);
    // One piece for each cell. If they are of another number, each symbol is a cell.
    if pieces.len() == order && pieces.iter().all(|&piece| piece_value(piece).is_some()) {
        return Ok(pieces.into_iter().map(|piece| (piece.column, piece_value(piece))).collect());
    }
    let chars = pieces.iter().flat_map(|p| {
        p.text.chars().enumerate().map(|(i, c)| (p.column + i, symbol::symbol_value(c)))
    });
    let values: Vec<_> = chars.collect();
    if values.len() == order { Ok(values) } else { Err(values.len()) }
}

/// Returns the character at a column of a line, counted from 1.
fn character_at(text: &str, column: usize) -> char {
    text.chars().nth(column - 1).unwrap_or(' ')
}

/// Whether a line is a row of this order without larger values, letters for blanks aside.
fn is_row(text: &str, order: usize) -> bool {
    let in_range = |(column, value): (usize, Option<Value>)| {
        value.is_some_and(|v| v <= order as Value)
            || symbol::is_letter_for_blank(character_at(text, column), order)
    };
    // No order above `MAX_ORDER` has a symbol for each value, so a longer line of symbols is a
    // truncated board.
    let plausible = order <= symbol::MAX_ORDER || row_pieces(text).len() == order;
    plausible
        && box_height(order).is_ok()
        && read_row(text, order).is_ok_and(|row| row.into_iter().all(in_range))
}

/// Returns the order of a board with `cells` cells.
#[must_use]
pub fn order_of(cells: usize) -> Option<usize> {
    let order = cells.isqrt();
    (order * order == cells && box_height(order).is_ok()).then_some(order)
}

/// Classifies the next line. `expected` is the order, if known. `plain` states that each board is
/// on one line, so a line with a single piece is no row.
pub(super) fn next(
    lines: &mut LineReader<'_>,
    expected: Option<usize>,
    plain: bool,
) -> Result<Option<SudokuLineKind>, InputError> {
    let Some(line) = lines.peek_line(0)? else { return Ok(None) };
    let text = line.text.clone();
    // The line after this one matters only if neither of these two cases applies.
    if is_between(&text) {
        return Ok(Some(SudokuLineKind::Around));
    }
    if let (None, Some(order), false) = (expected, board_on_a_line(&text), is_border(&text, true)) {
        return Ok(Some(SudokuLineKind::Symbols(order)));
    }
    let following =
        lines.look_ahead(|lines| Ok(lines.peek_line(1)?.map(|line| line.text.clone())))?;
    let following = following.unwrap_or_default();
    // A line of dashes may be a row of blanks. Bars in the next line show that it is a border.
    let border = is_border(&text, following.trim_start().starts_with('|'));
    Ok(Some(match expected {
        _ if border => SudokuLineKind::Around,
        Some(order) => of_order(&text, order),
        None => of_any_order(&text, &following, plain),
    }))
}

/// Returns the number of symbols in the first piece of a line.
fn symbol_count(text: &str) -> usize {
    first_piece(text).map_or(0, |piece| piece.text.chars().count())
}

/// Returns the order of the board that this line contains in symbols.
fn board_on_a_line(text: &str) -> Option<usize> {
    order_of(symbol_count(text)).filter(|&order| order <= symbol::MAX_ORDER)
}

/// Returns the number of pieces and the number of symbols of a row.
fn row_widths(text: &str) -> [usize; 2] {
    if let Some(fields) = fields_between_commas(text) {
        return [fields.len(); 2];
    }
    let pieces = row_pieces(text);
    [pieces.len(), pieces.iter().map(|piece| piece.text.chars().count()).sum()]
}

fn of_order(text: &str, order: usize) -> SudokuLineKind {
    let [pieces, symbols] = row_widths(text);
    match () {
        _ if symbol_count(text) == order * order => SudokuLineKind::Symbols(order),
        _ if pieces == order * order => SudokuLineKind::Numbers(order),
        _ if is_title(text) && !is_row(text, order) => SudokuLineKind::Around,
        _ if read_row(text, order).is_ok() => SudokuLineKind::Row(order),
        _ => SudokuLineKind::Length(symbols),
    }
}

fn of_any_order(text: &str, following: &str, plain: bool) -> SudokuLineKind {
    if let Some(order) = board_on_a_line(text) {
        return SudokuLineKind::Symbols(order);
    }
    let length = symbol_count(text);
    let [pieces, symbols] = row_widths(text);
    // Where boards are on single lines, one piece is a damaged board and not a row.
    let alone = pieces <= 1 && (plain || board_on_a_line(following).is_some());
    // A row has a cell for each piece, or for each symbol.
    match [pieces, symbols].into_iter().find(|&order| is_row(text, order)) {
        Some(order) if !alone => SudokuLineKind::Row(order),
        _ if length > symbol::MAX_ORDER || alone => SudokuLineKind::Length(length),
        _ if is_title(text) || is_border(text, true) => SudokuLineKind::Around,
        _ => SudokuLineKind::Other,
    }
}

/// Whether a line may be the title of a board. Names of cells belong to another puzzle.
pub(super) fn is_title(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '[') && !names_cells(text)
}

/// Whether a line names a cell, such as `r1c2`.
pub(super) fn names_cells(text: &str) -> bool {
    let is_cell = |word: &str| {
        let rest = word.strip_prefix(['r', 'R']).and_then(|rest| rest.split_once(['c', 'C']));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        rest.is_some_and(|(row, column)| is_number(row) && is_number(column))
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_cell)
}

/// Whether a line is a board or the first row of one.
pub(super) fn starts_board(text: &str) -> bool {
    board_on_a_line(text).is_some() || row_widths(text).into_iter().any(|order| is_row(text, order))
}

/// Whether the next lines are a Sudoku or resemble one.
pub(crate) fn looks_like(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    Ok(is_board_or_rows(lines)? || drawn_board::read_drawn_board(lines)?.is_some())
}

fn is_board_or_rows(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    const MAX_LOOKAHEAD_LINES: usize = 64;
    let mut titles = 0;
    for distance in 0..MAX_LOOKAHEAD_LINES {
        let Some(line) = lines.peek_line(distance)? else { return Ok(false) };
        let text = line.text.clone();
        // Sixteen dashes or more may be a board of blanks.
        if is_idle(&text, &['#']) || is_border(&text, text.len() < 16) {
            continue;
        }
        if symbol_count(&text) >= 16 {
            return Ok(is_like_a_board(&text));
        }
        if let Some(order) = row_widths(&text).into_iter().find(|&order| is_row(&text, order)) {
            // One row alone may be of any text; a second one of the same length makes a board
            // likely.
            let second = next_content(lines, distance + 1)?;
            return Ok(second.is_some_and(|text| read_row(&text, order).is_ok()));
        }
        titles += 1;
        if !is_title(&text) || titles > 1 {
            return Ok(false);
        }
    }
    Ok(false)
}

/// Whether a long piece is a board or nearly one: symbols only, in the number
/// of a board; or at least nine tenths symbols, and half digits and dots.
fn is_like_a_board(text: &str) -> bool {
    let length = symbol_count(text);
    let known = text
        .trim_start()
        .chars()
        .take(length)
        .filter(|&c| symbol::symbol_value(c).is_some())
        .count();
    let plain =
        text.trim_start().chars().take(length).filter(|c| c.is_ascii_digit() || *c == '.').count();
    known == length && order_of(length).is_some() || known * 10 >= length * 9 && plain * 2 >= length
}

fn next_content(
    lines: &mut LineReader<'_>,
    mut distance: usize,
) -> Result<Option<String>, InputError> {
    while let Some(line) = lines.peek_line(distance)? {
        if !is_border(&line.text, true) {
            return Ok(Some(line.text.clone()));
        }
        distance += 1;
        if distance > 12 {
            break;
        }
    }
    Ok(None)
}
