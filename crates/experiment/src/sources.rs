//! Expands the entries of `instances` of a specification to files and names.

use std::path::{Path, PathBuf};

use parallax_formats::inputs::{InputForm, files_of};

use super::load_error::InstanceEntryError;
use super::spec::parse_range;
use super::spec_error::NumberRangeError;

/// Returns the files and names of an entry of `instances`, in a fixed order.
///
/// # Errors
/// Returns an error if a pattern matches no file, a range is not understood, or a path is not
/// UTF-8.
pub(super) fn expand_entry(
    folder: &Path,
    name: &str,
    form: Option<InputForm>,
) -> Result<Vec<String>, InstanceEntryError> {
    // A file whose name looks like a range of names is taken as a file.
    if !folder.join(name).exists()
        && let Some(names) = expand_series(name)?
    {
        return Ok(names);
    }
    let path = folder.join(name);
    if path.is_dir() {
        let found = files_of(&path, form)?;
        return found.files.iter().map(|file| relative_path(file, folder)).collect();
    }
    if path.exists() || !name.contains(['*', '?', '[']) {
        return Ok(vec![name.to_owned()]);
    }
    let files = matching_files(&path, folder)?;
    if files.is_empty() {
        return Err(InstanceEntryError::NoMatch { name: name.to_owned() });
    }
    Ok(files)
}

/// Returns a path relative to a folder, if it lies there.
fn relative_path(path: &Path, folder: &Path) -> Result<String, InstanceEntryError> {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    relative.to_str().map(str::to_owned).ok_or(InstanceEntryError::NotUtf8)
}

/// Expands a name with ranges, such as `magic:3..5` and `set:12@1..20`, the last range fastest;
/// `None` if it has no range.
fn expand_series(name: &str) -> Result<Option<Vec<String>>, NumberRangeError> {
    let Some((puzzle, rest)) = name.split_once(':') else { return Ok(None) };
    let is_word = puzzle.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !is_word || !rest.contains("..") {
        return Ok(None);
    }
    let mut names = vec![format!("{puzzle}:")];
    let is_separator = |c: char| c == '@' || c == 'x';
    for piece in rest.split_inclusive(is_separator) {
        let number = piece.trim_end_matches(is_separator);
        let separator = &piece[number.len()..];
        let numbers: Vec<String> = if number.contains("..") {
            parse_range(number)?.iter().map(u64::to_string).collect()
        } else {
            vec![number.to_owned()]
        };
        let with = |name: &String| {
            let name = name.clone();
            numbers.iter().map(move |number| format!("{name}{number}{separator}"))
        };
        names = names.iter().flat_map(with).collect();
    }
    Ok(Some(names))
}

/// Returns the files that a pattern matches, relative to a folder, sorted.
fn matching_files(pattern: &Path, folder: &Path) -> Result<Vec<String>, InstanceEntryError> {
    let text = pattern.to_str().ok_or(InstanceEntryError::NotUtf8)?;
    let fault = |error| InstanceEntryError::Pattern { pattern: text.to_owned(), error };
    let found = glob::glob(text).map_err(fault)?;
    let mut names = Vec::new();
    for path in found {
        let path: PathBuf = path?;
        if path.is_file() {
            names.push(relative_path(&path, folder)?);
        }
    }
    // The order of a folder depends on the file system, but the manifest must not.
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_ranges_is_a_series() {
        let all = |name: &str| expand_series(name).map(|names| names.map(|names| names.join(" ")));
        assert_eq!(all("magic:3..5").unwrap().unwrap(), "magic:3 magic:4 magic:5");
        assert_eq!(all("set:12..13@1..2").unwrap().unwrap(), "set:12@1 set:12@2 set:13@1 set:13@2");
        assert_eq!(all("sets:4x2..3x3").unwrap().unwrap(), "sets:4x2x3 sets:4x3x3");
        assert_eq!(all("latin:4").unwrap(), None);
        assert_eq!(all("../a/b.txt").unwrap(), None);
        assert!(all("latin:5..4").is_err() && all("latin:1..x").is_err());
        assert!(all("latin:0..9999999999").is_err());
    }
}
