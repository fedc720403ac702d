//! Skips what is not used: items, expressions of annotations.

use super::lexer::{Lexer, Token};
use parallax_model::instance::InputError;

/// Returns the sign that closes another one.
fn closing(sign: u8) -> Option<u8> {
    match sign {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

impl Lexer<'_> {
    /// Skips an expression of an annotation: a literal, a set, an array, or a name with its
    /// arguments.
    pub(super) fn skip_expression(&mut self) -> Result<(), InputError> {
        match self.token {
            Token::Name(_) => {
                self.advance()?;
                if self.token == Token::Sign(b'(') {
                    self.skip_brackets()?;
                }
                if self.token == Token::Sign(b'[') {
                    self.skip_brackets()?;
                }
            }
            Token::Text(_) => self.advance()?,
            Token::Int(_) | Token::Float(_) => {
                self.advance()?;
                if self.token == Token::Dots {
                    self.advance()?;
                    if !matches!(self.token, Token::Int(_) | Token::Float(_)) {
                        return Err(self.unexpected("a number"));
                    }
                    self.advance()?;
                }
            }
            Token::Sign(b'[' | b'{') => self.skip_brackets()?,
            _ => return Err(self.unexpected("an annotation")),
        }
        Ok(())
    }

    /// Skips a bracket, which comes next, and everything up to the one that closes it.
    pub(super) fn skip_brackets(&mut self) -> Result<(), InputError> {
        let mut open = Vec::new();
        self.skip_inside(&mut open)
    }

    /// Skips the rest of a bracket that is already open, and the sign that closes it.
    pub(super) fn skip_rest(&mut self, sign: u8) -> Result<(), InputError> {
        let mut open = vec![sign];
        self.skip_inside(&mut open)
    }

    /// Skips tokens until all brackets are closed; `open` has the signs that close them.
    fn skip_inside(&mut self, open: &mut Vec<u8>) -> Result<(), InputError> {
        loop {
            match (self.token, open.last()) {
                (Token::Sign(sign), Some(&last)) if sign == last => {
                    open.pop();
                }
                (Token::Sign(sign @ (b')' | b']' | b'}' | b';')), Some(&last)) if sign != last => {
                    return Err(self.unexpected(&format!("'{}'", char::from(last))));
                }
                (Token::End, Some(&last)) => {
                    return Err(self.unexpected(&format!("'{}'", char::from(last))));
                }
                (Token::Sign(sign), _) => open.extend(closing(sign)),
                _ => {}
            }
            self.advance()?;
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Skips an item, up to its `;`.
    pub(super) fn skip_item(&mut self) -> Result<(), InputError> {
        while self.token != Token::Sign(b';') {
            match self.token {
                Token::End => return Err(self.unexpected("';'")),
                Token::Sign(b'(' | b'[' | b'{') => self.skip_brackets()?,
                Token::Sign(b')' | b']' | b'}') => return Err(self.unexpected("';'")),
                _ => self.advance()?,
            }
        }
        Ok(())
    }
}
