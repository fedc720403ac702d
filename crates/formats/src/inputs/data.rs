//! A file with the values of model parameters.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use parallax_instance::InputError;

use super::read_options::ReadOptions;
use super::{lines_of, stdin_lines};
use crate::unpack::UnpackLimit;

/// Maximum size of the file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// A file that is read once, for all models of a stream.
#[derive(Debug)]
pub(super) struct DataFile {
    path: PathBuf,
    source: String,
    unpack: UnpackLimit,
    text: Mutex<Option<Arc<str>>>,
}

/// Returns whether a name is that of standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl DataFile {
    pub(super) fn new(path: PathBuf, unpack: UnpackLimit) -> Self {
        let source = if is_stdin(&path) { "<stdin>".into() } else { path.display().to_string() };
        DataFile { path, source, unpack, text: Mutex::default() }
    }

    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its name in errors.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Returns the text, within the limits on the time and memory of an instance.
    ///
    /// # Errors
    /// If the file cannot be read, is not UTF-8 or too large, or a limit is reached.
    pub(super) fn read_text(&self, manner: ReadOptions<'_>) -> Result<Arc<str>, InputError> {
        // The lock is held while the file is read, so that two models never read standard input
        // twice. After a panic the field is still `None` or a whole text.
        let mut known = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = &*known {
            return Ok(text.clone());
        }
        let mut lines = if is_stdin(&self.path) {
            stdin_lines(self.unpack, manner.interrupted)
        } else {
            lines_of(&self.path, self.unpack, manner.interrupted)?.0
        };
        lines.limit_instance_time(manner.limit);
        lines.take_whole_rest(manner.memory);
        let text: Arc<str> = lines.read_rest(MAX_BYTES)?.into();
        *known = Some(text.clone());
        Ok(text)
    }
}
