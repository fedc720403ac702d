//! Singles: a hitori, which has no place here.

use super::id::Id;
use crate::GridPuzzle;
use crate::fault::Fault;
use crate::shape::MAX_SIDE;

/// The reason against a hitori.
pub(super) const REFUSED: &str =
    "a hitori (singles) needs connected regions, for which there is no rule here";

/// Reads an ID of singles to its end, and refuses it.
pub(super) fn read(id: &Id<'_>) -> Result<GridPuzzle, Fault> {
    id.letters_of("")?;
    let Some(height) = id.height else {
        return Err(Fault::new("one number for the size; expected WIDTHxHEIGHT"));
    };
    if !(1..=MAX_SIDE).contains(&id.width) || !(1..=MAX_SIDE).contains(&height) {
        return Err(Fault::new(format!("expected sides from 1 to {MAX_SIDE}")));
    }
    let (cells, most) = (id.width * height, id.width.max(height) as u32);
    let mut symbols = id.symbols();
    for number in 0..cells {
        let value = symbols.peek().and_then(|c| match c {
            'A'..='Z' => Some(c as u32 - 'A' as u32 + 36),
            _ => c.to_digit(36),
        });
        match value {
            Some(value) if (1..=most).contains(&value) => {}
            Some(value) => {
                let message = format!("{value} is no number here; expected 1 to {most}");
                return Err(symbols.fault(message));
            }
            None => return Err(symbols.unexpected(&format!("{cells} cells, after {number}"))),
        }
        symbols.next();
    }
    symbols.end()?;
    Err(Fault::new(REFUSED))
}
