//! Parses the numbers and seeds in the names of generators.

/// Parses a whole number; `what` names it in errors.
///
/// # Errors
/// Returns a message with an example if the text is no whole number.
pub(super) fn number(text: &str, what: &str, example: &str) -> Result<usize, String> {
    // `parse` alone would accept a sign.
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("'{text}' is not {what}; expected a text like {example}"))
}

/// Splits a text into the part before `@` and the seed after it, if there is one.
///
/// # Errors
/// Returns a message with an example if the seed is no whole number.
pub(super) fn seeded<'a>(text: &'a str, example: &str) -> Result<(&'a str, Option<u64>), String> {
    let Some((before, seed)) = text.split_once('@') else {
        return Ok((text, None));
    };
    let seed = seed.parse().map_err(|_| {
        format!("the seed after @ is not a whole number; expected a text like {example}")
    })?;
    Ok((before, Some(seed)))
}
