//! Explanations as one page that loads nothing.

mod explanation_page;

pub use explanation_page::{DRAWING_SCRIPT, TREE_SCRIPT, TREE_STYLE, render_explanation_page};
