//! The file of a sheet, or standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use parallax_experiment::regress::write_whole;

use super::SheetArgs;
use crate::cli::CliError;
use crate::cli::output::StandardOutput;

/// A file, or standard output.
pub(super) struct SheetDestination(Option<PathBuf>);

impl SheetDestination {
    /// Returns the destination that the arguments name.
    ///
    /// # Errors
    /// If the file is one of the inputs, or its folder does not exist.
    pub(super) fn new(args: &SheetArgs) -> Result<Self, CliError> {
        let Some(path) = &args.output else { return Ok(SheetDestination(None)) };
        let fail = |why: &str| CliError(format!("{}: {why}", path.display()));
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(fail("cannot write: there is no such folder"));
        }
        if path.is_dir() {
            return Err(fail("cannot write: it is a folder"));
        }
        // Compares resolved paths, so that `./a.txt` and `a.txt` are one file. A name of a kind is
        // no file and does not resolve.
        let same = |name: &String| match (Path::new(name).canonicalize(), path.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        };
        if args.what.iter().any(same) {
            return Err(fail("is one of the files with puzzles; nothing is written"));
        }
        Ok(SheetDestination(Some(path.clone())))
    }

    /// Writes the sheet.
    pub(super) fn write_sheet(&self, text: &str) -> Result<(), CliError> {
        match &self.0 {
            Some(path) => write_whole(path, text)
                .map_err(|error| CliError(format!("{}: cannot write: {error}", path.display()))),
            None => {
                let mut out = StandardOutput::new();
                out.write_all(text.as_bytes())?;
                Ok(out.flush()?)
            }
        }
    }
}
