//! Parses the numbers and seeds in the names of generators.

/// The reason why a name makes no instance. The message does not repeat the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameFault {
    /// The part after the colon is no whole number.
    #[error("'{given}' is not {what}; expected a text like {example}")]
    NoNumber {
        /// The part of the name.
        given: String,
        /// The meaning of the number.
        what: &'static str,
        /// A right name.
        example: &'static str,
    },
    /// The part after `@` is no whole number.
    #[error("the seed after @ is not a whole number; expected a text like {example}")]
    NoSeed {
        /// A right name.
        example: String,
    },
    /// The puzzle has no instance of this size.
    #[error("{0}")]
    Refused(String),
}

impl NameFault {
    /// Makes the fault of a size, from the message of the puzzle.
    pub(crate) fn refused(message: impl ToString) -> Self {
        NameFault::Refused(message.to_string())
    }
}

/// For callers whose errors are messages.
impl From<NameFault> for String {
    fn from(fault: NameFault) -> Self {
        fault.to_string()
    }
}

/// Parses a whole number; `what` names it in errors.
///
/// # Errors
/// Returns a message with an example if the text is no whole number.
pub(super) fn number(
    text: &str,
    what: &'static str,
    example: &'static str,
) -> Result<usize, NameFault> {
    // `parse` alone would accept a sign.
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| NameFault::NoNumber { given: text.to_owned(), what, example })
}

/// Splits a text into the part before `@` and the seed after it, if there is one.
///
/// # Errors
/// Returns a message with an example if the seed is no whole number.
pub(super) fn seeded<'a>(
    text: &'a str,
    example: &str,
) -> Result<(&'a str, Option<u64>), NameFault> {
    let Some((before, seed)) = text.split_once('@') else {
        return Ok((text, None));
    };
    let seed = seed.parse().map_err(|_| NameFault::NoSeed { example: example.to_owned() })?;
    Ok((before, Some(seed)))
}
