//! Results as people, CI servers and programs read them.

mod github;
mod json;
mod junit;

pub use github::github;
pub use json::json;
pub use junit::junit;

use super::subject::Difference;

/// The instance and the engine that a difference is about, before its message.
#[must_use]
pub fn about(difference: &Difference) -> String {
    let parts = [&difference.instance, &difference.engine];
    let named: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    // Errors of readers name the file, with the line.
    match named.as_slice() {
        [] => difference.message.clone(),
        [file] if difference.message.starts_with(file) => difference.message.clone(),
        _ => format!("{}: {}", named.join(": "), difference.message),
    }
}
