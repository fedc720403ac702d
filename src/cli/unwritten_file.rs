//! A file that cannot be written.

use std::io;
use std::path::{Path, PathBuf};

/// A file or a folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot write: {error}", .file.display())]
pub(super) struct UnwrittenFile {
    pub(super) file: PathBuf,
    pub(super) error: io::Error,
}

impl UnwrittenFile {
    /// Takes the error of the system about a file.
    pub(super) fn new(file: &Path, error: io::Error) -> Self {
        UnwrittenFile { file: file.to_owned(), error }
    }
}
