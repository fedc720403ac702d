//! Explanations as one page that loads nothing.

mod explanation_page;

pub use explanation_page::{DRAWINGS, STYLE, TREES, render_explanation_page};
