//! Writes the configurations and the library where MiniZinc looks for them, and removes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::{CONFIGURATIONS, LIBRARY, configuration};

/// The words that every configuration of Parallax has.
const OWN_ID: &str = "\"org.parallax.";

/// A file of the library folder of Parallax, and its first words.
const OWN_MARK: (&str, &str) = ("README.md", "# The MiniZinc library of Parallax");

/// The folders of a user.
pub(super) struct Places {
    /// The folder of the configurations.
    pub(super) solvers: PathBuf,
    /// The folder of the library.
    pub(super) library: PathBuf,
}

impl Places {
    /// Returns the folders in a user's home.
    pub(super) fn of(home: &Path) -> Self {
        let folder = home.join(".minizinc");
        Places { solvers: folder.join("solvers"), library: folder.join("parallax") }
    }

    /// Returns the configurations that are there.
    pub(super) fn installed(&self) -> Vec<&'static str> {
        let names = CONFIGURATIONS.iter().map(|(name, _)| *name);
        names.filter(|name| is_own(&self.solvers.join(name)) == Some(true)).collect()
    }

    /// Writes all files. Returns the files of others that it replaces, which it does only if
    /// `force` says so.
    ///
    /// # Errors
    /// Names what cannot be written, or what is in the way.
    pub(super) fn install(&self, program: &Path, force: bool) -> Result<Vec<PathBuf>, String> {
        let others = self.others();
        if let Some(first) = others.first().filter(|_| !force) {
            return Err(format!(
                "{} is in the way and not of Parallax; --force replaces it",
                first.display()
            ));
        }
        for folder in [&self.solvers, &self.library] {
            fs::create_dir_all(folder).map_err(|error| fault(folder, &error))?;
        }
        // Parts that an earlier version has left would still count.
        for old in self.left_over() {
            fs::remove_file(&old).map_err(|error| fault(&old, &error))?;
        }
        for (name, text) in LIBRARY {
            write(&self.library.join(name), text)?;
        }
        for (name, text) in CONFIGURATIONS {
            write(&self.solvers.join(name), &configuration(text, program, &self.library))?;
        }
        Ok(others)
    }

    /// Removes all files of Parallax, and the folder of the library if nothing else is in it.
    /// Returns their number.
    ///
    /// # Errors
    /// Names what cannot be removed.
    pub(super) fn uninstall(&self) -> Result<usize, String> {
        let mut files: Vec<PathBuf> =
            self.installed().iter().map(|name| self.solvers.join(name)).collect();
        if self.has_library() {
            files.extend(LIBRARY.iter().map(|(name, _)| self.library.join(name)));
            files.extend(self.left_over());
        }
        files.retain(|file| file.is_file());
        for file in &files {
            fs::remove_file(file).map_err(|error| fault(file, &error))?;
        }
        // Files of others stay, and so does their folder.
        let _ = fs::remove_dir(&self.library);
        Ok(files.len())
    }

    /// Whether the library's folder is that of Parallax.
    fn has_library(&self) -> bool {
        let (name, words) = OWN_MARK;
        fs::read_to_string(self.library.join(name)).is_ok_and(|text| text.starts_with(words))
    }

    /// Returns the files of others with names that an installation writes.
    fn others(&self) -> Vec<PathBuf> {
        let configurations = CONFIGURATIONS.iter().map(|(name, _)| self.solvers.join(name));
        let mut others: Vec<PathBuf> =
            configurations.filter(|file| is_own(file) == Some(false)).collect();
        if !self.has_library() {
            let library = LIBRARY.iter().map(|(name, _)| self.library.join(name));
            others.extend(library.filter(|file| file.exists()));
        }
        others
    }

    /// Returns the parts of Parallax's library that this version does not have.
    fn left_over(&self) -> Vec<PathBuf> {
        if !self.has_library() {
            return Vec::new();
        }
        let entries = fs::read_dir(&self.library).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let is_part = |name: &String| {
            let is_file = name.starts_with("fzn_") || name.starts_with("redefinitions");
            is_file && name.ends_with(".mzn") && LIBRARY.iter().all(|(own, _)| own != name)
        };
        names.filter(is_part).map(|name| self.library.join(name)).collect()
    }
}

/// Whether a configuration is one of Parallax; `None` if there is no such file.
fn is_own(file: &Path) -> Option<bool> {
    file.exists().then(|| fs::read_to_string(file).is_ok_and(|text| text.contains(OWN_ID)))
}

/// Writes a file as a whole: one that exists is replaced at once.
fn write(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut new| {
        io::Write::write_all(&mut new, text.as_bytes())?;
        readable(new.path())?;
        new.persist(file).map_err(|error| error.error)
    });
    written.map(drop).map_err(|error| fault(file, &error))
}

/// Lets everyone read a file: temporary ones belong to their user alone.
fn readable(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    let _ = file;
    Ok(())
}

fn fault(file: &Path, error: &io::Error) -> String {
    format!("{}: {error}", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> (tempfile::TempDir, Places) {
        let home = tempfile::tempdir().expect("a folder");
        let places = Places::of(home.path());
        (home, places)
    }

    #[test]
    fn all_files_come_and_go() {
        let (home, places) = places();
        let program = Path::new("/opt/parallax");
        assert!(places.installed().is_empty());
        assert_eq!(places.install(program, false), Ok(Vec::new()));
        assert_eq!(places.installed().len(), CONFIGURATIONS.len());
        let text = fs::read_to_string(places.solvers.join("parallax.msc")).expect("a file");
        assert!(text.contains("[\"/opt/parallax\", \"flatzinc\"]"), "{text}");
        assert!(text.contains(&format!("\"{}\"", places.library.display())), "{text}");
        // A part of an earlier version goes, a file of the user stays.
        fs::write(places.library.join("fzn_old.mzn"), "").expect("a file");
        fs::write(places.library.join("mine.txt"), "").expect("a file");
        assert_eq!(places.install(program, false), Ok(Vec::new()));
        assert!(!places.library.join("fzn_old.mzn").exists());
        let all = CONFIGURATIONS.len() + LIBRARY.len();
        assert_eq!(places.uninstall(), Ok(all));
        assert!(places.library.join("mine.txt").exists());
        assert_eq!(places.uninstall(), Ok(0));
        fs::remove_file(places.library.join("mine.txt")).expect("a file");
        assert_eq!(places.uninstall(), Ok(0));
        assert!(!places.library.exists() && home.path().exists());
    }

    #[test]
    fn files_of_others_are_not_replaced_without_a_word() {
        let (_home, places) = places();
        fs::create_dir_all(&places.solvers).expect("a folder");
        let file = places.solvers.join("parallax.msc");
        fs::write(&file, "{\"id\": \"com.other.parallax\"}").expect("a file");
        let refused = places.install(Path::new("/p"), false).expect_err("a refusal");
        assert!(refused.contains("parallax.msc") && refused.contains("--force"), "{refused}");
        assert!(!places.library.exists());
        assert_eq!(places.uninstall(), Ok(0));
        assert!(file.exists());
        assert_eq!(places.install(Path::new("/p"), true), Ok(vec![file]));
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let (home, places) = places();
        fs::write(home.path().join(".minizinc"), "a file").expect("a file");
        let refused = places.install(Path::new("/p"), false).expect_err("a refusal");
        assert!(refused.contains(".minizinc"), "{refused}");
    }
}
