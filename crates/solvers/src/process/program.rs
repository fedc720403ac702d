//! Commands with placeholders.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use super::{CommandError, MissingProgramError};

/// The names that may appear in braces in a command, and their meaning.
pub(super) const COMMAND_PLACEHOLDERS: [(&str, &str); 9] = [
    ("{cnf}", "the formula's file"),
    ("{smt2}", "the script's file"),
    ("{opb}", "the OPB file"),
    ("{fzn}", "the FlatZinc file"),
    ("{mzn}", "the MiniZinc file"),
    ("{xml}", "the XCSP3 file"),
    ("{out}", "the file that the answer goes to"),
    ("{proof}", "the file that a proof goes to"),
    ("{seed}", "the seed"),
];

/// A command line, split into words as a shell splits it (quotes and backslashes, nothing
/// else). Words may contain `{cnf}`, `{smt2}` or `{fzn}`, the file with the problem, which goes to
/// standard input if none is named; `{out}` and `{proof}`, files to which the program writes
/// its answer and a proof; and `{seed}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTemplate {
    text: String,
    words: Vec<String>,
    /// The folder in which it runs; by default that of this process.
    folder: Option<PathBuf>,
}

impl CommandTemplate {
    /// Makes a program with literal arguments: braces in them are part of file names.
    #[must_use]
    pub fn with_arguments(program: &str, arguments: &[&OsStr]) -> Self {
        let words = [OsStr::new(program)].into_iter().chain(arguments.iter().copied());
        let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        CommandTemplate { text: words.join(" "), words, folder: None }
    }

    /// Makes the command run in a folder: its relative paths, also that of the program, start
    /// there.
    pub fn start_in(&mut self, folder: &Path) {
        // A child may have another working directory.
        self.folder = Some(std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()));
    }

    /// Returns the folder in which it runs, if it is not that of this process.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the program's path, or its name to be found on the search path.
    fn program_path(&self) -> PathBuf {
        match &self.folder {
            Some(folder) if self.name().contains('/') => folder.join(self.name()),
            _ => self.name().into(),
        }
    }

    /// Returns the command with more words at its end; placeholders in them are replaced.
    #[must_use]
    pub fn with_words(&self, words: &[&str]) -> Self {
        let mut longer = self.clone();
        for word in words {
            longer.text = format!("{} {word}", longer.text);
            longer.words.push((*word).to_owned());
        }
        longer
    }

    /// Returns the program's name or path.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.words[0]
    }

    /// Whether the command contains a placeholder such as `{out}`.
    #[must_use]
    pub fn has_placeholder(&self, placeholder: &str) -> bool {
        self.words.iter().any(|word| word.contains(placeholder))
    }

    /// Returns the program's file: its path, or its place on the search path.
    ///
    /// # Errors
    /// If the program is not found.
    pub fn find_file(&self) -> Result<PathBuf, MissingProgramError> {
        let missing =
            || MissingProgramError { name: self.name().to_owned(), folder: self.folder.clone() };
        find_program(&self.program_path().to_string_lossy()).ok_or_else(missing)
    }

    /// Returns the command with every placeholder of `fill` replaced.
    pub(super) fn fill_command(&self, fill: &[(&str, String)]) -> Command {
        let filled = |word: &String| {
            fill.iter()
                .fold(word.clone(), |word, (placeholder, text)| word.replace(placeholder, text))
        };
        let mut words = self.words.iter().map(filled);
        let first = words.next().unwrap_or_default();
        let mut command = match &self.folder {
            // The standard library leaves open whether `current_dir` applies to a relative path of
            // the program, so the path is completed here.
            Some(folder) if first.contains('/') => Command::new(folder.join(first)),
            _ => Command::new(first),
        };
        command.args(words);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        // The program puts its temporary files where this process does.
        command.env("TMPDIR", tempfile::env::temp_dir());
        if let Some(paths) = library_path() {
            command.env(LIBRARY_PATH, paths);
        }
        command
    }
}

/// The variable in which the system's loader looks for libraries first.
const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// Returns the library path without the folders that a build tool added for this program: the
/// libraries built there have the names of installed ones, but an installed solver was not linked
/// with them.
fn library_path() -> Option<OsString> {
    let paths = std::env::var_os(LIBRARY_PATH)?;
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    // Cargo puts tests into `deps`, one level below the other programs that it builds.
    let built = if folder.ends_with("deps") { folder.parent()? } else { folder };
    exclude_folders(&paths, built)
}

/// Returns the folders of a search path that are not below `built`.
pub(super) fn exclude_folders(paths: &OsStr, built: &Path) -> Option<OsString> {
    let others = std::env::split_paths(paths).filter(|path| !path.starts_with(built));
    std::env::join_paths(others).ok()
}

/// Returns the file of a program, given by its path or found on the search path.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return is_program(Path::new(name)).then(|| name.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    let Ok(about) = file.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    about.is_file() && may_run
}

impl FromStr for CommandTemplate {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let text = text.trim();
        let words =
            shlex::split(text).ok_or_else(|| CommandError::Quote { command: text.to_owned() })?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty);
        }
        match words.iter().find_map(|word| find_unknown_placeholder(word)) {
            Some(word) => Err(CommandError::Placeholder { word: word.to_owned() }),
            None => Ok(CommandTemplate { text: text.to_owned(), words, folder: None }),
        }
    }
}

/// Returns the first `{word}` that is not a placeholder; `${word}` belongs to the shell.
fn find_unknown_placeholder(word: &str) -> Option<&str> {
    let braces = word.match_indices('{').filter(|&(at, _)| !word[..at].ends_with('$'));
    let texts = braces.filter_map(|(at, _)| Some(&word[at..=at + word[at..].find('}')?]));
    let named = |text: &&str| {
        let name = &text[1..text.len() - 1];
        // Other braces, such as those of an argument in JSON, are literal.
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let mut strange =
        texts.filter(named).filter(|text| COMMAND_PLACEHOLDERS.iter().all(|p| p.0 != *text));
    strange.next()
}

impl fmt::Display for CommandTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
