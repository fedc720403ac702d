//! The reference pages of the documentation as Markdown, from the definitions that the program
//! itself uses: commands and options, exit codes, engines, encodings.
//!
//! The hidden option `parallax man --markdown DIR` writes them, because the program alone sees all
//! of these definitions. `tests/suite/docs/reference.rs` compares them with `docs/reference/`, and
//! replaces them there on request. They depend neither on the machine nor on its terminal, and
//! engines that a build lacks are listed also.

mod commands;
mod encodings;
mod engines;
mod markdown;
mod reference_pages;

pub(super) use reference_pages::write_pages;
