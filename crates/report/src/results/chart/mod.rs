//! Plots as SVG: instances solved within a time, one engine against another, boxes, bars by puzzle;
//! and what every picture consists of.
//!
//! A page may colour them by the classes `paper`, `grid` and by `color`; without one they are black
//! on white, and a file of its own ([`standalone`]) is light on dark where the reader prefers that.
//! Dash patterns and marks distinguish curves without colours.

mod axis;
mod bars;
mod boxes;
mod cactus;
mod chart_document;
mod scatter;

use chart_document::colour;
pub use chart_document::{document, line, standalone, stroke, text};

pub use bars::bars;
pub use boxes::boxes;
pub use cactus::cactus;
pub use scatter::{Board, scatter};
