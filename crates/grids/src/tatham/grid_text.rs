//! Numbers in some cells: letters count blank cells, `_` separates numbers.

use parallax_model::Value;

use crate::errors::{CodeError, GridRuleError, LocatedTextError};
use crate::symbols::SymbolCursor;

/// Reads a number or a blank for each cell.
pub(super) fn read_numbers(
    symbols: &mut SymbolCursor,
    cells: usize,
) -> Result<Vec<Option<i64>>, LocatedTextError> {
    let mut found = Vec::with_capacity(cells);
    while let Some(symbol) = symbols.peek_symbol().filter(|symbol| *symbol != ',') {
        // Each step below is checked against the room, so `found` has at most `cells` entries.
        let room = cells - found.len();
        let blanks = match symbol {
            'a'..='z' => symbol as usize - 'a' as usize + 1,
            _ => 0,
        };
        if room == 0 || blanks > room {
            return Err(symbols.symbol_error(CodeError::ExtraCells { expected: cells }));
        }
        if blanks > 0 {
            symbols.next();
            found.resize(found.len() + blanks, None);
            continue;
        }
        match symbols.take_decimal()? {
            Some(number) => found.push(Some(number)),
            None => return Err(symbols.unexpected_symbol("a number or a letter")),
        }
        if symbols.take_if('_') && !symbols.peek_symbol().is_some_and(|c| c.is_ascii_digit()) {
            return Err(symbols.unexpected_symbol("a number after '_'"));
        }
    }
    if found.len() < cells {
        return Err(symbols.symbol_error(CodeError::Cells { found: found.len(), expected: cells }));
    }
    Ok(found)
}

/// Reads the givens of a grid with the digits 1 to `side`.
pub(super) fn read_givens(
    symbols: &mut SymbolCursor,
    side: usize,
) -> Result<Vec<Option<Value>>, LocatedTextError> {
    let cells = read_numbers(symbols, side * side)?;
    let digit = |number: i64| {
        GridRuleError::check_digit(number, (1, side as Value)).map(|()| number as Value)
    };
    Ok(cells
        .into_iter()
        .map(|cell| cell.map(digit).transpose())
        .collect::<Result<_, GridRuleError>>()?)
}

/// Writes a number or a blank for each cell.
pub(super) fn write_numbers(cells: impl Iterator<Item = Option<i64>>) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for cell in cells {
        match cell {
            None => blanks += 1,
            Some(number) => {
                write_blanks(&mut text, blanks);
                blanks = 0;
                // Two numbers next to each other need a separator. Letters for blanks separate by
                // themselves.
                if text.ends_with(|c: char| c.is_ascii_digit()) {
                    text.push('_');
                }
                text += &number.to_string();
            }
        }
    }
    write_blanks(&mut text, blanks);
    text
}

fn write_blanks(text: &mut String, mut count: u32) {
    while count > 0 {
        let part = count.min(26);
        text.extend(char::from_u32('a' as u32 + part - 1));
        count -= part;
    }
}
