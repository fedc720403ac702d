//! Finds the instances of a case by their names.

use std::path::Path;

use super::case_error::InstanceNameError;
use glob::{MatchOptions, Pattern};
use parallax_formats::inputs::{InputSources, is_text, minizinc_in};

/// The sources that a name denotes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NamedSources {
    pub(super) names: Vec<String>,
    /// Whether the name does not show how many sources there are: a folder, a glob.
    pub(super) many: bool,
}

/// Leaves out hidden files, and keeps `*` within a folder.
const GLOB_OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Returns the sources that `name` denotes, relative to `folder`: a file, a folder, a glob, a name
/// such as `latin:4`, or the text of an instance.
///
/// # Errors
/// Returns an error if no source has this name.
pub(super) fn find_sources(folder: &Path, name: &str) -> Result<NamedSources, InstanceNameError> {
    if name.is_empty() || name == "-" {
        return Err(InstanceNameError::NoName { name: name.to_owned() });
    }
    let path = folder.join(name);
    let text = |path: &Path| {
        let text = path.to_str().map(str::to_owned);
        text.ok_or_else(|| InstanceNameError::NotUtf8 { path: path.to_owned() })
    };
    if path.exists() {
        return Ok(NamedSources { names: vec![text(&path)?], many: path.is_dir() });
    }
    if let Some(model) = minizinc_in(folder, name) {
        return Ok(NamedSources { names: vec![model], many: false });
    }
    // A name that is no path may be the name of a generated instance, such as `latin:4`, or the
    // text of one.
    let alone = InputSources { names: vec![name.to_owned()], ..InputSources::default() };
    if alone.instance_count().is_some() || is_text(name) {
        return Ok(NamedSources { names: vec![name.to_owned()], many: false });
    }
    if !name.contains(['*', '?', '[']) {
        return Err(InstanceNameError::NoFile { name: name.to_owned(), path });
    }
    // Only the name is a pattern; special characters of the folder are taken as they are.
    let pattern = Path::new(&Pattern::escape(&text(folder)?)).join(name);
    let copy = || name.to_owned();
    let fault = |error| InstanceNameError::Pattern { name: copy(), error };
    let found = glob::glob_with(&text(&pattern)?, GLOB_OPTIONS).map_err(fault)?;
    let mut names = Vec::new();
    for path in found {
        let path = path.map_err(|error| InstanceNameError::Search { name: copy(), error })?;
        if path.is_file() {
            names.push(text(&path)?);
        }
    }
    if names.is_empty() {
        return Err(InstanceNameError::NoMatch { name: copy() });
    }
    Ok(NamedSources { names, many: true })
}
