//! Pictures of a puzzle and its solutions: text for a terminal, and SVG.
//!
//! Each rule draws itself, in [`Rule::sketch`](super::rules::Rule::sketch) for text and in
//! [`Rule::draw`](super::rules::Rule::draw) for SVG.
//!
//! - `values.rs`: the digits to draw, and the cells that differ between solutions.
//! - `borders.rs`: the borders between regions.
//! - `sketch.rs`, `board.rs`, `caption.rs`: text: the signs of rules, the board, the lines below.
//! - `canvas.rs`, `shapes.rs`, `outline.rs`, `colours.rs`: the layers, lines and shapes that rules
//!   draw with.
//! - `outside.rs`, `frame.rs`, `svg.rs`: clues outside of the grid, the grid itself, the document.

mod board;
mod borders;
mod canvas;
mod caption;
pub(crate) mod colours;
mod frame;
mod outline;
mod outside;
mod shapes;
mod sketch;
mod svg;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use board::text;
pub(crate) use canvas::{Layer, Picture};
pub(crate) use shapes::Border;
pub(crate) use sketch::Sketch;
pub(crate) use svg::svg;
