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

use std::path::Path;

use super::{Failure, exit_codes};
use markdown::Page;

/// Writes the pages to a folder, which is created if it is missing.
pub(super) fn write(folder: &Path) -> Result<(), Failure> {
    let pages = [
        ("commands.md", commands::page()),
        ("engine-list.md", engines::page()),
        ("encodings-list.md", encodings::page()),
        ("exit-codes.md", exit_codes_page()),
    ];
    let failed = |error| Failure(format!("{}: cannot write: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, page) in pages {
        std::fs::write(folder.join(name), page.text()).map_err(failed)?;
    }
    Ok(())
}

/// Returns the page of the exit codes of all commands.
fn exit_codes_page() -> Page {
    let mut page = Page::generated("Exit codes");
    page.paragraph(
        "'parallax help exit-codes' prints this list. Where several codes apply to a run over many \
         instances, the page on answers has their order.",
    );
    for (command, codes) in exit_codes::all() {
        page.heading(2, command);
        codes.iter().for_each(|(code, meaning)| page.item(0, &format!("`{code}`: "), meaning));
    }
    page
}
