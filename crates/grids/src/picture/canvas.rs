//! The layers of an SVG picture, and the elements in them.
//!
//! Lengths are in pixels, from the upper left corner of the grid. Elements may lie outside of the
//! grid, above it or on its left; the document makes room for what [`OutsideClues`] holds.

use parallax_instance::escape_markup;

use super::outside::OutsideClues;
use crate::shape::GridShape;

/// A place: x to the right, y down.
pub(crate) type Point = (f64, f64);

/// The side of a cell.
pub(super) const CELL_SIDE: f64 = 40.0;

/// The largest number of lines that explain colours.
const MOST_LEGENDS: usize = 20;

/// A layer of a picture. Later ones hide earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureLayer {
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
pub(crate) struct GridPicture {
    pub(super) shape: GridShape,
    pub(super) layers: [String; 4],
    /// The clues outside of the grid.
    pub(super) outside: OutsideClues,
    /// The lines below the grid, each with a colour that it explains.
    pub(super) legend: Vec<(Option<&'static str>, String)>,
    /// The rules below the grid, in words.
    pub(super) words: Vec<String>,
    /// The number of shades that are in use.
    pub(super) shades: usize,
}

impl GridPicture {
    /// Creates a picture without marks.
    pub(super) fn new(shape: GridShape) -> Self {
        GridPicture {
            shape,
            layers: Default::default(),
            outside: OutsideClues::default(),
            legend: Vec::new(),
            words: Vec::new(),
            shades: 0,
        }
    }

    /// Returns the text of a layer.
    pub(super) fn layer_text(&self, layer: PictureLayer) -> &str {
        &self.layers[layer as usize]
    }

    fn add_element(&mut self, layer: PictureLayer, element: &str) {
        let text = &mut self.layers[layer as usize];
        text.push_str(element);
        text.push('\n');
    }

    /// Adds a circle. `style` has the other attributes.
    pub(crate) fn add_circle(
        &mut self,
        layer: PictureLayer,
        (x, y): Point,
        radius: f64,
        style: &str,
    ) {
        let (x, y, r) = (write_length(x), write_length(y), write_length(radius));
        self.add_element(layer, &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {style}/>"));
    }

    /// Adds a rectangle from its upper left corner. `style` has the other attributes.
    pub(crate) fn add_rectangle(
        &mut self,
        layer: PictureLayer,
        (x, y): Point,
        (width, height): Point,
        style: &str,
    ) {
        let [x, y, w, h] = [x, y, width, height].map(write_length);
        let size = format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
        self.add_element(layer, &format!("<rect {size} {style}/>"));
    }

    /// Adds a line through points. `style` has the other attributes.
    pub(crate) fn add_polyline(&mut self, layer: PictureLayer, points: &[Point], style: &str) {
        let points =
            points.iter().map(|&(x, y)| format!("{},{}", write_length(x), write_length(y)));
        let points = points.collect::<Vec<_>>().join(" ");
        self.add_element(layer, &format!("<polyline points=\"{points}\" {style} fill=\"none\"/>"));
    }

    /// Adds closed lines. `style` has the other attributes.
    pub(crate) fn add_loops(&mut self, layer: PictureLayer, loops: &[Vec<Point>], style: &str) {
        let mut path = String::new();
        for corners in loops {
            for (index, &(x, y)) in corners.iter().enumerate() {
                path.push_str(if index == 0 { "M" } else { "L" });
                path.push_str(&format!("{} {}", write_length(x), write_length(y)));
            }
            path.push('Z');
        }
        self.add_element(layer, &format!("<path d=\"{path}\" {style}/>"));
    }

    /// Adds a text around a point. `style` has the other attributes, such as `fill`.
    pub(crate) fn add_text(
        &mut self,
        layer: PictureLayer,
        at: Point,
        size: f64,
        style: &str,
        text: &str,
    ) {
        self.add_element(layer, &text_element(at, size, "middle", style, text));
    }

    /// Adds a line below the grid that explains a colour, once.
    pub(crate) fn add_legend(&mut self, colour: Option<&'static str>, words: &str) {
        let has_room = self.legend.len() < MOST_LEGENDS;
        if has_room && !self.legend.iter().any(|(_, known)| known == words) {
            self.legend.push((colour, words.to_owned()));
        }
    }

    /// Adds a rule below the grid, in words.
    pub(crate) fn add_description(&mut self, words: String) {
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
    // SVG puts the baseline at y. A third of the size below the middle, digits and capitals are
    // centred.
    let [x, y, size] = [x, y + size * 0.35, size].map(write_length);
    let text = escape_markup(text);
    let position = format!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"");
    format!("<text {position} {style}>{text}</text>")
}

/// Writes a length with at most one decimal.
pub(super) fn write_length(length: f64) -> String {
    // Adding 0 turns -0 into 0.
    ((length * 10.0).round() / 10.0 + 0.0).to_string()
}
