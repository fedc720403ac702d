//! The pages by name.

use std::path::Path;

use super::commands;
use super::encodings;
use super::engines;
use super::markdown::MarkdownPage;
use crate::cli::{CliError, exit_codes};

/// Writes the pages to a folder, which is created if it is missing.
pub(in crate::cli) fn write_pages(folder: &Path) -> Result<(), CliError> {
    let pages = [
        ("commands.md", commands::commands_page()),
        ("engine-list.md", engines::engines_page()),
        ("encodings-list.md", encodings::encodings_page()),
        ("exit-codes.md", exit_codes_page()),
    ];
    let failed = |error| CliError(format!("{}: cannot write: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, page) in pages {
        std::fs::write(folder.join(name), page.into_text()).map_err(failed)?;
    }
    Ok(())
}

/// Returns the page of the exit codes of all commands.
fn exit_codes_page() -> MarkdownPage {
    let mut page = MarkdownPage::begin_generated("Exit codes");
    page.add_paragraph(
        "'parallax help exit-codes' prints this list. Where several codes apply to a run over many \
         instances, the page on answers has their order.",
    );
    for (command, codes) in exit_codes::all_exit_codes() {
        page.add_heading(2, command);
        codes.iter().for_each(|(code, meaning)| page.add_item(0, &format!("`{code}`: "), meaning));
    }
    page
}
