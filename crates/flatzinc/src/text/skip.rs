//! Skips what is not used: items, expressions of annotations.

use super::lexer::{FlatzincLexer, FlatzincToken};
use parallax_instance::InputError;

/// Returns the sign that closes another one.
fn closing_sign(sign: u8) -> Option<u8> {
    match sign {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

impl FlatzincLexer<'_> {
    /// Skips an expression of an annotation: a literal, a set, an array, or a name with its
    /// arguments.
    pub(super) fn skip_expression(&mut self) -> Result<(), InputError> {
        match self.token {
            FlatzincToken::Name(_) => {
                self.advance_token()?;
                if self.token == FlatzincToken::Sign(b'(') {
                    self.skip_brackets()?;
                }
                if self.token == FlatzincToken::Sign(b'[') {
                    self.skip_brackets()?;
                }
            }
            FlatzincToken::Text(_) => self.advance_token()?,
            FlatzincToken::Int(_) | FlatzincToken::Float(_) => {
                self.advance_token()?;
                if self.token == FlatzincToken::Dots {
                    self.advance_token()?;
                    if !matches!(self.token, FlatzincToken::Int(_) | FlatzincToken::Float(_)) {
                        return Err(self.unexpected_token("a number"));
                    }
                    self.advance_token()?;
                }
            }
            FlatzincToken::Sign(b'[' | b'{') => self.skip_brackets()?,
            _ => return Err(self.unexpected_token("an annotation")),
        }
        Ok(())
    }

    /// Skips a bracket, which is the next token, and everything up to the one that closes it.
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
                (FlatzincToken::Sign(sign), Some(&last)) if sign == last => {
                    open.pop();
                }
                // A semicolon ends the item, so the bracket was never closed.
                (FlatzincToken::Sign(sign @ (b')' | b']' | b'}' | b';')), Some(&last))
                    if sign != last =>
                {
                    return Err(self.unexpected_token(&format!("'{}'", char::from(last))));
                }
                (FlatzincToken::End, Some(&last)) => {
                    return Err(self.unexpected_token(&format!("'{}'", char::from(last))));
                }
                (FlatzincToken::Sign(sign), _) => open.extend(closing_sign(sign)),
                _ => {}
            }
            self.advance_token()?;
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Skips an item, up to its `;`.
    pub(super) fn skip_item(&mut self) -> Result<(), InputError> {
        while self.token != FlatzincToken::Sign(b';') {
            match self.token {
                FlatzincToken::End => return Err(self.unexpected_token("';'")),
                FlatzincToken::Sign(b'(' | b'[' | b'{') => self.skip_brackets()?,
                FlatzincToken::Sign(b')' | b']' | b'}') => return Err(self.unexpected_token("';'")),
                _ => self.advance_token()?,
            }
        }
        Ok(())
    }
}
