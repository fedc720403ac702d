//! Explanations of runs: the trace of an engine as a tree of steps in text, JSON, Graphviz DOT, or
//! a page to fold and step through. [`Explanation`] adds names, boards and the meaning of values to
//! a trace; the formats only read it.

mod board;
mod dot;
mod explanation;
mod page;
#[cfg(test)]
mod tests;
mod text;

pub use board::Board;
pub use dot::dot;
pub use explanation::{Explanation, Meaning};
pub use page::{DRAWINGS, STYLE, TREES, html};
pub use text::text;
