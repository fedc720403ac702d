//! Readers of tables: workbooks, Markdown, CSV and DMN. `read.rs` chooses the reader; all of them
//! return sheets of raw tables, whose cells `tables_problem.rs` interprets.

mod archive;
mod boxes;
mod cell_styles;
mod choose;
mod csv;
mod dmn;
mod lines;
mod markdown;
mod read;
mod stored_value_error;
#[cfg(test)]
mod tests;
mod workbook;
mod worksheet;

pub use choose::TableChoice;
pub use read::{
    MAX_FILE, is_binary, read_decisions, read_separate_tables, read_table_file, read_tables,
    starts_table,
};
