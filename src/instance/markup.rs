//! Text inside XML and HTML.

/// The text with the reserved characters written out, for the content of an element or an
/// attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
