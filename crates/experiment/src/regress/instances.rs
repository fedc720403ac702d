//! Finds the instances of a case by their names.

use std::path::Path;

use glob::{MatchOptions, Pattern};
use parallax_formats::inputs::{Sources, is_text, minizinc_in};

/// The sources that a name denotes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) names: Vec<String>,
    /// Whether the name does not show how many sources there are: a folder, a glob.
    pub(super) many: bool,
}

/// Leaves out hidden files, and keeps `*` within a folder.
const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Returns the sources that `name` denotes, relative to `folder`: a file, a folder, a glob, a name
/// such as `latin:4`, or the text of an instance.
///
/// # Errors
/// Returns an error if no source has this name.
pub(super) fn find(folder: &Path, name: &str) -> Result<Named, String> {
    if name.is_empty() || name == "-" {
        return Err(format!(
            "instance: expected a file, a folder, a glob, or a name such as latin:4, found '{name}'"
        ));
    }
    let path = folder.join(name);
    let text = |path: &Path| {
        let text = path.to_str().map(str::to_owned);
        text.ok_or_else(|| format!("{}: the name of a file is not UTF-8", path.display()))
    };
    if path.exists() {
        return Ok(Named { names: vec![text(&path)?], many: path.is_dir() });
    }
    if let Some(model) = minizinc_in(folder, name) {
        return Ok(Named { names: vec![model], many: false });
    }
    let alone = Sources { names: vec![name.to_owned()], ..Sources::default() };
    if alone.number().is_some() || is_text(name) {
        return Ok(Named { names: vec![name.to_owned()], many: false });
    }
    if !name.contains(['*', '?', '[']) {
        return Err(format!("instance '{name}': there is no file or folder {}", path.display()));
    }
    let pattern = Path::new(&Pattern::escape(&text(folder)?)).join(name);
    let wrong = |why: String| format!("instance '{name}': {why}");
    let found = glob::glob_with(&text(&pattern)?, OPTIONS).map_err(|e| wrong(e.to_string()))?;
    let mut names = Vec::new();
    for path in found {
        let path = path.map_err(|error| wrong(error.to_string()))?;
        if path.is_file() {
            names.push(text(&path)?);
        }
    }
    if names.is_empty() {
        return Err(wrong("no file matches".to_owned()));
    }
    Ok(Named { names, many: true })
}
