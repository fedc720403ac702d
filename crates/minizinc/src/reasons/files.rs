//! The files of a model that the user wrote, and copies of them with changes.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::excerpt_error::ModelFileError;
use super::items::{ItemKind, MinizincItem, split_items};
use super::tokens::split_pieces;

/// A file of the user's: the model itself, or one that it includes.
pub(super) struct ModelFile {
    /// Its name as messages show it.
    pub(super) shown: String,
    pub(super) text: String,
    pub(super) items: Vec<MinizincItem>,
    /// Whether the last item has no semicolon.
    is_open: bool,
    /// The indices of the files that it includes, by the index of the item.
    includes: HashMap<usize, usize>,
}

/// The files of a model; the first is the model itself.
pub(super) struct ModelFiles {
    pub(super) all: Vec<ModelFile>,
}

/// A change of a copy: a range of bytes and its replacement.
pub(super) type TextEdit = (Range<usize>, String);

/// Returns the changes of an item, given the index of its file and its index there.
pub(super) type ItemEdits<'e> = dyn Fn((usize, usize), &MinizincItem) -> Vec<TextEdit> + 'e;

impl ModelFiles {
    /// Reads a model and the files that it includes from folders of the user's.
    ///
    /// # Errors
    /// Returns a message about a file that cannot be read or split.
    pub(super) fn read_model(model: &Path) -> Result<Self, ModelFileError> {
        let mut files = ModelFiles { all: Vec::new() };
        let mut known: HashMap<PathBuf, usize> = HashMap::new();
        let mut open = vec![model.to_owned()];
        known.insert(canonical_path(model), 0);
        // A work list without recursion: the file at an index of `open` is the one at the same
        // index of `files.all`, so the next one to read is at `files.all.len()`. Cyclic includes
        // end in `known`.
        while files.all.len() < open.len() {
            let path = open[files.all.len()].clone();
            let mut file = ModelFile::read_file(&path)?;
            for (place, item) in file.items.iter().enumerate() {
                let ItemKind::Include(name) = &item.kind else { continue };
                let name = file.text[name.clone()].trim_matches('"');
                let included = path.parent().unwrap_or(Path::new("")).join(name);
                // Any other name belongs to MiniZinc's library, and its include stays.
                if !included.is_file() {
                    continue;
                }
                let number = *known.entry(canonical_path(&included)).or_insert_with(|| {
                    open.push(included);
                    open.len() - 1
                });
                file.includes.insert(place, number);
            }
            files.all.push(file);
        }
        Ok(files)
    }

    /// Returns the indices of the file and the item of each constraint item.
    pub(super) fn constraint_items(&self) -> Vec<(usize, usize)> {
        let of = |(number, file): (usize, &ModelFile)| {
            let is_constraint = |item: &MinizincItem| matches!(item.kind, ItemKind::Constraint(_));
            let places = 0..file.items.len();
            let own: Vec<(usize, usize)> = places
                .filter(|&place| is_constraint(&file.items[place]))
                .map(|place| (number, place))
                .collect();
            own
        };
        self.all.iter().enumerate().flat_map(of).collect()
    }

    /// Whether the user's files have an output item.
    pub(super) fn has_output(&self) -> bool {
        let mut items = self.all.iter().flat_map(|file| &file.items);
        items.any(|item| item.kind == ItemKind::Output)
    }

