//! Numbers from 0 in base 16, with letters for places without a number.
//!
//! `0` to `f` are a number, `-` has two digits after it, `+` three; `=`, `@`, `*` and `$` add a
//! constant to the three, three, four and five digits after them; `g` to `z` skip 1 to 20 places.

use crate::errors::{CodeError, CodePart, GridFormError, LocatedTextError};
use crate::symbols::SymbolCursor;

/// The signs before longer numbers: the digits after each, and the constant that it adds.
const LONG_NUMBER_SIGNS: [(char, usize, i64); 6] =
    [('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('*', 4, 12_240), ('$', 5, 77_776)];

/// Takes the next number. `None` if no number follows.
pub(super) fn take_number(symbols: &mut SymbolCursor) -> Result<Option<i64>, LocatedTextError> {
    let Some(symbol) = symbols.peek_symbol() else { return Ok(None) };
    if let Some(&(_, count, add)) = LONG_NUMBER_SIGNS.iter().find(|(sign, ..)| *sign == symbol) {
        symbols.next();
        return Ok(Some(symbols.take_hex(count)? + add));
    }
    if symbol == '.' {
        return Err(symbols.symbol_error(CodeError::UnknownNumber));
    }
    match symbol {
        '0'..='9' | 'a'..='f' => Ok(Some(symbols.take_hex(1)?)),
        _ => Ok(None),
    }
}

/// Takes a number or none for each of `count` places.
pub(super) fn take_numbers(
    symbols: &mut SymbolCursor,
    count: usize,
) -> Result<Vec<Option<i64>>, LocatedTextError> {
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        if let Some(number) = take_number(symbols)? {
            found.push(Some(number));
            continue;
        }
        let skip = match symbols.peek_symbol() {
            Some(symbol @ 'g'..='z') => symbol as usize - 'g' as usize + 1,
            _ => {
                let expected = CodePart::Part { count, parts: "places", done: found.len() };
                return Err(symbols.unexpected_symbol(expected));
            }
        };
        if found.len() + skip > count {
            return Err(symbols.symbol_error(CodeError::Length { count, parts: "places" }));
        }
        symbols.next();
        found.resize(found.len() + skip, None);
    }
    Ok(found)
}

/// Writes a number or none for each place.
///
/// # Errors
/// Returns an error if a number is too large.
pub(super) fn write_numbers(
    places: impl Iterator<Item = Option<i64>>,
) -> Result<String, GridFormError> {
    let mut text = String::new();
    let mut skipped = 0;
    for place in places {
        match place {
            None => skipped += 1,
            Some(number) => {
                write_skip(&mut text, skipped, 'g');
                skipped = 0;
                text += &write_number(number)?;
            }
        }
    }
    write_skip(&mut text, skipped, 'g');
    Ok(text)
}

/// Writes letters for a number of places; `first` is for one place.
pub(super) fn write_skip(text: &mut String, mut count: u32, first: char) {
    let max = 'z' as u32 - first as u32 + 1;
    while count > 0 {
        let part = count.min(max);
        // At most `z`, so there is such a letter.
        text.extend(char::from_u32(first as u32 + part - 1));
        count -= part;
    }
}

/// Writes a number.
pub(super) fn write_number(number: i64) -> Result<String, GridFormError> {
    match number {
        0..=15 => Ok(format!("{number:x}")),
        16..=255 => Ok(format!("-{number:02x}")),
        256..=4095 => Ok(format!("+{number:03x}")),
        4096..=8191 => Ok(format!("={:03x}", number - 4096)),
        8192..=12_239 => Ok(format!("@{:03x}", number - 8192)),
        12_240..=77_775 => Ok(format!("*{:04x}", number - 12_240)),
        77_776..=1_126_351 => Ok(format!("${:05x}", number - 77_776)),
        _ => Err(GridFormError::LinkNumber { number }),
    }
}
