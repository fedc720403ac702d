//! What an engine did, told to people: a tree of steps as text, JSON,
//! Graphviz DOT, or a page to fold and step through.

mod dot;
mod html;
mod story;
#[cfg(test)]
mod tests;
mod text;

pub use dot::dot;
pub use html::html;
pub use story::{Meaning, Story};
pub use text::text;
