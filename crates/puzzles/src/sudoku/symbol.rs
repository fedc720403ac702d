//! Symbols of the cells of a Sudoku: one character per cell up to [`MAX_ORDER`], numbers beyond.

use parallax_model::Value;

/// Maximum order whose values have a symbol each: `1` to `9`, `A` to `Z`.
pub(super) const MAX_ORDER: usize = 35;

/// Whether a character represents a blank cell.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, '.' | '0' | '*' | '_' | '-' | '?')
}

/// Whether a character has no value in this order, but is written for a blank cell (`x`), or for
/// the digit 0 by mistake (`o`).
pub(super) fn is_letter_for_blank(c: char, order: usize) -> bool {
    matches!(c, 'x' | 'X' | 'o' | 'O')
        && symbol_value(c).is_some_and(|value| value > order as Value)
}

/// Returns the value of a symbol, 0 for a blank.
pub(super) fn symbol_value(c: char) -> Option<Value> {
    match c {
        c if is_blank(c) => Some(0),
        c => c.to_digit(36).map(|digit| digit as Value),
    }
}

/// Returns the symbol of a value, if it has one.
fn value_symbol(value: Value) -> Option<char> {
    let digit = u32::try_from(value).ok().filter(|&v| v > 0)?;
    char::from_digit(digit, 36).map(|c| c.to_ascii_uppercase())
}

/// Returns the symbol of a cell; `.` for a blank, `?` for a value that has none.
pub(super) fn cell_symbol(clue: Option<Value>) -> char {
    clue.map_or('.', |value| value_symbol(value).unwrap_or('?'))
}

/// Returns a value as text: its symbol, or the number if it has none.
pub(super) fn value_text(value: Value) -> String {
    value_symbol(value).map_or_else(|| value.to_string(), String::from)
}

/// Writes cells as numbers separated by spaces, `.` for a blank.
pub(super) fn cell_numbers(cells: &[Option<Value>]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|c| c.map_or(".".to_owned(), |v| v.to_string())).collect();
    cells.join(" ")
}

/// Returns the symbols of an order, for error messages.
pub(super) fn allowed_symbols(order: usize) -> String {
    let values = match order {
        0..=9 => format!("1-{order}"),
        10 => "1-9 or A".to_owned(),
        _ => format!("1-9 or A-{}", cell_symbol(Some(order.min(MAX_ORDER) as Value))),
    };
    format!("{values}, or a blank (. 0 _ - * ? x)")
}
