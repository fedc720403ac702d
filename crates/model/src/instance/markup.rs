//! Escapes text for XML and HTML.

/// Escapes the reserved characters of a text, for the content of an element or
/// an attribute.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
