//! The parts of a game ID.

use parallax_instance::shorten_text;

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{GameError, LocatedTextError};
use crate::shape::{GridShape, MAX_SIDE};
use crate::symbols::SymbolCursor;

/// A game ID, split into its parts.
pub(super) struct TathamGameId<'a> {
    /// The name before the ID, if there is one.
    pub name: Option<&'a str>,
    /// The first number of the size: a width, or the only number.
    pub width: usize,
    /// The number after `x`.
    pub height: Option<usize>,
    /// The letters after the size, without the difficulty.
    pub letters: String,
    /// The text after the colon.
    pub description: &'a str,
    /// The number of characters before the description.
    pub before: usize,
}

/// Splits off a name before an ID.
pub(super) fn split_name(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((name, rest)) if !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()) => {
            (Some(name), rest)
        }
        _ => (None, text),
    }
}

impl<'a> TathamGameId<'a> {
    /// Splits a text.
    pub(super) fn split_id(text: &'a str) -> Result<Self, LocatedTextError> {
        let start = text.len() - text.trim_start().len();
        let (name, rest) = split_name(text.trim());
        // A name is ASCII, so its bytes are its characters.
        let skipped = text[..start].chars().count() + name.map_or(0, |name| name.len() + 1);
        let expected = "an ID such as 3x3:DESCRIPTION";
        let Some(at) = rest.find([':', '#']) else {
            return Err(GameError::Absence { expected }.into());
        };
        if rest[at..].starts_with('#') {
            let column = skipped + rest[..at].chars().count() + 1;
            return Err(LocatedTextError::at_column(column, GameError::Seed));
        }
        let (size, description) = (&rest[..at], &rest[at + 1..]);
        let mut symbols = SymbolCursor::new(size, skipped);
        let side = |symbols: &mut SymbolCursor| match symbols.take_decimal()? {
            Some(side) => Ok(usize::try_from(side).unwrap_or(usize::MAX)),
            None => Err(symbols.unexpected_symbol("a size, such as 9 or 3x3")),
        };
        let width = side(&mut symbols)?;
        let height = if symbols.take_if('x') { Some(side(&mut symbols)?) } else { None };
        let mut letters = String::new();
        while let Some(letter) = symbols.next() {
            // A letter after `d` is a difficulty, which only matters to make a puzzle.
            if letter != 'd' {
                letters.push(letter);
            } else if symbols.next().is_none() {
                return Err(symbols.unexpected_symbol("a letter for the difficulty"));
            }
        }
        let before = skipped + size.chars().count() + 1;
        Ok(TathamGameId { name, width, height, letters, description, before })
    }

    /// Returns the symbols of the description.
    pub(super) fn description_symbols(&self) -> SymbolCursor {
        SymbolCursor::new(self.description, self.before)
    }

    /// Requires that the letters after the size are some of the given ones, each once.
    pub(super) fn letters_of(&self, known: &str) -> Result<(), LocatedTextError> {
        let mut seen = String::new();
        for letter in self.letters.chars() {
            if !known.contains(letter) || seen.contains(letter) {
                return Err(GameError::Parameters { found: shorten_text(&self.letters) }.into());
            }
            seen.push(letter);
        }
        Ok(())
    }

    /// Returns whether a letter is after the size.
    pub(super) fn has_letter(&self, letter: char) -> bool {
        self.letters.contains(letter)
    }

    /// Returns the size of a game whose parameters are one number.
    pub(super) fn square_size(&self) -> Result<usize, LocatedTextError> {
        match self.height {
            None => Ok(self.width),
            Some(_) => Err(GameError::TwoNumbers.into()),
        }
    }

    /// Returns an empty square grid.
    pub(super) fn square_grid(&self, base: GridBase) -> Result<GridPuzzle, LocatedTextError> {
        let side = self.square_size()?;
        Ok(GridPuzzle::new(base, GridShape { rows: side, columns: side })?)
    }

    /// Returns an empty grid of a game whose parameters are a width and a height.
    pub(super) fn empty_grid(&self, base: GridBase) -> Result<GridPuzzle, LocatedTextError> {
        let Some(rows) = self.height else {
            return Err(GameError::OneNumber.into());
        };
        Ok(GridPuzzle::new(base, GridShape { rows, columns: self.width })?)
    }

    /// Returns the size of the boxes of solo: columns, then rows, whose product is a side.
    pub(super) fn box_size(&self) -> Result<(usize, usize), LocatedTextError> {
        // The one number of a jigsaw is its side, so the product below is the side as well.
        let height = match self.height {
            Some(height) => height,
            None if self.has_letter('j') => 1,
            None => {
                let expected = "CxR, the boxes across and down, or Nj";
                return Err(GameError::Absence { expected }.into());
            }
        };
        let side = self.width.checked_mul(height).filter(|side| (1..=MAX_SIDE).contains(side));
        match side {
            Some(_) => Ok((self.width, height)),
            None => Err(GameError::GridSides.into()),
        }
    }
}
