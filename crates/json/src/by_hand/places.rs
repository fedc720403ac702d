//! Strings in a file, and the places of faults in them.

use serde_json::value::RawValue;

use crate::expressions::Fault;
use crate::part::Fragment;
use parallax_model::instance::InputError;

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
pub(super) fn placed(part: &Fragment<'_>, raw: &RawValue, fault: Fault) -> InputError {
    match fault {
        Fault::Stopped(error) => error,
        Fault::At(at, message) => {
            let place = part.of(raw).offset + raw_place(raw.get(), at);
            part.fault_at(place, &message)
        }
    }
}

/// Creates the error of a fault that lies in no string.
pub(super) fn unplaced(part: &Fragment<'_>, fault: Fault) -> InputError {
    match fault {
        Fault::Stopped(error) => error,
        Fault::At(_, message) => part.fault(message),
    }
}

/// Returns the text of a string.
pub(super) fn text(part: &Fragment<'_>, raw: &RawValue) -> Result<String, InputError> {
    serde_json::from_str(raw.get())
        .map_err(|_| part.of(raw).fault("expected a string with an expression"))
}

/// Returns the fault of a text that starts at a place of the whole text.
pub(super) fn shift(fault: Fault, start: usize) -> Fault {
    match fault {
        Fault::At(at, message) => Fault::At(at + start, message),
        stopped @ Fault::Stopped(_) => stopped,
    }
}
