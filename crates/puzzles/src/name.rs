//! Parses the numbers and seeds in the names of generators.

use super::errors::GeneratorNameError;

/// Parses a whole number; `part` names it in errors.
///
/// # Errors
/// Returns an error with an example if the text is no whole number.
pub(super) fn parse_number(
    text: &str,
    part: &'static str,
    example: &'static str,
) -> Result<usize, GeneratorNameError> {
    // `parse` alone would accept a sign.
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| GeneratorNameError::Number { text: text.to_owned(), part, example })
}

/// Splits a text into the part before `@` and the seed after it, if there is one.
///
/// # Errors
/// Returns an error with an example if the seed is no whole number.
pub(super) fn split_seed<'a>(
    text: &'a str,
    example: &str,
) -> Result<(&'a str, Option<u64>), GeneratorNameError> {
    let Some((before, seed)) = text.split_once('@') else {
        return Ok((text, None));
    };
    let seed =
        seed.parse().map_err(|_| GeneratorNameError::Seed { example: example.to_owned() })?;
    Ok((before, Some(seed)))
}
