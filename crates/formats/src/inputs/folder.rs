//! The search of a folder for files with instances.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parallax_instance::InputError;
use walkdir::{DirEntry, WalkDir};

use super::{InputForm, foreign, lines_of};
use crate::unpack::UnpackLimit;

/// The files of a folder and of the folders in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstanceFolder {
    /// The files to read, sorted by path.
    pub files: Vec<PathBuf>,
    /// The files that are not instances.
    pub skipped: SkippedFiles,
}

/// The number of files that a search skips, for each extension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedFiles(BTreeMap<String, usize>);

impl SkippedFiles {
    fn add_file(&mut self, path: &Path) {
        let extension = path
            .extension()
            .map_or(String::new(), |extension| extension.to_string_lossy().to_lowercase());
        *self.0.entry(extension).or_default() += 1;
    }

    /// Describes the files that were skipped in the folder `name`; `None` if there were none.
    #[must_use]
    pub fn describe_folder(&self, name: &str) -> Option<String> {
        let list = self.list_extensions()?;
        Some(InputError::new(name, list).to_string())
    }

    /// `skipped 3 files that are no instances: 2 .md, 1 without extension`.
    fn list_extensions(&self) -> Option<String> {
        let total: usize = self.0.values().sum();
        let what =
            if total == 1 { "file that is no instance" } else { "files that are no instances" };
        let mut kinds: Vec<(&String, &usize)> = self.0.iter().collect();
        kinds
            .sort_by_key(|(extension, number)| (extension.is_empty(), std::cmp::Reverse(**number)));
        let kinds: Vec<String> = kinds
            .into_iter()
            .map(|(extension, number)| match extension.as_str() {
                "" => format!("{number} without extension"),
                extension => format!("{number} .{extension}"),
            })
            .collect();
        (total > 0).then(|| format!("skipped {total} {what}: {}", kinds.join(", ")))
    }
}

/// Returns the files with instances in a folder and the folders in it, sorted by path. Skips hidden
/// files and folders, links to a folder around them, and, unless the user states the puzzle, files
/// in no form that is read (notes, pictures). Keeps files that fail to read.
///
/// # Errors
/// Returns an error if a folder cannot be read, or if there are no instances.
pub fn files_of(folder: &Path, puzzle: Option<InputForm>) -> Result<InstanceFolder, InputError> {
    let name = folder.display().to_string();
    let mut found = InstanceFolder::default();
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    // The folder that the user names may be hidden, or be `.`.
    for entry in walk.into_iter().filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.loop_ancestor().is_some() => continue,
            Err(error) if leads_nowhere(&error) => {
                error.path().into_iter().for_each(|path| found.skipped.add_file(path));
                continue;
            }
            Err(error) => {
                let place = error.path().map_or(name.clone(), |path| path.display().to_string());
                let why = error.io_error().map_or(error.to_string(), ToString::to_string);
                return Err(InputError::new(place, format!("cannot read: {why}")));
            }
        };
        if !entry.file_type().is_file() {
            continue;
        }
        if puzzle.is_some() || holds_instances(entry.path()) {
            found.files.push(entry.into_path());
        } else {
            found.skipped.add_file(entry.path());
        }
    }
    if found.files.is_empty() {
        let skipped =
            found.skipped.list_extensions().map_or(String::new(), |list| format!("; {list}"));
        let message = format!("a folder without instances; expected a file of instances{skipped}");
        return Err(InputError::new(name, message));
    }
    Ok(found)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

/// Whether an error is about a link to a file that does not exist.
fn leads_nowhere(error: &walkdir::Error) -> bool {
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_symlink());
    error.depth() > 0 && error.path().is_some_and(is_link)
}

/// Whether a file is in a form that is read. A file that cannot be read counts, unless it is binary
/// and its extension is that of no form.
fn holds_instances(path: &Path) -> bool {
    let Ok((mut lines, extension)) = lines_of(path, UnpackLimit::default(), None) else {
        return true;
    };
    let extension = extension.as_deref();
    // A model may need data, or be a part of another one, so the user has to name it.
    if extension == Some("mzn") {
        return false;
    }
    let promises = extension.is_some_and(InputForm::has_extension);
    let is_binary = match lines.first_bytes() {
        // An empty file is worth an error only if its extension promises instances.
        Ok([]) => return promises,
        Ok(bytes) => bytes.contains(&0) || !is_utf8(bytes),
        Err(_) => return true,
    };
    // `recognise` below reports forms of other programs as errors, and an error keeps a file.
    if matches!(foreign::by_content(&mut lines), Ok(Some(_))) {
        return false;
    }
    if foreign::by_name(extension).is_some() {
        return false;
    }
    match InputForm::recognise(extension, &mut lines) {
        Ok(form) => form.is_some(),
        Err(_) => promises || !is_binary,
    }
}

/// Whether bytes are text, which may be cut within a character.
fn is_utf8(bytes: &[u8]) -> bool {
    // `error_len` is `None` if the bytes end within a character.
    std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}
