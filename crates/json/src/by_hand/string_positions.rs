//! Strings in a file, and the places of faults in them.

use serde_json::value::RawValue;

use crate::expressions::JsonExpressionError;
use crate::text_fragment::TextFragment;
use parallax_instance::InputError;

/// Returns the place in a JSON string, with its quotation mark, of a place in the text that it
/// represents; both in bytes.
fn raw_place(raw: &str, at: usize) -> usize {
    let (mut place, mut decoded) = (1, 0);
    while decoded < at {
        let Some(c) = raw.get(place..).and_then(|rest| rest.chars().next()) else { break };
        if c != '\\' {
            (place, decoded) = (place + c.len_utf8(), decoded + c.len_utf8());
            continue;
        }
        if raw.as_bytes().get(place + 1) != Some(&b'u') {
            (place, decoded) = (place + 2, decoded + 1);
            continue;
        }
        // `\u` and four digits take 6 bytes, a surrogate pair 12; the character takes 1 to 4 bytes
        // in the decoded text.
        let digits = raw.get(place + 2..place + 6);
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
        let (length, bytes) = match code {
            0..0x80 => (6, 1),
            0x80..0x800 => (6, 2),
            0xd800..0xdc00 => (12, 4),
            _ => (6, 3),
        };
        (place, decoded) = (place + length, decoded + bytes);
    }
    place.min(raw.len())
}

/// Creates the error of a fault in a JSON string.
pub(super) fn error_in_string(
    part: &TextFragment<'_>,
    raw: &RawValue,
    fault: JsonExpressionError,
) -> InputError {
    match fault {
        JsonExpressionError::Stopped(error) => *error,
        JsonExpressionError::At(at, message) => {
            let place = part.subfragment(raw).offset + raw_place(raw.get(), at);
            part.fault_at(place, &message)
        }
    }
}

/// Creates the error of a fault outside strings.
pub(super) fn error_in_part(part: &TextFragment<'_>, fault: JsonExpressionError) -> InputError {
    match fault {
        JsonExpressionError::Stopped(error) => *error,
        JsonExpressionError::At(_, message) => part.fault_here(message),
    }
}

/// Returns the text of a string.
pub(super) fn string_text(part: &TextFragment<'_>, raw: &RawValue) -> Result<String, InputError> {
    serde_json::from_str(raw.get())
        .map_err(|_| part.subfragment(raw).fault_here("expected a string with an expression"))
}

/// Returns the fault of a text that starts at a place of the whole text.
pub(super) fn shift_error(fault: JsonExpressionError, start: usize) -> JsonExpressionError {
    match fault {
        JsonExpressionError::At(at, message) => JsonExpressionError::At(at + start, message),
        stopped @ JsonExpressionError::Stopped(_) => stopped,
    }
}
