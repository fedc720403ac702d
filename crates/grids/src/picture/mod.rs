//! Pictures of a puzzle and its solutions: text for a terminal, and SVG.
//!
//! Each rule draws itself, in [`GridRule::sketch_signs`](super::rules::GridRule::sketch_signs) for
//! text and in [`GridRule::draw_rule`](super::rules::GridRule::draw_rule) for SVG.
//!
//! - `values.rs`: the digits to draw, and the cells that differ between solutions.
//! - `borders.rs`: the borders between regions.
//! - `sketch.rs`, `board.rs`, `text.rs`: text: the signs of rules, a board, the whole.
//! - `caption.rs`: the lines below both pictures.
//! - `canvas.rs`, `shapes.rs`, `signs.rs`, `outline.rs`, `colours.rs`: the layers, lines, shapes
//!   and signs that rules draw with.
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
mod signs;
mod sketch;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod values;

pub(crate) use canvas::{GridPicture, PictureLayer};
pub(crate) use shapes::OutlineStyle;
pub(crate) use sketch::TextBoardSketch;
pub(crate) use svg::draw_svg;
pub(crate) use text::draw_text;
