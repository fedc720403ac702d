//! Hints and solution paths, as text, JSON and pictures. A [`HintTier`] limits the detail of a
//! hint: from the places to look at to the reason. `board.rs` draws the state with the candidates
//! of open cells, and marks the reason and the conclusion.

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
pub use tiers::{HintTier, describe_tier};
