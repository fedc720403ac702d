//! Hints and solution paths, as text, JSON and pictures.

mod board;
mod json;
mod path;
mod picture;
mod text;
mod tiers;

pub use json::hint_json;
pub use path::path_text;
pub use picture::step_svg;
pub use text::hint_text;
pub use tiers::{Tier, tier};
