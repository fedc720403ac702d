//! Explanations why there is no solution, or why a value is forced or impossible, as text, JSON and
//! pictures. `minimal_sets.rs` writes the minimal sets of clues and rules with their evidence,
//! `text.rs` the repairs.

mod json;
mod minimal_sets;
mod picture;
mod text;

pub use json::{confirmed_json, why_json};
pub use picture::why_svg;
pub use text::why_text;
