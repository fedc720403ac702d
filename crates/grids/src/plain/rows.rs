//! The rows of a grid: symbols, numbers, or a picture with signs between the cells.

use parallax_instance::{LineField, shorten_text, split_words};
use parallax_model::Value;

use crate::errors::{LocatedTextError, PlainLineError};
use crate::rules::{AnyRule, Dot, Inequality};
use crate::shape::GridShape;

/// A cell of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainCell {
    /// Open.
    Open,
    /// A given digit.
    Given(Value),
    /// A black cell, with a digit or without.
    Black(Option<Value>),
    /// A black cell of a kakuro with sums: down, then across.
    Clue(Option<i64>, Option<i64>),
}

/// A row that was read.
pub(super) struct PlainRow {
    /// The cells.
    pub entries: Vec<PlainCell>,
    /// The sign after each cell but the last; a blank if there is none.
    pub signs: Vec<char>,
    /// The column of the first cell, if a line of signs may follow.
    pub indent: Option<usize>,
}

/// Whether a line is a row of a grid by its first character.
pub(super) fn starts_row(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first.is_some_and(|c| {
        matches!(c, '.' | '#' | '\\' | '|') || c.is_ascii_digit() || c.is_ascii_uppercase()
    })
}

/// Reads a row with this number of cells.
pub(super) fn read_row(text: &str, columns: usize) -> Result<PlainRow, LocatedTextError> {
    // Bars are borders that a person drew between the cells.
    let plain: String = text.chars().map(|c| if c == '|' { ' ' } else { c }).collect();
    let plain = plain.trim_end();
    let pieces = split_words(plain);
    let first = pieces.first().map_or(1, |piece| piece.column);
    let drawn: Vec<char> = plain.chars().skip(first - 1).collect();
    // In a picture, cells and signs alternate, and the last cell has no sign after it.
    let is_picture = drawn.len() + 1 == 2 * columns;
    // One word for each cell, which may have several digits.
    if pieces.len() == columns && (columns > 1 || pieces[0].text.chars().count() > 1) {
        let entries =
            pieces.iter().map(|&piece| read_cell_word(piece)).collect::<Result<_, _>>()?;
        let indent = is_picture.then_some(first);
        return Ok(PlainRow { entries, signs: vec![' '; columns.saturating_sub(1)], indent });
    }
    let sign = |c: &char| matches!(c, ' ' | '<' | '>' | 'o' | '*');
    let between = drawn.iter().skip(1).step_by(2);
    if is_picture && between.clone().all(sign) {
        let symbol = |(place, &c): (usize, &char)| read_symbol(first + 2 * place, c);
        let entries = drawn.iter().step_by(2).enumerate().map(symbol).collect::<Result<_, _>>()?;
        return Ok(PlainRow { entries, signs: between.copied().collect(), indent: Some(first) });
    }
    let symbols: Vec<(usize, char)> =
        plain.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).collect();
    if symbols.len() != columns {
        let text = shorten_text(text.trim());
        let count = if pieces.len() > 1 { pieces.len() } else { symbols.len() };
        return Err(PlainLineError::RowCells { found: text, count, expected: columns }.into());
    }
    let entries =
        symbols.iter().map(|&(at, c)| read_symbol(at + 1, c)).collect::<Result<Vec<_>, _>>()?;
    Ok(PlainRow { entries, signs: vec![' '; columns.saturating_sub(1)], indent: None })
}

/// Returns the cell of one character.
fn read_symbol(column: usize, c: char) -> Result<PlainCell, LocatedTextError> {
    match c {
        '.' => Ok(PlainCell::Open),
        '#' => Ok(PlainCell::Black(None)),
        '0'..='9' => Ok(PlainCell::Given(c as Value - '0' as Value)),
        'A'..='Z' => Ok(PlainCell::Given(c as Value - 'A' as Value + 10)),
        _ => {
            let expected = "'.', a digit, a letter A-Z or '#'";
            Err(LocatedTextError::at_column(
                column,
                PlainLineError::Mismatch { found: c.to_string(), expected },
            ))
        }
    }
}

/// Returns the cell of a word.
fn read_cell_word(field: LineField<'_>) -> Result<PlainCell, LocatedTextError> {
    let text = field.text;
    let mut chars = text.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return read_symbol(field.column, c);
    }
    let fault = || {
        let expected = "a cell: . 12 # #5 17\\6";
        LocatedTextError::at_column(
            field.column,
            PlainLineError::Mismatch { found: shorten_text(text), expected },
        )
    };
    let number = |text: &str| -> Result<i64, LocatedTextError> {
        // At most six digits: below `MAX_NUMBER`, and within the range of `Value`.
        let is_number = text.bytes().all(|b| b.is_ascii_digit()) && (1..=6).contains(&text.len());
        is_number.then(|| text.parse().ok()).flatten().ok_or_else(fault)
    };
    if let Some((down, across)) = text.split_once('\\') {
        let sum = |text: &str| if text.is_empty() { Ok(None) } else { number(text).map(Some) };
        return Ok(PlainCell::Clue(sum(down)?, sum(across)?));
    }
    if let Some(digit) = text.strip_prefix('#') {
        return match digit.chars().next() {
            Some(c) if digit.len() == 1 && c.is_ascii_uppercase() => {
                Ok(PlainCell::Black(Some(c as Value - 'A' as Value + 10)))
            }
            _ => Ok(PlainCell::Black(Some(number(digit)? as Value))),
        };
    }
    Ok(PlainCell::Given(number(text)? as Value))
}

/// Returns the rules of the signs between the cells of a row.
pub(super) fn row_sign_rules(shape: GridShape, row: usize, signs: &[char]) -> Vec<AnyRule> {
    let rule = |(column, &sign): (usize, &char)| {
        sign_rule(sign, shape.cell_at(row, column), shape.cell_at(row, column + 1))
    };
    signs.iter().enumerate().filter_map(rule).collect()
}

fn sign_rule(sign: char, first: usize, second: usize) -> Option<AnyRule> {
    let cells = [first, second];
    Some(match sign {
        '<' | '^' => Inequality { lower: first, upper: second }.into(),
        '>' | 'v' => Inequality { lower: second, upper: first }.into(),
        'o' => Dot { cells, black: false, number: 1 }.into(),
        '*' => Dot { cells, black: true, number: 2 }.into(),
        _ => return None,
    })
}

/// Whether a line has signs between two rows, and nothing else.
pub(super) fn is_signs(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(|c| matches!(c, ' ' | '^' | 'v' | 'o' | '*'))
}

/// Reads a line of signs below a row whose first cell is in column `indent`.
pub(super) fn read_sign_line(
    shape: GridShape,
    row: usize,
    indent: Option<usize>,
    text: &str,
) -> Result<Vec<AnyRule>, LocatedTextError> {
    let mut rules = Vec::new();
    for (at, sign) in text.chars().enumerate().filter(|(_, c)| *c != ' ') {
        // Cells are at even distances from the first one, and a sign is right below a cell.
        let column = indent.and_then(|indent| (at + 1).checked_sub(indent));
        let offset = column.filter(|column| column % 2 == 0 && column / 2 < shape.columns);
        let Some(offset) = offset.filter(|_| row + 1 < shape.rows) else {
            return Err(LocatedTextError::at_column(at + 1, PlainLineError::LooseSign { sign }));
        };
        let (first, second) = (shape.cell_at(row, offset / 2), shape.cell_at(row + 1, offset / 2));
        rules.extend(sign_rule(sign, first, second));
    }
    Ok(rules)
}