    /// Writes copies of all files into a folder, with the changes of each item and more items at
    /// the end of the model. Returns the model.
    ///
    /// # Errors
    /// Returns a message if a copy cannot be written.
    pub(super) fn write_copies(
        &self,
        folder: &Path,
        edits: &ItemEdits<'_>,
        more: &str,
    ) -> Result<PathBuf, ModelFileError> {
        let name = |number: usize| match number {
            0 => "model.mzn".to_owned(),
            _ => format!("included-{number}.mzn"),
        };
        for (number, file) in self.all.iter().enumerate() {
            let mut all: Vec<TextEdit> = Vec::new();
            for (place, item) in file.items.iter().enumerate() {
                if let (ItemKind::Include(path), Some(&own)) =
                    (&item.kind, file.includes.get(&place))
                {
                    all.push((path.clone(), format!("\"{}\"", name(own))));
                }
                all.extend(edits((number, place), item));
            }
            let mut text = apply_edits(&file.text, all);
            if number == 0 {
                // The last item may lack its semicolon and be followed by a comment, which the line
                // break ends.
                text.push_str(if file.is_open { "\n;\n" } else { "\n" });
                text.push_str(more);
            }
            let path = folder.join(name(number));
            fs::write(&path, text).map_err(|error| ModelFileError::File { file: path, error })?;
        }
        Ok(folder.join(name(0)))
    }
}

fn canonical_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Returns a text with changes, which do not overlap.
fn apply_edits(text: &str, mut edits: Vec<TextEdit>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let (mut copy, mut at) = (String::with_capacity(text.len()), 0);
    for (range, instead) in edits {
        copy.push_str(&text[at..range.start]);
        copy.push_str(&instead);
        at = range.end;
    }
    copy.push_str(&text[at..]);
    copy
}

impl ModelFile {
    fn read_file(path: &Path) -> Result<Self, ModelFileError> {
        let shown = path.display().to_string();
        let file = || path.to_owned();
        let fault = |error| ModelFileError::File { file: file(), error };
        let bytes = fs::read(path).map_err(fault)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to() + 1;
            ModelFileError::NotUtf8 { file: file(), byte }
        })?;
        let items = split_items(&text).map_err(|place| {
            let (line, column) = line_and_column(&text, place);
            ModelFileError::OpenItem { file: file(), line, column }
        })?;
        // The range of an item excludes its semicolon. If only blanks and comments follow the last
        // item, it has none.
        let end = items.last().map_or(text.len(), |item| item.range.end);
        let is_open =
            split_pieces(&text[end..]).is_ok_and(|rest| rest.is_empty()) && !items.is_empty();
        Ok(ModelFile { shown, text, items, is_open, includes: HashMap::new() })
    }

    /// Returns the file, line and column of a byte, for messages.
    pub(super) fn describe_position(&self, at: usize) -> String {
        let (line, column) = line_and_column(&self.text, at);
        format!("{}:{line}:{column}", self.shown)
    }
}

/// Returns the line and column of a byte, both from 1.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_the_changes_and_their_own_includes() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let text = "include \"sub/b.mzn\"; include \"globals.mzn\"; constraint x > 1 % end";
        fs::write(at("a.mzn"), text).expect("written");
        fs::create_dir(at("sub")).expect("a folder");
        fs::write(at("sub/b.mzn"), "include \"../a.mzn\"; var 1..3: x;").expect("written");
        let files = ModelFiles::read_model(&at("a.mzn")).expect("read");
        assert_eq!(files.all.len(), 2);
        assert_eq!(files.constraint_items(), [(0, 2)]);
        assert!(files.all[0].describe_position(45).ends_with("a.mzn:1:46"));
        let copies = at("copies");
        fs::create_dir(&copies).expect("a folder");
        let edits = |_: (usize, usize), item: &MinizincItem| match item.kind {
            ItemKind::Constraint(_) => vec![(item.range.clone(), "constraint true".to_owned())],
            _ => Vec::new(),
        };
        let model = files.write_copies(&copies, &edits, "solve satisfy;").expect("written");
        let copy = fs::read_to_string(model).expect("read");
        let expected = "include \"included-1.mzn\"; include \"globals.mzn\"; constraint true \
                        % end\n;\nsolve satisfy;";
        assert_eq!(copy, expected);
        let copy = fs::read_to_string(copies.join("included-1.mzn")).expect("read");
        assert_eq!(copy, "include \"model.mzn\"; var 1..3: x;");
    }
}
