//! Small pieces of SVG documents.

use parallax_instance::escape_markup;

/// The dark colour of lines, clues and labels.
pub(super) const INK_COLOUR: &str = "#1a1a1a";

/// Colours that differ clearly on white, for frames and captions.
pub(super) const FRAME_COLOURS: [&str; 10] = [
    "#d95f02", "#1b75bc", "#7b3294", "#1a9641", "#c51b7d", "#8c510a", "#01665e", "#e6ab02",
    "#525252", "#e31a1c",
];

/// Returns a document of this size in pixels, on white, with a title for screen readers.
pub(super) fn svg_document(width: usize, height: usize, title: &str, body: &str) -> String {
    let title = escape_markup(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" role=\"img\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// Draws a straight line.
pub(super) fn straight_line(from: (usize, usize), to: (usize, usize), width: &str) -> String {
    let ((x1, y1), (x2, y2)) = (from, to);
    format!(
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{INK_COLOUR}\" stroke-width=\"{width}\" \
         stroke-linecap=\"square\"/>\n"
    )
}
