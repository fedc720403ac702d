//! Tokens of FlatZinc and their places.

use parallax_instance::TextPositions;
use parallax_instance::{InputError, shorten_text};

/// Bytes between two checks of the clock.
const POLL_EVERY: usize = 1 << 16;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FlatzincToken<'t> {
    /// A name or a word of the language; a quoted name with its quotes.
    Name(&'t str),
    /// An integer.
    Int(i64),
    /// A number with a fraction or an exponent, as written.
    Float(&'t str),
    /// The inside of a string, as written.
    Text(&'t str),
    /// One of `[](){},;:=`.
    Sign(u8),
    /// `::`.
    Colons,
    /// `..`.
    Dots,
    /// The end of the text.
    End,
}

/// The position of reading among the tokens of a text.
#[derive(Clone)]
pub(super) struct FlatzincLexer<'t> {
    source: &'t str,
    text: &'t str,
    check: &'t dyn Fn() -> Result<(), InputError>,
    /// The next token.
    pub(super) token: FlatzincToken<'t>,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte after it.
    at: usize,
    /// The place from which the clock is checked again.
    poll: usize,
}

impl<'t> FlatzincLexer<'t> {
    /// Creates a lexer at the first token of a text; calls `check` at intervals, and stops if it
    /// fails.
    pub(super) fn new(
        source: &'t str,
        text: &'t str,
        check: &'t dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let mut lexer = FlatzincLexer {
            source,
            text,
            check,
            token: FlatzincToken::End,
            start: 0,
            at: 0,
            poll: POLL_EVERY,
        };
        lexer.advance_token()?;
        Ok(lexer)
    }

    /// Advances to the next token.
    #[inline]
    pub(super) fn advance_token(&mut self) -> Result<(), InputError> {
        if self.at >= self.poll {
            (self.check)()?;
            self.poll = self.at + POLL_EVERY;
        }
        self.skip_blank();
        self.start = self.at;
        let Some(byte) = self.peek_byte(0) else {
            self.token = FlatzincToken::End;
            return Ok(());
        };
        self.token = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => FlatzincToken::Name(self.read_name()),
            b'0'..=b'9' | b'-' => return self.read_number(),
            b'"' => FlatzincToken::Text(self.read_quoted(b'"', "a string")?),
            b'\'' => {
                self.read_quoted(b'\'', "a name")?;
                FlatzincToken::Name(self.text_slice(self.start, self.at))
            }
            b':' if self.peek_byte(1) == Some(b':') => self.finish_token(2, FlatzincToken::Colons),
            b'.' if self.peek_byte(1) == Some(b'.') => self.finish_token(2, FlatzincToken::Dots),
            b'[' | b']' | b'(' | b')' | b'{' | b'}' | b',' | b';' | b':' | b'=' => {
                self.finish_token(1, FlatzincToken::Sign(byte))
            }
            _ => return Err(self.unexpected_token("an item of FlatZinc")),
        };
        Ok(())
    }

    fn peek_byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn text_slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn finish_token(&mut self, length: usize, token: FlatzincToken<'t>) -> FlatzincToken<'t> {
        self.at += length;
        token
    }

    /// Returns the string that is the first argument of the next name, without advancing.
    pub(super) fn text_argument(&self) -> Result<Option<&'t str>, InputError> {
        let mut ahead = self.clone();
        ahead.advance_token()?;
        if !ahead.take_sign(b'(')? {
            return Ok(None);
        }
        Ok(if let FlatzincToken::Text(text) = ahead.token { Some(text) } else { None })
    }

    /// Whether these signs follow the next token.
    pub(super) fn is_followed_by(&self, signs: &[u8]) -> bool {
        let mut ahead = self.clone();
        ahead.skip_blank();
        ahead.text.as_bytes().get(ahead.at..).is_some_and(|rest| rest.starts_with(signs))
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'%' => {
                    let rest = &bytes[self.at..];
                    let end = rest.iter().position(|&byte| byte == b'\n');
                    self.at += end.unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Reads letters, digits and underscores.
    fn read_name(&mut self) -> &'t str {
        while self.peek_byte(0).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        self.text_slice(self.start, self.at)
    }

    /// Reads up to the closing quote, on the same line; returns the text inside. In strings a
    /// backslash protects the next character.
    fn read_quoted(&mut self, quote: u8, what: &str) -> Result<&'t str, InputError> {
        self.at += 1;
        loop {
            match self.peek_byte(0) {
                Some(byte) if byte == quote => break,
                Some(b'\\')
                    if quote == b'"' && self.peek_byte(1).is_some_and(|next| next != b'\n') =>
                {
                    self.at += 2;
                }
                None | Some(b'\n') => {
                    let quote = char::from(quote);
                    let message = format!("{what} without its end; expected {quote} on this line");
                    return Err(self.error_at(self.start, message));
                }
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(self.text_slice(self.start + 1, self.at - 1))
    }

    /// Reads a number.
    fn read_number(&mut self) -> Result<(), InputError> {
        let is_negative = self.peek_byte(0) == Some(b'-');
        self.at += usize::from(is_negative);
        let radix = match (self.peek_byte(0), self.peek_byte(1)) {
            (Some(b'0'), Some(b'x')) => 16,
            (Some(b'0'), Some(b'o')) => 8,
            _ => 10,
        };
        self.at += if radix == 10 { 0 } else { 2 };
        let digits = self.at;
        let is_digit = |byte: u8| char::from(byte).is_digit(radix);
        let skip_digits = |lexer: &mut Self| {
            while lexer.peek_byte(0).is_some_and(is_digit) {
                lexer.at += 1;
            }
        };
        skip_digits(self);
        let end = self.at;
        let mut is_float = false;
        if radix == 10 && digits < end {
            // In a range such as 1..5, no digit follows the first dot.
            if self.peek_byte(0) == Some(b'.') && self.peek_byte(1).is_some_and(is_digit) {
                is_float = true;
                self.at += 1;
                skip_digits(self);
            }
            if matches!(self.peek_byte(0), Some(b'e' | b'E')) {
                is_float = true;
                self.at += 1 + usize::from(matches!(self.peek_byte(1), Some(b'+' | b'-')));
                let exponent = self.at;
                skip_digits(self);
                if exponent == self.at {
                    return Err(self.bad_number());
                }
            }
        }
        // `0x` and `12ab` are no numbers.
        if digits == end || self.peek_byte(0).is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            return Err(self.bad_number());
        }
        self.token = if is_float {
            FlatzincToken::Float(self.text_slice(self.start, self.at))
        } else {
            FlatzincToken::Int(self.parse_integer(is_negative, digits, radix)?)
        };
        Ok(())
    }

    /// Returns the integer whose digits start here.
    fn parse_integer(
        &self,
        is_negative: bool,
        digits: usize,
        radix: u32,
    ) -> Result<i64, InputError> {
        let written = self.text_slice(digits, self.at);
        // Digits alone: the sign stands before a prefix.
        let size = u64::from_str_radix(written, radix).ok();
        let value = size.and_then(|size| {
            if is_negative { 0_i64.checked_sub_unsigned(size) } else { size.try_into().ok() }
        });
        value.ok_or_else(|| {
            let number = shorten_text(self.text_slice(self.start, self.at));
            let message =
                format!("'{number}'; expected an integer between {} and {}", i64::MIN, i64::MAX);
            self.error_at(self.start, message)
        })
    }

    /// Creates the error of a token that starts as a number but is not one.
    fn bad_number(&mut self) -> InputError {
        while self.peek_byte(0).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        let found = shorten_text(self.text_slice(self.start, self.at));
        self.error_at(self.start, format!("'{found}'; expected a number"))
    }

    /// Creates an error at a byte of the text.
    pub(super) fn error_at(&self, place: usize, message: impl Into<String>) -> InputError {
        let (line, column) = TextPositions::from_text(self.text).position_at(place);
        InputError::new(self.source, message).at_position(line, column)
    }

    /// Creates an error at the next token, with the token and what was expected.
    pub(super) fn unexpected_token(&self, expected: &str) -> InputError {
        let message = match self.token {
            FlatzincToken::End if self.start == self.text.len() => {
                format!("the end of the text; expected {expected}")
            }
            _ => {
                let rest = self.text.get(self.start..).unwrap_or_default();
                let length = match self.at.saturating_sub(self.start) {
                    0 => rest.chars().next().map_or(0, char::len_utf8),
                    length => length,
                };
                let found = shorten_text(rest.get(..length).unwrap_or_default());
                format!("'{found}'; expected {expected}")
            }
        };
        self.error_at(self.start, message)
    }

    /// Skips a sign if it is the next token; returns whether it was.
    pub(super) fn take_sign(&mut self, sign: u8) -> Result<bool, InputError> {
        let found = self.token == FlatzincToken::Sign(sign);
        if found {
            self.advance_token()?;
        }
        Ok(found)
    }

    /// Skips a sign, which must be the next token.
    pub(super) fn expect_sign(&mut self, sign: u8) -> Result<(), InputError> {
        if self.take_sign(sign)? {
            return Ok(());
        }
        Err(self.unexpected_token(&format!("'{}'", char::from(sign))))
    }

    /// Skips a word of the language if it is the next token; returns whether it was.
    pub(super) fn take_word(&mut self, word: &str) -> Result<bool, InputError> {
        let found = self.token == FlatzincToken::Name(word);
        if found {
            self.advance_token()?;
        }
        Ok(found)
    }

    /// Skips a word of the language, which must be the next token.
    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), InputError> {
        if self.take_word(word)? {
            return Ok(());
        }
        Err(self.unexpected_token(&format!("'{word}'")))
    }

    /// Skips a name, which must be the next token, and returns it.
    pub(super) fn expect_name(&mut self, expected: &str) -> Result<&'t str, InputError> {
        let FlatzincToken::Name(name) = self.token else {
            return Err(self.unexpected_token(expected));
        };
        self.advance_token()?;
        Ok(name)
    }

    /// Skips an integer, which must be the next token, and returns it.
    pub(super) fn expect_int(&mut self, expected: &str) -> Result<i64, InputError> {
        let FlatzincToken::Int(value) = self.token else {
            return Err(self.unexpected_token(expected));
        };
        self.advance_token()?;
        Ok(value)
    }
}
