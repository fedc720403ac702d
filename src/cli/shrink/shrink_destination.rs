//! The files of results. No file is ever overwritten.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use parallax_formats::inputs::InputForm;
use parallax_fuzz::shrink::{ShrinkSubject, source_stem};

use crate::cli::CliError;

/// Maximum number of names that are tried.
const MAX_TRIED_NAMES: u32 = 10_000;

/// The file that the user names, or a free name.
pub(super) struct ShrinkDestination(Option<PathBuf>);

impl ShrinkDestination {
    /// Makes the destination from a file that does not exist.
    ///
    /// # Errors
    /// If the file exists.
    pub(super) fn new(file: Option<PathBuf>) -> Result<Self, CliError> {
        match file {
            Some(file) if file.symlink_metadata().is_ok() => Err(exists_error(&file)),
            file => Ok(ShrinkDestination(file)),
        }
    }

    /// Returns the destination of the plain model: next to the named file, with another extension.
    pub(super) fn model_destination(&self) -> Self {
        ShrinkDestination(
            self.0.as_ref().map(|file| file.with_extension(InputForm::Model.extension())),
        )
    }

    /// Writes an instance and returns the file. `source` is the name of the original.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub(super) fn write_instance(
        &self,
        source: &str,
        subject: &ShrinkSubject,
    ) -> Result<PathBuf, CliError> {
        if let Some(file) = &self.0 {
            return create_file(file, &subject.text)
                .map(|()| file.clone())
                .map_err(|error| write_error(file, &error));
        }
        let puzzle = subject.instance.puzzle_name();
        let extension = puzzle.parse().map_or("txt", InputForm::extension);
        let stem = source_stem(source, puzzle);
        for number in 1..=MAX_TRIED_NAMES {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let file = PathBuf::from(format!("{stem}-small{number}.{extension}"));
            // `create_new` decides and creates in one step, so that two runs cannot take one name.
            match create_file(&file, &subject.text) {
                Ok(()) => return Ok(file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(write_error(&file, &error)),
            }
        }
        Err(CliError(format!(
            "{stem}-small.{extension} and {MAX_TRIED_NAMES} other names exist; use --out"
        )))
    }
}

fn create_file(file: &Path, text: &str) -> std::io::Result<()> {
    let mut out = OpenOptions::new().write(true).create_new(true).open(file)?;
    out.write_all(text.as_bytes())
}

fn write_error(file: &Path, error: &std::io::Error) -> CliError {
    match error.kind() {
        ErrorKind::AlreadyExists => exists_error(file),
        _ => CliError(format!("{}: cannot write: {error}", file.display())),
    }
}

fn exists_error(file: &Path) -> CliError {
    CliError(format!("{}: exists; nothing is overwritten", file.display()))
}
