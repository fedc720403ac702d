//! Explanations of runs: the trace of an engine as a tree of steps in text, JSON, Graphviz DOT, or
//! a page to fold and step through. [`RunExplanation`] adds names, boards and the meaning of values
//! to a trace; the formats only read it.

mod board;
mod dot;
mod explanation;
mod page;
#[cfg(test)]
mod tests;
mod text;

pub use board::SquareBoard;
pub use dot::render_dot;
pub use explanation::{RunExplanation, ValueMeaning};
pub use page::{DRAWING_SCRIPT, TREE_SCRIPT, TREE_STYLE, render_explanation_page};
pub use text::render_tree;
