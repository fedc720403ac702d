//! The f-puzzles form: JSON, and its links.
//!
//! - `json.rs`: values with their paths, for messages.
//! - `entry.rs`: an entry of a list of rules, and what rules read from it.
//! - `rule_form.rs`: the rules of the form. Each reads and writes itself, at the end of its own
//!   file.
//! - `reader.rs`, `cells.rs`, `negative_rules.rs`, `drawings.rs`, `repeated_keys.rs`: the parts of
//!   a file.
//! - `writer.rs`: a puzzle as JSON.
//! - `link.rs`, `compress.rs`, `decompress.rs`, `base64.rs`: addresses, and the compressed text in
//!   them.

mod base64;
mod cells;
mod compress;
mod decompress;
mod drawings;
mod entry;
mod fpuzzles_text;
mod json;
mod link;
mod negative_rules;
mod reader;
mod repeated_keys;
mod rule_form;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use fpuzzles_text::{MAX_TEXT, is_fpuzzles_link, link_name, read_fpuzzles};

pub(crate) use drawings::list_drawings;
pub(crate) use entry::FPuzzlesEntry;
pub(crate) use link::EXPECTED_LINKS;
pub(crate) use negative_rules::{XV_RULE_NAME, has_dots, put_dots};
pub(crate) use rule_form::{FPuzzlesRuleForm, FPuzzlesRuleReader};
pub(crate) use writer::FPuzzlesWriter;
