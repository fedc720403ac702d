//! Suggestions for the name of a missing file.

use std::path::Path;

use parallax_model::ask::{did_you_mean, nearest};
use parallax_puzzles::{MODELS, Puzzle};

/// Maximum number of files to inspect in a folder.
const FILES: usize = 10_000;

/// Suggests the nearest name of a generator, or of a file in the same folder: ` (did you mean
/// 'sudoku:9'?)`. Empty if no name is near, or the file exists.
pub(super) fn suggestion(path: &Path) -> String {
    if path.exists() {
        return String::new();
    }
    let name = path.to_string_lossy();
    if let Some((generator, rest)) = name.split_once(':') {
        let known = Puzzle::ALL.map(Puzzle::name).into_iter().chain(MODELS);
        let near = nearest(generator, known);
        return near.map_or_else(String::new, |near| format!(" (did you mean '{near}:{rest}'?)"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = std::fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return String::new();
    };
    let beside = |entry: std::fs::DirEntry| {
        let file = entry.file_name();
        Some(folder.map_or(file.clone().into(), |folder| folder.join(file)).to_str()?.to_owned())
    };
    let names: Vec<String> = entries.take(FILES).flatten().filter_map(beside).collect();
    did_you_mean(&name, names.iter().map(|name| &**name))
}
