//! Errors of copying a model with only some of its parts.

use std::io;
use std::path::PathBuf;

use parallax_instance::InputError;

/// Why a file of a model cannot be read or copied.
#[derive(Debug, thiserror::Error)]
pub(super) enum ModelFileError {
    /// The system does not read or write it.
    #[error("{}: {error}", .file.display())]
    File { file: PathBuf, error: io::Error },
    /// It is not text.
    #[error("{}: byte {byte} is not UTF-8", .file.display())]
    NotUtf8 {
        file: PathBuf,
        /// The first such byte, from 1.
        byte: usize,
    },
    /// An item has no end.
    #[error("{}: line {line}, column {column}: what begins here does not end", .file.display())]
    OpenItem { file: PathBuf, line: usize, column: usize },
}

/// Why a model with some of its parts cannot be solved.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExcerptError {
    /// The copy cannot be written.
    #[error(transparent)]
    Copy(#[from] ModelFileError),
    /// The compiler cannot be run, or its result cannot be read.
    #[error(transparent)]
    Compiler(#[from] InputError),
    /// The compiler refuses the copy; its words.
    #[error("minizinc does not compile it: {0}")]
    Refused(String),
}
