//! Plots as SVG: instances solved within a time, one engine against another, boxes, bars by puzzle;
//! and what every picture consists of.
//!
//! A page may colour them by the classes `paper`, `grid` and by `color`; without a page they are
//! black on white, and a separate file ([`standalone_plot`]) is light on dark if the reader prefers
//! that. Dash patterns and marks distinguish curves without colours.

mod axis;
mod bars;
mod boxes;
mod cactus;
mod chart_document;
mod scatter;

use chart_document::engine_colour;
pub use chart_document::{curve_stroke, standalone_plot, svg_document, svg_line, svg_text};

pub use bars::draw_chart;
pub use boxes::draw_boxes;
pub use cactus::draw_cactus;
pub use scatter::{ScatterAxes, draw_scatter};
