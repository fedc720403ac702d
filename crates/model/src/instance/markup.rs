//! Escapes text for XML and HTML.

/// Escapes the reserved characters of a text, for the content of an element or
/// an attribute. Characters that XML cannot hold become U+FFFD.
#[must_use]
pub fn escape(text: &str) -> String {
    let text =
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let is_refused = |c: char| {
        c < ' ' && !matches!(c, '\n' | '\r' | '\t') || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.replace(is_refused, "\u{fffd}")
}
