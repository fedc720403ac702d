//! Reads a short code symbol by symbol, with columns for faults.

use crate::errors::{CodeError, CodePart, LocatedTextError, TextError};

/// The longest decimal number, in digits.
pub(crate) const MAX_DIGITS: usize = 12;

/// The symbols of a text, and the place of the next one.
pub(crate) struct SymbolCursor {
    chars: Vec<char>,
    at: usize,
    /// The number of characters of the line before the text.
    before: usize,
}

impl SymbolCursor {
    /// Creates a reader of a text that has `before` characters of its line before it.
    pub(crate) fn new(text: &str, before: usize) -> Self {
        SymbolCursor { chars: text.chars().collect(), at: 0, before }
    }

    /// Returns the next symbol.
    pub(crate) fn peek_symbol(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Takes the next symbol.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek_symbol();
        self.at += usize::from(next.is_some());
        next
    }

    /// Takes the next symbol if it is the given one.
    pub(crate) fn take_if(&mut self, symbol: char) -> bool {
        let is_next = self.peek_symbol() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    /// Creates a fault at the next symbol.
    pub(crate) fn symbol_error(&self, error: impl Into<TextError>) -> LocatedTextError {
        LocatedTextError::at_column(self.before + self.at + 1, error)
    }

    /// Creates a fault at the next symbol, which is not as expected.
    pub(crate) fn unexpected_symbol(&self, expected: impl Into<CodePart>) -> LocatedTextError {
        let expected = expected.into();
        self.symbol_error(match self.peek_symbol() {
            Some(found) => CodeError::Mismatch { found, expected },
            None => CodeError::End { expected },
        })
    }

    /// Takes the given symbol, which must be next.
    pub(crate) fn expect_symbol(&mut self, symbol: char) -> Result<(), LocatedTextError> {
        if self.take_if(symbol) {
            Ok(())
        } else {
            Err(self.unexpected_symbol(CodePart::Symbol(symbol)))
        }
    }

    /// Takes a decimal number. `None` if no digit follows.
    pub(crate) fn take_decimal(&mut self) -> Result<Option<i64>, LocatedTextError> {
        let from = self.at;
        let mut value = 0;
        while let Some(digit) = self.peek_symbol().and_then(|c| c.to_digit(10)) {
            // Twelve digits fit `i64`, so the value does not overflow.
            if self.at - from == MAX_DIGITS {
                return Err(self.symbol_error(CodeError::NumberLength));
            }
            value = value * 10 + i64::from(digit);
            self.at += 1;
        }
        Ok((self.at > from).then_some(value))
    }

    /// Takes a number of exactly `count` digits of base 16.
    pub(crate) fn take_hex(&mut self, count: usize) -> Result<i64, LocatedTextError> {
        let mut value = 0;
        for _ in 0..count {
            let digit =
                self.peek_symbol().filter(|c| !c.is_ascii_uppercase()).and_then(|c| c.to_digit(16));
            let Some(digit) = digit else {
                return Err(self.unexpected_symbol("a digit 0-9 or a-f"));
            };
            value = value * 16 + i64::from(digit);
            self.at += 1;
        }
        Ok(value)
    }

    /// Requires that no symbol follows.
    pub(crate) fn expect_end(&self) -> Result<(), LocatedTextError> {
        match self.peek_symbol() {
            None => Ok(()),
            Some(found) => Err(self.symbol_error(CodeError::AfterEnd { found })),
        }
    }
}
