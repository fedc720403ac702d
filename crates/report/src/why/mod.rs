//! Explanations, as text, JSON and pictures.

mod json;
mod picture;
mod sets;
mod text;

pub use json::json as why_json;
pub use picture::svg as why_svg;
pub use text::text as why_text;
