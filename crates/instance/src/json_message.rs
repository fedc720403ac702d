//! Messages of errors in JSON.

/// Returns the message of an error in JSON, without the line and the column with which its text
/// ends.
#[must_use]
pub fn json_message(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    // Only the place of this error is cut off, not one that the message quotes.
    if let Some(length) = message.strip_suffix(&place).map(str::len) {
        message.truncate(length);
    }
    message
}

#[cfg(test)]
mod tests {
    use serde::de::Error as _;

    use super::*;

    #[test]
    fn the_place_at_the_end_is_left_out() {
        let fault = |text: &str| serde_json::from_str::<Vec<bool>>(text).unwrap_err();
        assert_eq!(json_message(&fault("[\ntrue")), "EOF while parsing a list");
        let words = "invalid type: string \"a at line 1 column 2\", expected a boolean";
        assert_eq!(json_message(&fault("[\"a at line 1 column 2\"]")), words);
        assert_eq!(json_message(&serde_json::Error::custom("no place")), "no place");
    }
}
