//! The document of a chart, its colours and its strokes.

use parallax_instance::escape_markup;

/// Colours that are visible on white and on black.
const ENGINE_COLOURS: [&str; 8] =
    ["#2f6fdf", "#d7263d", "#2b8a3e", "#8a4fbf", "#b8860b", "#0e7c86", "#a0522d", "#6b7480"];

/// Dash patterns; with the colours there are forty different styles.
const DASH_PATTERNS: [&str; 5] = ["none", "8 4", "2 3", "10 3 2 3", "5 2"];

/// Returns the colour of an engine by its place.
pub(super) fn engine_colour(place: usize) -> &'static str {
    ENGINE_COLOURS[place % ENGINE_COLOURS.len()]
}

/// Returns the stroke of a curve by its place.
#[must_use]
pub fn curve_stroke(place: usize) -> String {
    let (colour, dashes) = (engine_colour(place), DASH_PATTERNS[place % DASH_PATTERNS.len()]);
    // Curves with the same dash pattern differ in width, so that they also differ in grey.
    let width = 1.5 + (place / DASH_PATTERNS.len() % 3) as f64 * 1.25;
    format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\""
    )
}

/// Returns a document of this size around a body.
#[must_use]
pub fn svg_document(title: &str, width: f64, height: f64, body: &str) -> String {
    let title = escape_markup(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" \
         color=\"#1a1a1a\" fill=\"currentColor\" role=\"img\">\n<title>{title}</title>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// Returns a plot for a separate file, which is light on dark if the reader prefers that.
#[must_use]
pub fn standalone_plot(plot: &str) -> String {
    const DARK_MODE_STYLE: &str = "<style>@media (prefers-color-scheme: dark) { svg { color: #e6edf3 } \
                        .paper { fill: #0d1117 } .grid { stroke: #30363d } }</style>";
    // `svg_document` begins with the title, so the style goes after it.
    plot.replacen("</title>\n", &format!("</title>\n{DARK_MODE_STYLE}\n"), 1)
}

/// Returns a text at a position; `anchor` is the part of it that is there.
#[must_use]
pub fn svg_text(x: f64, y: f64, anchor: &str, content: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n",
        escape_markup(content)
    )
}

/// Returns a thin line.
#[must_use]
pub fn svg_line(path: &str, class: &str) -> String {
    let colour = if class == "grid" { "#dddddd" } else { "currentColor" };
    format!("<path class=\"{class}\" d=\"{path}\" stroke=\"{colour}\" fill=\"none\"/>\n")
}
