//! Files of tables and figures.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The names of files and what they hold.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// Writes the files to a folder, which is created if it is missing. Returns their paths.
///
/// # Errors
/// Returns the errors of the file system.
pub(super) fn write_files(folder: &Path, files: Files) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let write = |(name, content)| {
        let path = folder.join::<String>(name);
        fs::write::<_, Vec<u8>>(&path, content)?;
        Ok(path)
    };
    files.into_iter().map(write).collect()
}
