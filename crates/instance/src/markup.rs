//! Text in XML and HTML: escaped, or drawn as an SVG document.

use std::fmt::Write;

/// Escapes the reserved characters of a text, for the content of an element or
/// an attribute. Characters that XML cannot hold become U+FFFD.
#[must_use]
pub fn escape_markup(text: &str) -> String {
    let text =
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    // XML 1.0 has no form for these characters, not even as references.
    let is_refused = |c: char| {
        c < ' ' && !matches!(c, '\n' | '\r' | '\t') || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.replace(is_refused, "\u{fffd}")
}

/// Draws lines of text as an SVG document.
#[must_use]
pub fn draw_text(text: &str) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let widest = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let (width, height) = (9 * widest + 16, 20 * rows.len().max(1) + 16);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"14\">\n"
    );
    for (i, row) in rows.iter().enumerate() {
        let y = 20 * i + 20;
        let row = escape_markup(row);
        let _ = writeln!(svg, "<text x=\"8\" y=\"{y}\" xml:space=\"preserve\">{row}</text>");
    }
    svg.push_str("</svg>\n");
    svg
}
