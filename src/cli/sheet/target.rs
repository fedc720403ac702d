//! The file of a sheet, or standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use parallax_experiment::regress::write_whole;

use super::Args;
use crate::cli::Failure;
use crate::cli::output::Output;

/// A file, or standard output.
pub(super) struct Target(Option<PathBuf>);

impl Target {
    /// Returns the target that the arguments name.
    ///
    /// # Errors
    /// If the file is one of the inputs, or its folder does not exist.
    pub(super) fn new(args: &Args) -> Result<Self, Failure> {
        let Some(path) = &args.output else { return Ok(Target(None)) };
        let fail = |why: &str| Failure(format!("{}: {why}", path.display()));
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(fail("cannot write: there is no such folder"));
        }
        if path.is_dir() {
            return Err(fail("cannot write: it is a folder"));
        }
        let same = |name: &String| match (Path::new(name).canonicalize(), path.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        };
        if args.what.iter().any(same) {
            return Err(fail("is one of the files with puzzles; nothing is written"));
        }
        Ok(Target(Some(path.clone())))
    }

    /// Writes the sheet.
    pub(super) fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.0 {
            Some(path) => write_whole(path, text)
                .map_err(|error| Failure(format!("{}: cannot write: {error}", path.display()))),
            None => {
                let mut out = Output::new();
                out.write_all(text.as_bytes())?;
                Ok(out.flush()?)
            }
        }
    }
}
