//! Annotations of declarations and constraints.

use super::lexer::Token;
use super::reader::Reader;
use crate::document::Word;
use parallax_model::instance::InputError;

/// The annotations of a declaration that have a meaning here.
#[derive(Default)]
pub(super) struct Marks {
    /// `output_var`.
    pub(super) output: bool,
    /// The index sets of `output_array`: first and last index of each dimension.
    pub(super) dimensions: Option<Vec<(i64, i64)>>,
}

impl Reader<'_> {
    /// Skips `::` if it comes next; returns whether it did.
    pub(super) fn take_colons(&mut self) -> Result<bool, InputError> {
        let found = self.lexer.token == Token::Colons;
        if found {
            self.lexer.advance()?;
        }
        Ok(found)
    }

    /// Reads the annotations of a declaration.
    pub(super) fn marks(&mut self) -> Result<Marks, InputError> {
        let mut marks = Marks::default();
        while self.take_colons()? {
            match self.lexer.token {
                Token::Name("output_var") => marks.output = true,
                Token::Name("output_array") => {
                    self.lexer.advance()?;
                    marks.dimensions = Some(self.dimensions()?);
                    continue;
                }
                _ => {}
            }
            self.lexer.skip_expression()?;
        }
        Ok(marks)
    }

    /// Reads `([1..2,0..3])`.
    fn dimensions(&mut self) -> Result<Vec<(i64, i64)>, InputError> {
        self.lexer.expect(b'(')?;
        self.lexer.expect(b'[')?;
        let mut dimensions = Vec::new();
        loop {
            dimensions.push(self.dimension()?);
            if !self.lexer.take(b',')? {
                break;
            }
        }
        self.close_list()?;
        self.lexer.expect(b')')?;
        Ok(dimensions)
    }

    /// Reads an index set: a range, or a set without gaps.
    fn dimension(&mut self) -> Result<(i64, i64), InputError> {
        let place = self.lexer.start;
        if self.lexer.token != Token::Sign(b'{') {
            return self.range();
        }
        let set = self.set()?;
        match *self.document.ranges(set) {
            [] => Ok((1, 0)),
            [range] => Ok(range),
            _ => Err(self.lexer.fault(place, "an index set with gaps; expected a range")),
        }
    }

    /// Reads the annotations of a constraint, and returns the user's name for it.
    pub(super) fn label(&mut self) -> Result<Option<Word>, InputError> {
        let (mut constraint, mut expression) = (None, None);
        while self.take_colons()? {
            let own = match self.lexer.token {
                Token::Name("mzn_constraint_name") => Some(&mut constraint),
                Token::Name("mzn_expression_name") => Some(&mut expression),
                _ => None,
            };
            if let Some(own) = own
                && let Some(text) = self.lexer.text_argument()?
            {
                own.get_or_insert(text);
            }
            self.lexer.skip_expression()?;
        }
        let text = constraint.or(expression).filter(|text| !text.is_empty());
        Ok(text.map(|text| {
            if text.contains('\\') {
                self.words.place(&unescaped(text))
            } else {
                self.words.place(text)
            }
        }))
    }
}

/// Returns the text that a string with backslashes means.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    #[test]
    fn backslashes_protect() {
        let read = super::unescaped(r#"a \"b\" \\n\n\t\r\é\"#);
        assert_eq!(read, "a \"b\" \\n\n\t\r\u{e9}\\");
    }
}
