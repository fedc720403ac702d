//! Singles: a hitori, which is not supported.

use super::id::TathamGameId;
use crate::GridPuzzle;
use crate::errors::{CodePart, GameError, LocatedTextError};
use crate::shape::MAX_SIDE;

/// Reads an ID of singles to its end, and refuses it.
pub(super) fn refuse_singles(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("")?;
    let Some(height) = id.height else {
        return Err(GameError::OneNumber.into());
    };
    if !(1..=MAX_SIDE).contains(&id.width) || !(1..=MAX_SIDE).contains(&height) {
        return Err(GameError::Sides.into());
    }
    let (cells, most) = (id.width * height, id.width.max(height) as u32);
    let mut symbols = id.description_symbols();
    for number in 0..cells {
        let value = symbols.peek_symbol().and_then(|c| match c {
            'A'..='Z' => Some(c as u32 - 'A' as u32 + 36),
            _ => c.to_digit(36),
        });
        match value {
            Some(value) if (1..=most).contains(&value) => {}
            Some(number) => return Err(symbols.symbol_error(GameError::Number { number, most })),
            None => {
                let expected = CodePart::Part { count: cells, parts: "cells", done: number };
                return Err(symbols.unexpected_symbol(expected));
            }
        }
        symbols.next();
    }
    symbols.expect_end()?;
    Err(GameError::Hitori.into())
}
