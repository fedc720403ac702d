//! Reads a short code symbol by symbol, with columns for faults.

use crate::errors::{CodeError, CodePart, Fault, TextError};

/// The longest decimal number, in digits.
pub(crate) const MAX_DIGITS: usize = 12;

/// The symbols of a text, and the place of the next one.
pub(crate) struct Symbols {
    chars: Vec<char>,
    at: usize,
    /// The number of characters of the line before the text.
    before: usize,
}

impl Symbols {
    /// Creates a reader of a text that has `before` characters of its line before it.
    pub(crate) fn new(text: &str, before: usize) -> Self {
        Symbols { chars: text.chars().collect(), at: 0, before }
    }

    /// Returns the next symbol.
    pub(crate) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Takes the next symbol.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Takes the next symbol if it is the given one.
    pub(crate) fn eat(&mut self, symbol: char) -> bool {
        let is_next = self.peek() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    /// Creates a fault at the next symbol.
    pub(crate) fn fault(&self, error: impl Into<TextError>) -> Fault {
        Fault::at(self.before + self.at + 1, error)
    }

    /// Creates a fault at the next symbol, which is not as expected.
    pub(crate) fn unexpected(&self, expected: impl Into<CodePart>) -> Fault {
        let expected = expected.into();
        self.fault(match self.peek() {
            Some(found) => CodeError::Mismatch { found, expected },
            None => CodeError::End { expected },
        })
    }

    /// Takes a symbol that has to follow.
    pub(crate) fn expect(&mut self, symbol: char) -> Result<(), Fault> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(CodePart::Symbol(symbol))) }
    }

    /// Takes a decimal number. `None` if no digit follows.
    pub(crate) fn number(&mut self) -> Result<Option<i64>, Fault> {
        let from = self.at;
        let mut value = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if self.at - from == MAX_DIGITS {
                return Err(self.fault(CodeError::NumberLength));
            }
            value = value * 10 + i64::from(digit);
            self.at += 1;
        }
        Ok((self.at > from).then_some(value))
    }

    /// Takes a number of exactly `count` digits of base 16.
    pub(crate) fn hex(&mut self, count: usize) -> Result<i64, Fault> {
        let mut value = 0;
        for _ in 0..count {
            let digit =
                self.peek().filter(|c| !c.is_ascii_uppercase()).and_then(|c| c.to_digit(16));
            let Some(digit) = digit else { return Err(self.unexpected("a digit 0-9 or a-f")) };
            value = value * 16 + i64::from(digit);
            self.at += 1;
        }
        Ok(value)
    }

    /// Requires that no symbol follows.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(found) => Err(self.fault(CodeError::AfterEnd { found })),
        }
    }
}
