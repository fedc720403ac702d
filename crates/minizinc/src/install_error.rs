//! Why the files for MiniZinc cannot be installed or removed.

use std::io;
use std::path::{Path, PathBuf};

/// Why the files for MiniZinc cannot be installed or removed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// A file of others has the name of one of ours.
    #[error("{} is in the way and not of Parallax; --force replaces it", .file.display())]
    Foreign {
        /// The file of others.
        file: PathBuf,
    },
    /// The system refuses a file or a folder.
    #[error("{}: {error}", .file.display())]
    File {
        /// The file or the folder.
        file: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl InstallError {
    /// Takes the error of the system about a file.
    pub(crate) fn file(file: &Path, error: io::Error) -> Self {
        InstallError::File { file: file.to_owned(), error }
    }
}
