//! Names with numbers: what the generators share in reading theirs.

/// A whole number, or an error that says what it should have been.
///
/// # Errors
/// In words, with an example.
pub(super) fn number(text: &str, what: &str, example: &str) -> Result<usize, String> {
    // `parse` alone would take a sign.
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("'{text}' is not {what}; expected a text like {example}"))
}

/// What stands before `@`, and the seed after it.
///
/// # Errors
/// In words, with an example.
pub(super) fn seeded<'a>(text: &'a str, example: &str) -> Result<(&'a str, Option<u64>), String> {
    let Some((before, seed)) = text.split_once('@') else {
        return Ok((text, None));
    };
    let seed = seed.parse().map_err(|_| {
        format!("the seed after @ is not a whole number; expected a text like {example}")
    })?;
    Ok((before, Some(seed)))
}
