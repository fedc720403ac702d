//! Reads one item of a document.

use parallax_instance::InputError;

use super::lexer::{FlatzincLexer, FlatzincToken};
use super::reader::FlatzincTextReader;
use crate::document::FlatzincDocument;

/// The items of a file, as errors list them.
const EXPECTED_ITEM: &str = "an item: predicate, a parameter, var, array, constraint or solve";

impl FlatzincDocument {
    /// Reads a text. Calls `check` at intervals and stops if it fails.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first item that is not supported or not as
    /// expected.
    pub(crate) fn read_text(
        source: &str,
        text: &str,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        // The document stores places and indices in 32 bits.
        if u32::try_from(text.len()).is_err() {
            return Err(InputError::new(source, "4 GB or more; expected a smaller text"));
        }
        let mut reader = FlatzincTextReader::new(FlatzincLexer::new(source, text, check)?);
        while !read_item(&mut reader)? {}
        Ok(reader.into_document())
    }
}

/// Reads an item; returns whether it is the goal, which comes last.
pub(super) fn read_item(reader: &mut FlatzincTextReader<'_>) -> Result<bool, InputError> {
    let mut is_goal = false;
    match reader.lexer.token {
        FlatzincToken::Name("predicate") => reader.lexer.skip_item()?,
        FlatzincToken::Name("var") => reader.read_variable()?,
        FlatzincToken::Name("array") => reader.read_array()?,
        FlatzincToken::Name("constraint") => reader.read_constraint()?,
        FlatzincToken::Name("solve") => {
            reader.read_goal()?;
            is_goal = true;
        }
        FlatzincToken::Name("bool" | "int" | "float" | "set")
        | FlatzincToken::Int(_)
        | FlatzincToken::Float(_)
        | FlatzincToken::Sign(b'{') => reader.read_parameter()?,
        FlatzincToken::End => return Err(reader.lexer.unexpected_token("a solve item")),
        _ => return Err(reader.lexer.unexpected_token(EXPECTED_ITEM)),
    }
    reader.lexer.expect_sign(b';')?;
    if is_goal && reader.lexer.token != FlatzincToken::End {
        return Err(reader.lexer.unexpected_token("the end after the solve item"));
    }
    Ok(is_goal)
}
