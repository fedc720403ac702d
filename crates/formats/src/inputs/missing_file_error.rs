//! The error about a name that denotes no file, with a suggestion.

use std::io::{Error, ErrorKind};
use std::path::Path;

use parallax_instance::InputError;
use parallax_model::engine_api::{did_you_mean, nearest_name};
use parallax_puzzles::{MODEL_GENERATOR_NAMES, Puzzle};

/// Maximum number of files to inspect in a folder.
const MAX_FOLDER_FILES: usize = 10_000;

/// Names of models that are generated.
const MODEL_EXAMPLES: [&str; 2] = ["queens:8", "zebra:4"];

/// Returns the error about a file that cannot be opened.
pub(super) fn open_error(path: &Path, error: &Error) -> InputError {
    let name = path.to_string_lossy();
    if name.is_empty() || error.kind() != ErrorKind::NotFound {
        return InputError::from_io_error(name, error);
    }
    let meant = suggest_name(path, &name);
    InputError::new(name, format!("there is no such file{meant}"))
}

/// A name for each generator that takes a short one.
fn examples() -> Vec<&'static str> {
    let mut names = Puzzle::short_names();
    names.extend(MODEL_EXAMPLES);
    names
}

/// The names of generators.
fn generator_names() -> impl Iterator<Item = &'static str> {
    Puzzle::ALL.map(Puzzle::name).into_iter().chain(MODEL_GENERATOR_NAMES)
}

/// Suggests the nearest name of a generator, or of a file in the same folder: ` (did you mean
/// 'sudoku:9'?)`. Empty if no name is near.
fn suggest_name(path: &Path, name: &str) -> String {
    if let Some((generator, rest)) = name.split_once(':') {
        let is_word = !generator.is_empty() && generator.chars().all(char::is_alphanumeric);
        return match nearest_name(generator, generator_names()) {
            Some(near) => format!(" (did you mean '{near}:{rest}'?)"),
            None if is_word => {
                let examples = examples().join(", ");
                format!(", and no generator has this name; there are {examples}")
            }
            None => String::new(),
        };
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = |entry: std::fs::DirEntry| {
        let file = entry.file_name();
        Some(folder.map_or(file.clone().into(), |folder| folder.join(file)).to_str()?.to_owned())
    };
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let names: Vec<String> = entries.take(MAX_FOLDER_FILES).flatten().filter_map(beside).collect();
    let near = did_you_mean(name, names.iter().map(|name| &**name));
    // The names of generators have no folders.
    let made = nearest_name(name, generator_names()).filter(|_| folder.is_none());
    let example = |made: &str| examples().into_iter().find(|example| example.starts_with(made));
    match made {
        Some(made) if made == name => {
            let example = example(made).map_or_else(String::new, |name| format!(", as in {name}"));
            format!("; '{made}:' and a size make an instance{example}")
        }
        Some(made) if near.is_empty() => {
            format!(" (did you mean '{}'?)", example(made).unwrap_or(made))
        }
        _ => near,
    }
}
