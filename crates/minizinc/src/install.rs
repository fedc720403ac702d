//! Writes the configurations and the library where MiniZinc looks for them, and removes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::bundled_files::{LIBRARY_FILES, SOLVER_CONFIGURATIONS, fill_configuration};
use super::install_error::InstallError;

/// The words that every configuration of Parallax has.
const OWN_ID: &str = "\"org.parallax.";

/// A file of the library folder of Parallax, and its first words.
const OWN_MARK: (&str, &str) = ("README.md", "# The MiniZinc library of Parallax");

/// The folders of a user.
pub struct MinizincFolders {
    /// The folder of the configurations.
    pub solvers: PathBuf,
    /// The folder of the library.
    pub library: PathBuf,
}

impl MinizincFolders {
    /// Returns the folders in a user's home.
    #[must_use]
    pub fn from_home(home: &Path) -> Self {
        let folder = home.join(".minizinc");
        MinizincFolders { solvers: folder.join("solvers"), library: folder.join("parallax") }
    }

    /// Returns the configurations that are there.
    #[must_use]
    pub fn installed_configurations(&self) -> Vec<&'static str> {
        let names = SOLVER_CONFIGURATIONS.iter().map(|(name, _)| *name);
        names.filter(|name| is_own(&self.solvers.join(name)) == Some(true)).collect()
    }

    /// Writes all files. Returns the files of others that it replaced, which it does only with
    /// `force`.
    ///
    /// # Errors
    /// Names what cannot be written, or what is in the way.
    pub fn install_files(&self, program: &Path, force: bool) -> Result<Vec<PathBuf>, InstallError> {
        // Looks for all conflicts before the first write, so that a refusal leaves both folders as
        // they are.
        let others = self.foreign_files();
        if let Some(first) = others.first().filter(|_| !force) {
            return Err(InstallError::Foreign { file: first.clone() });
        }
        for folder in [&self.solvers, &self.library] {
            fs::create_dir_all(folder).map_err(|error| InstallError::file(folder, error))?;
        }
        // MiniZinc would still use the definitions that an earlier version has left.
        for old in self.left_over() {
            fs::remove_file(&old).map_err(|error| InstallError::file(&old, error))?;
        }
        for (name, text) in LIBRARY_FILES {
            replace_file(&self.library.join(name), text)?;
        }
        for (name, text) in SOLVER_CONFIGURATIONS {
            replace_file(
                &self.solvers.join(name),
                &fill_configuration(text, program, &self.library),
            )?;
        }
        Ok(others)
    }

    /// Removes all files of Parallax, and the folder of the library if nothing else is in it.
    /// Returns their number.
    ///
    /// # Errors
    /// Names what cannot be removed.
    pub fn uninstall_files(&self) -> Result<usize, InstallError> {
        let mut files: Vec<PathBuf> =
            self.installed_configurations().iter().map(|name| self.solvers.join(name)).collect();
        if self.has_library() {
            files.extend(LIBRARY_FILES.iter().map(|(name, _)| self.library.join(name)));
            files.extend(self.left_over());
        }
        files.retain(|file| file.is_file());
        for file in &files {
            fs::remove_file(file).map_err(|error| InstallError::file(file, error))?;
        }
        // `remove_dir` fails for a folder that still has files, which keeps the files of others.
        // The ancestors of a name run from its folder to the empty path, the library itself.
        for (name, _) in LIBRARY_FILES {
            for folder in Path::new(name).ancestors().skip(1) {
                let _ = fs::remove_dir(self.library.join(folder));
            }
        }
        Ok(files.len())
    }

    /// Whether the folder of the library was written by Parallax.
    fn has_library(&self) -> bool {
        let (name, words) = OWN_MARK;
        fs::read_to_string(self.library.join(name)).is_ok_and(|text| text.starts_with(words))
    }

    /// Returns the files of others with names that an installation writes.
    fn foreign_files(&self) -> Vec<PathBuf> {
        let configurations = SOLVER_CONFIGURATIONS.iter().map(|(name, _)| self.solvers.join(name));
        let mut others: Vec<PathBuf> =
            configurations.filter(|file| is_own(file) == Some(false)).collect();
        if !self.has_library() {
            let library = LIBRARY_FILES.iter().map(|(name, _)| self.library.join(name));
            others.extend(library.filter(|file| file.exists()));
        }
        others
    }

    /// Returns the installed files of the library that this version does not have.
    fn left_over(&self) -> Vec<PathBuf> {
        if !self.has_library() {
            return Vec::new();
        }
        let entries = fs::read_dir(&self.library).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let is_part = |name: &String| {
            let is_file = name.starts_with("fzn_") || name.starts_with("redefinitions");
            is_file && name.ends_with(".mzn") && LIBRARY_FILES.iter().all(|(own, _)| own != name)
        };
        names.filter(is_part).map(|name| self.library.join(name)).collect()
    }
}

/// Whether a configuration is one of Parallax; `None` if there is no such file.
fn is_own(file: &Path) -> Option<bool> {
    file.exists().then(|| fs::read_to_string(file).is_ok_and(|text| text.contains(OWN_ID)))
}

/// Writes a file, or atomically replaces an existing one.
fn replace_file(file: &Path, text: &str) -> Result<(), InstallError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    // A rename replaces the file at once only within one file system, so the temporary file is
    // created in the folder of the final one.
    let made = fs::create_dir_all(folder).and_then(|()| tempfile::NamedTempFile::new_in(folder));
    let written = made.and_then(|mut new| {
        io::Write::write_all(&mut new, text.as_bytes())?;
        make_readable(new.path())?;
        new.persist(file).map_err(|error| error.error)
    });
    written.map(drop).map_err(|error| InstallError::file(file, error))
}

/// Lets everyone read a file: only their user can read temporary files.
fn make_readable(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    let _ = file;
    Ok(())
}
