//! A report as one page that loads nothing.

mod data;
mod result_page;
mod tables;

pub use result_page::{plain_page, render_result_page};
