//! Reads one item of a document.

use parallax_model::instance::InputError;

use super::lexer::{Lexer, Token};
use super::reader::Reader;
use crate::document::Document;

/// The items of a file, as an error says them.
const ITEM: &str = "an item: predicate, a parameter, var, array, constraint or solve";

impl Document {
    /// Reads a text. Calls `check` at intervals and stops if it fails.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first item that is not supported or not as
    /// expected.
    pub(crate) fn read(
        source: &str,
        text: &str,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        if u32::try_from(text.len()).is_err() {
            return Err(InputError::new(source, "4 GB or more; expected a smaller text"));
        }
        let mut reader = Reader::new(Lexer::new(source, text, check)?);
        while !item(&mut reader)? {}
        Ok(reader.finish())
    }
}

/// Reads an item; returns whether it is the goal, which comes last.
pub(super) fn item(reader: &mut Reader<'_>) -> Result<bool, InputError> {
    let mut is_goal = false;
    match reader.lexer.token {
        Token::Name("predicate") => reader.lexer.skip_item()?,
        Token::Name("var") => reader.variable()?,
        Token::Name("array") => reader.array()?,
        Token::Name("constraint") => reader.constraint()?,
        Token::Name("solve") => {
            reader.solve()?;
            is_goal = true;
        }
        Token::Name("bool" | "int" | "float" | "set")
        | Token::Int(_)
        | Token::Float(_)
        | Token::Sign(b'{') => reader.parameter()?,
        Token::End => return Err(reader.lexer.unexpected("a solve item")),
        _ => return Err(reader.lexer.unexpected(ITEM)),
    }
    reader.lexer.expect(b';')?;
    if is_goal && reader.lexer.token != Token::End {
        return Err(reader.lexer.unexpected("the end after the solve item"));
    }
    Ok(is_goal)
}
