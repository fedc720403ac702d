//! The layers of an SVG picture, and the elements in them.
//!
//! Lengths are in pixels, from the upper left corner of the grid. Elements may lie outside of the
//! grid, above it or on its left; the document makes room for what [`Outside`] holds.

use parallax_model::instance::escape;

use super::outside::Outside;
use crate::shape::Shape;

/// A place: x to the right, y down.
pub(crate) type Point = (f64, f64);

/// The side of a cell.
pub(super) const CELL: f64 = 40.0;

/// The largest number of lines that explain colours.
const MOST_LEGENDS: usize = 20;

/// A layer of a picture. Later ones hide earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Whole cells.
    Shade,
    /// Shapes under all lines.
    Under,
    /// Lines along cells, under the digits.
    Lines,
    /// Shapes above the grid and its digits.
    Above,
}

/// A picture to which rules add their marks.
pub(crate) struct Picture {
    pub(super) shape: Shape,
    pub(super) layers: [String; 4],
    /// The clues outside of the grid.
    pub(super) outside: Outside,
    /// The lines below the grid, each with a colour that it explains.
    pub(super) legend: Vec<(Option<&'static str>, String)>,
    /// The rules below the grid, in words.
    pub(super) words: Vec<String>,
    /// The number of shades that are in use.
    pub(super) shades: usize,
}

impl Picture {
    /// Creates a picture without marks.
    pub(super) fn new(shape: Shape) -> Self {
        Picture {
            shape,
            layers: Default::default(),
            outside: Outside::default(),
            legend: Vec::new(),
            words: Vec::new(),
            shades: 0,
        }
    }

    /// Returns the text of a layer.
    pub(super) fn layer(&self, layer: Layer) -> &str {
        &self.layers[layer as usize]
    }

    fn add(&mut self, layer: Layer, element: &str) {
        let text = &mut self.layers[layer as usize];
        text.push_str(element);
        text.push('\n');
    }

    /// Adds a circle. `style` has the other attributes.
    pub(crate) fn circle(&mut self, layer: Layer, (x, y): Point, radius: f64, style: &str) {
        let (x, y, r) = (number(x), number(y), number(radius));
        self.add(layer, &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {style}/>"));
    }

    /// Adds a rectangle from its upper left corner. `style` has the other attributes.
    pub(crate) fn rectangle(
        &mut self,
        layer: Layer,
        (x, y): Point,
        (width, height): Point,
        style: &str,
    ) {
        let [x, y, w, h] = [x, y, width, height].map(number);
        let size = format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
        self.add(layer, &format!("<rect {size} {style}/>"));
    }

    /// Adds a line through points. `style` has the other attributes.
    pub(crate) fn line(&mut self, layer: Layer, points: &[Point], style: &str) {
        let points = points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y)));
        let points = points.collect::<Vec<_>>().join(" ");
        self.add(layer, &format!("<polyline points=\"{points}\" {style} fill=\"none\"/>"));
    }

    /// Adds closed lines. `style` has the other attributes.
    pub(crate) fn loops(&mut self, layer: Layer, loops: &[Vec<Point>], style: &str) {
        let mut path = String::new();
        for corners in loops {
            for (place, &(x, y)) in corners.iter().enumerate() {
                path.push_str(if place == 0 { "M" } else { "L" });
                path.push_str(&format!("{} {}", number(x), number(y)));
            }
            path.push('Z');
        }
        self.add(layer, &format!("<path d=\"{path}\" {style}/>"));
    }

    /// Adds a text around a point. `style` has the other attributes, such as `fill`.
    pub(crate) fn text(&mut self, layer: Layer, at: Point, size: f64, style: &str, text: &str) {
        self.add(layer, &text_element(at, size, "middle", style, text));
    }

    /// Adds a line below the grid that explains a colour, once.
    pub(crate) fn legend(&mut self, colour: Option<&'static str>, words: &str) {
        let has_room = self.legend.len() < MOST_LEGENDS;
        if has_room && !self.legend.iter().any(|(_, known)| known == words) {
            self.legend.push((colour, words.to_owned()));
        }
    }

    /// Adds a rule below the grid, in words.
    pub(crate) fn words(&mut self, words: String) {
        self.words.push(words);
    }
}

/// Returns an element with a text whose middle line is at a point.
pub(super) fn text_element(
    (x, y): Point,
    size: f64,
    anchor: &str,
    style: &str,
    text: &str,
) -> String {
    let [x, y, size] = [x, y + size * 0.35, size].map(number);
    let text = escape(text);
    let place = format!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"");
    format!("<text {place} {style}>{text}</text>")
}

/// Writes a length with at most one decimal.
pub(super) fn number(length: f64) -> String {
    // Adding 0 turns -0 into 0.
    ((length * 10.0).round() / 10.0 + 0.0).to_string()
}
