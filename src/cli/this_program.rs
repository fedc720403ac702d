//! The path of this program.

use std::io;
use std::path::PathBuf;

/// The system does not report the path of this program.
#[derive(Debug, thiserror::Error)]
#[error("cannot find this program: {0}")]
pub(super) struct NoProgramError(io::Error);

/// Returns the absolute path of this program.
///
/// # Errors
/// If the system does not report it.
pub(super) fn this_program() -> Result<PathBuf, NoProgramError> {
    std::env::current_exe().map_err(NoProgramError)
}
