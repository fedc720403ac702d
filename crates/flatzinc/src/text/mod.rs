//! Reads the text of FlatZinc.
//!
//! `lexer` has tokens and errors, `skip` what is not used, `reader` the state, `values` types, sets
//! and single values; `declarations`, `constraints` and `search` have an item each, `marks` its
//! annotations. Nothing recurses, and each byte is read once.

mod annotations;
mod constraints;
mod declarations;
mod item_reader;
mod lexer;
mod reader;
mod search;
mod skip;
#[cfg(test)]
mod tests;
mod values;
