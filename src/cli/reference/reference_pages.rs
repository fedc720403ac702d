//! The pages by name.

use std::path::Path;

use super::commands;
use super::encodings;
use super::engines;
use super::markdown::Page;
use crate::cli::{Failure, exit_codes};

/// Writes the pages to a folder, which is created if it is missing.
pub(in crate::cli) fn write(folder: &Path) -> Result<(), Failure> {
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
