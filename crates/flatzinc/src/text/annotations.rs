//! Annotations of declarations and constraints.

use super::lexer::FlatzincToken;
use super::reader::FlatzincTextReader;
use crate::document::WordId;
use parallax_instance::InputError;

/// The annotations of a declaration that have a meaning here.
#[derive(Default)]
pub(super) struct DeclarationMarks {
    /// `output_var`.
    pub(super) output: bool,
    /// The index sets of `output_array`: first and last index of each dimension.
    pub(super) dimensions: Option<Vec<(i64, i64)>>,
}

impl FlatzincTextReader<'_> {
    /// Skips `::` if it is the next token; returns whether it was.
    pub(super) fn take_colons(&mut self) -> Result<bool, InputError> {
        let found = self.lexer.token == FlatzincToken::Colons;
        if found {
            self.lexer.advance_token()?;
        }
        Ok(found)
    }

    /// Reads the annotations of a declaration.
    pub(super) fn read_marks(&mut self) -> Result<DeclarationMarks, InputError> {
        let mut marks = DeclarationMarks::default();
        while self.take_colons()? {
            match self.lexer.token {
                FlatzincToken::Name("output_var") => marks.output = true,
                FlatzincToken::Name("output_array") => {
                    self.lexer.advance_token()?;
                    marks.dimensions = Some(self.read_dimensions()?);
                    continue;
                }
                _ => {}
            }
            self.lexer.skip_expression()?;
        }
        Ok(marks)
    }

    /// Reads `([1..2,0..3])`.
    fn read_dimensions(&mut self) -> Result<Vec<(i64, i64)>, InputError> {
        self.lexer.expect_sign(b'(')?;
        self.lexer.expect_sign(b'[')?;
        let mut dimensions = Vec::new();
        loop {
            dimensions.push(self.read_dimension()?);
            if !self.lexer.take_sign(b',')? {
                break;
            }
        }
        self.close_list()?;
        self.lexer.expect_sign(b')')?;
        Ok(dimensions)
    }

    /// Reads an index set: a range, or a set without gaps.
    fn read_dimension(&mut self) -> Result<(i64, i64), InputError> {
        let place = self.lexer.start;
        if self.lexer.token != FlatzincToken::Sign(b'{') {
            return self.read_range();
        }
        let set = self.read_set()?;
        match *self.document.set_ranges(set) {
            // An empty set is an empty range.
            [] => Ok((1, 0)),
            [range] => Ok(range),
            _ => Err(self.lexer.error_at(place, "an index set with gaps; expected a range")),
        }
    }

    /// Reads the annotations of a constraint, and returns the user's name for it.
    pub(super) fn read_label(&mut self) -> Result<Option<WordId>, InputError> {
        let (mut constraint, mut expression) = (None, None);
        while self.take_colons()? {
            let slot = match self.lexer.token {
                FlatzincToken::Name("mzn_constraint_name") => Some(&mut constraint),
                FlatzincToken::Name("mzn_expression_name") => Some(&mut expression),
                _ => None,
            };
            if let Some(slot) = slot
                && let Some(text) = self.lexer.text_argument()?
            {
                // The first annotation of a kind counts. The lexer still stands at the name, which
                // is skipped below with its arguments.
                slot.get_or_insert(text);
            }
            self.lexer.skip_expression()?;
        }
        let text = constraint.or(expression).filter(|text| !text.is_empty());
        Ok(text.map(|text| {
            if text.contains('\\') {
                self.words.intern_word(&unescape_text(text))
            } else {
                self.words.intern_word(text)
            }
        }))
    }
}

/// Returns the text that a string with backslashes means.
fn unescape_text(text: &str) -> String {
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
        let read = super::unescape_text(r#"a \"b\" \\n\n\t\r\é\"#);
        assert_eq!(read, "a \"b\" \\n\n\t\r\u{e9}\\");
    }
}
