//! Describes a case in one line.

use crate::regress::case_difference::CaseDifference;

/// Returns the message of a difference, after its instance and engine.
#[must_use]
pub fn describe_difference(difference: &CaseDifference) -> String {
    let parts = [&difference.instance, &difference.engine];
    let named: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    // Messages of readers already begin with the file and the line.
    match named.as_slice() {
        [] => difference.message.clone(),
        [file] if difference.message.starts_with(file) => difference.message.clone(),
        _ => format!("{}: {}", named.join(": "), difference.message),
    }
}
