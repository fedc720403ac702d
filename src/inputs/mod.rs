//! Where instances come from: files, folders, standard input, and nothing.
//!
//! Decides which reader a file is for, and streams what it reads.

mod argument;
mod form;
mod missing;
mod nothing;
mod terminal;
mod unread;

pub use form::Form;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::instance::{InputError, Instance, Lines};
use crate::puzzles::sudoku;
use terminal::Typed;

/// An instance with where it was found.
pub struct Found {
    /// The file as it was named, `<stdin>`, `<argument>`, or a name such as `latin:4`.
    pub source: String,
    /// Its position in the file, counted from 0.
    pub index: usize,
    /// How long reading it took, where a file is one instance; time limits
    /// count it.
    pub spent: Duration,
    /// The instance.
    pub instance: Box<dyn Instance>,
}

impl Found {
    /// An instance that a program makes itself; `source` is its name in results.
    pub fn new(source: impl Into<String>, instance: impl Instance + 'static) -> Self {
        let (source, instance) = (source.into(), Box::new(instance));
        Found { source, index: 0, spent: Duration::ZERO, instance }
    }
}

/// What a user names: files, folders, `-` for standard input, `latin:4`, or the
/// text of an instance.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The names in order.
    pub names: Vec<String>,
    /// What the files hold, where the user says it.
    pub puzzle: Option<Form>,
    /// How long one instance may take to read where a file is one; what takes
    /// longer is an instance that no engine can answer in time.
    pub limit: Option<Duration>,
}

/// Instances as they are read. What cannot be read is an error in its place;
/// the next source goes on.
pub type Stream = Box<dyn Iterator<Item = Result<Found, InputError>> + Send>;

impl Sources {
    /// The number of instances, where it is known before anything is read.
    pub fn number(&self) -> Option<u64> {
        let one = |name: &String| !Path::new(name).exists() && nothing::made(name).is_some();
        self.names.iter().all(one).then_some(self.names.len() as u64)
    }

    /// Whether standard input is among them.
    pub fn reads_stdin(&self) -> bool {
        self.names.iter().any(|name| name == "-")
    }

    /// All instances, in the order of the names; folders in the order of
    /// their files' names. Nothing is read before it is asked for.
    pub fn stream(&self) -> Stream {
        let (puzzle, limit) = (self.puzzle, self.limit);
        let sources = self.names.clone().into_iter().flat_map(move |name| expand(name, puzzle));
        Box::new(sources.flat_map(
            move |source| match source.and_then(|s| open(s, puzzle, limit)) {
                Ok(stream) => stream,
                Err(error) => Box::new(std::iter::once(Err(error))),
            },
        ))
    }
}

/// One place to read from.
enum Source {
    Stdin,
    File(PathBuf),
    /// A text that stands in place of a name.
    Text(String),
    Nothing(Box<dyn Instance>, String),
}

/// A name as sources: the files of a folder, or the one thing that it is.
fn expand(
    name: String,
    puzzle: Option<Form>,
) -> Box<dyn Iterator<Item = Result<Source, InputError>> + Send> {
    let one = |source| Box::new(std::iter::once(source));
    if name == "-" {
        return one(Ok(Source::Stdin));
    }
    let path = Path::new(&name);
    if path.is_dir() {
        return match files_of(path, puzzle) {
            Ok(files) => Box::new(files.into_iter().map(|file| Ok(Source::File(file)))),
            Err(error) => one(Err(error)),
        };
    }
    if !path.exists()
        && let Some(made) = nothing::made(&name)
    {
        let made = made.map_err(|message| InputError::new(&name, message));
        return one(made.map(|instance| Source::Nothing(instance, name)));
    }
    if !path.exists() && argument::is_text(&name) {
        return one(Ok(Source::Text(name)));
    }
    one(Ok(Source::File(name.into())))
}

/// The files of a folder that hold instances, by name. Hidden files and those
/// in no known form (notes, tables) are left out, unless the user says the
/// puzzle; broken ones are not.
fn files_of(folder: &Path, puzzle: Option<Form>) -> Result<Vec<PathBuf>, InputError> {
    let name = folder.display().to_string();
    let fail = |error: std::io::Error| InputError::new(&name, format!("cannot read: {error}"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        let wanted = puzzle.is_some() || !is_something_else(&path);
        if path.is_file() && !hidden && wanted {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let message = "a folder without instances; expected a file of instances";
        return Err(InputError::new(name, message));
    }
    Ok(files)
}

/// Whether a file can be read and is in no known form.
fn is_something_else(path: &Path) -> bool {
    let Ok((mut lines, extension)) = lines_of(path) else {
        return false;
    };
    matches!(Form::recognise(extension.as_deref(), &mut lines), Ok(None))
}

/// The lines of a file, and its extension in small letters.
fn lines_of(path: &Path) -> Result<(Lines<'static>, Option<String>), InputError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| {
        let near = missing::meant(path);
        InputError::new(&name, format!("cannot open: {error}{near}"))
    })?;
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    Ok((Lines::new(name, BufReader::with_capacity(1 << 16, file)), extension))
}

fn open(
    source: Source,
    puzzle: Option<Form>,
    limit: Option<Duration>,
) -> Result<Stream, InputError> {
    match source {
        Source::Nothing(instance, source) => {
            let found = Found { source, index: 0, spent: Duration::ZERO, instance };
            Ok(Box::new(std::iter::once(Ok(found))))
        }
        Source::Stdin => {
            read(Lines::new("<stdin>", BufReader::new(Typed::new())), None, puzzle, limit)
        }
        Source::Text(text) => {
            let text = std::io::Cursor::new(text.into_bytes());
            read(Lines::new("<argument>", text), None, puzzle, limit)
        }
        Source::File(path) => {
            let (lines, extension) = lines_of(&path)?;
            read(lines, extension, puzzle, limit)
        }
    }
}

/// The instances of a text that is in memory; `source` names it, and its
/// extension counts as that of a file.
///
/// # Errors
/// As a stream's: those of formats that are read as a whole, and of a text in
/// no known form.
pub fn from_bytes(source: &str, bytes: Vec<u8>, form: Option<Form>) -> Result<Stream, InputError> {
    let extension = Path::new(source).extension().map(|e| e.to_string_lossy().to_lowercase());
    read(Lines::new(source, std::io::Cursor::new(bytes)), extension, form, None)
}

/// Finds the reader for a text: what the user says, or what the text shows.
fn read(
    mut lines: Lines<'static>,
    extension: Option<String>,
    form: Option<Form>,
    limit: Option<Duration>,
) -> Result<Stream, InputError> {
    let recognised = match form {
        Some(form) => Some(form),
        None => Form::recognise(extension.as_deref(), &mut lines)?,
    };
    if let Some(form) = recognised {
        return form.read(lines, limit);
    }
    if let Some((line, nearly)) = sudoku::nearly(&mut lines)? {
        return Err(lines.error(nearly).at_line(line));
    }
    let first = loop {
        match lines.next()? {
            None => break None,
            Some(line) if !line.text.is_empty() => break Some(line.number),
            Some(_) => {}
        }
    };
    let found = if first.is_some() { "no known form" } else { "empty" };
    Err(form::unknown(&lines, found).at_line(first.unwrap_or(1)))
}
