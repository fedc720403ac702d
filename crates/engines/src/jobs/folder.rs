//! A folder for the temporary files of a child.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use super::ServeError;

/// A folder that this process made and may therefore remove.
pub(super) struct OwnedFolder(PathBuf);

impl OwnedFolder {
    /// Makes the folder, which must not exist, and directs temporary files of this process and
    /// of the programs that it runs to it.
    ///
    /// # Errors
    /// If the path exists already, or the folder cannot be made.
    pub(super) fn make_folder(path: &Path) -> Result<Self, ServeError> {
        let owned = || path.to_owned();
        // Fails if the path exists, even as a dangling link, so that the folder which is removed at
        // the end is certainly one that this process made.
        std::fs::create_dir(path).map_err(|error| ServeError::Folder { folder: owned(), error })?;
        let folder = OwnedFolder(path.to_owned());
        let other = |other: PathBuf| ServeError::OtherFolder { folder: owned(), other };
        match tempfile::env::override_temp_dir(path).map_err(other) {
            Ok(()) => Ok(folder),
            Err(why) => {
                folder.remove_folder();
                Err(why)
            }
        }
    }

    /// Removes the folder with its contents.
    pub(super) fn remove_folder(&self) {
        // The parent may have removed it first.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The name of a folder that a child will make; it cannot be known before. Dropping it removes the
/// files that the child left there.
pub(super) struct ChildFolder(PathBuf);

impl ChildFolder {
    /// Makes a new name in the folder for temporary files.
    pub(super) fn new() -> Self {
        // Each `RandomState` has other keys, so that the hash of nothing is a random number.
        let random = RandomState::new().build_hasher().finish();
        let name = format!("parallax-job-{}-{random:016x}", std::process::id());
        ChildFolder(tempfile::env::temp_dir().join(name))
    }

    pub(super) fn folder_path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ChildFolder {
    fn drop(&mut self) {
        // Usually the child has removed it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
