//! The files of results. No file is ever overwritten.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use parallax_formats::inputs::InputForm;
use parallax_fuzz::shrink::{Subject, stem};

use crate::cli::Failure;

/// Maximum number that is tried for a name.
const NUMBERS: u32 = 10_000;

/// The file that the user names, or a free name.
pub(super) struct Target(Option<PathBuf>);

impl Target {
    /// Makes a target from a file that does not exist.
    ///
    /// # Errors
    /// If the file exists.
    pub(super) fn new(file: Option<PathBuf>) -> Result<Self, Failure> {
        match file {
            Some(file) if file.symlink_metadata().is_ok() => Err(exists(&file)),
            file => Ok(Target(file)),
        }
    }

    /// Returns the target of the plain model: next to the named file, with another extension.
    pub(super) fn beside(&self) -> Self {
        Target(self.0.as_ref().map(|file| file.with_extension(InputForm::Model.extension())))
    }

    /// Writes an instance and returns the file. `source` is the name of the original.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub(super) fn write(&self, source: &str, subject: &Subject) -> Result<PathBuf, Failure> {
        if let Some(file) = &self.0 {
            return write(file, &subject.text)
                .map(|()| file.clone())
                .map_err(|error| failed(file, &error));
        }
        let puzzle = subject.instance.puzzle();
        let extension = puzzle.parse().map_or("txt", InputForm::extension);
        let stem = stem(source, puzzle);
        for number in 1..=NUMBERS {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let file = PathBuf::from(format!("{stem}-small{number}.{extension}"));
            match write(&file, &subject.text) {
                Ok(()) => return Ok(file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&file, &error)),
            }
        }
        Err(Failure(format!("{stem}-small.{extension} and {NUMBERS} other names exist; use --out")))
    }
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    let mut out = OpenOptions::new().write(true).create_new(true).open(file)?;
    out.write_all(text.as_bytes())
}

fn failed(file: &Path, error: &std::io::Error) -> Failure {
    match error.kind() {
        ErrorKind::AlreadyExists => exists(file),
        _ => Failure(format!("{}: cannot write: {error}", file.display())),
    }
}

fn exists(file: &Path) -> Failure {
    Failure(format!("{}: exists; nothing is overwritten", file.display()))
}
