//! The file of notes.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use parallax_model::{Given, Value};
use serde_json::json;
use xxhash_rust::xxh3::xxh3_128;

use super::error::{CheckpointError, NoteError};
use super::line;
use super::line::CheckpointLine;
use super::read;
use crate::effort::SearchEffort;
use crate::parallel::subtree::SearchSubtree;

/// An error in the notes, shared with the caller once it is detected.
pub type CheckpointFault = Arc<Mutex<Option<CheckpointError>>>;

/// Name and version of the format.
pub(super) const CHECKPOINT_SCHEMA: &str = "parallax-count/1";

/// The file of the notes, and the question that they belong to.
#[derive(Clone, Debug)]
pub struct CheckpointFile {
    /// The file.
    pub file: PathBuf,
    /// The model as text, for its digest.
    pub model: String,
    /// The spec of the engine.
    pub engine: String,
    /// Its seed.
    pub seed: u64,
    /// Receives an error of the file.
    pub fault: CheckpointFault,
}

/// The state of a count when it begins or resumes.
#[derive(Debug, Default)]
pub(in crate::parallel) struct SavedProgress {
    /// The open subtrees with their numbers, in the order of the tree.
    pub(in crate::parallel) open: Vec<(u64, SearchSubtree)>,
    /// The number of the next subtree.
    pub(in crate::parallel) next: u64,
    pub(in crate::parallel) found: u128,
    pub(in crate::parallel) effort: SearchEffort,
    /// The number of finished subtrees.
    pub(in crate::parallel) done: u64,
    /// One of the solutions, if there is any.
    pub(in crate::parallel) solution: Vec<Value>,
}

/// An open file of notes.
#[derive(Debug)]
pub(in crate::parallel) struct CheckpointLog {
    pub(super) file: File,
    pub(super) path: PathBuf,
    pub(super) fault: CheckpointFault,
}

impl CheckpointFile {
    /// Returns the first line of the file.
    pub(super) fn file_heading(&self, givens: &[Given], cutting: &str) -> String {
        // Digests instead of the model and its givens: they only have to be compared, and the model
        // may be large.
        let text = |number: u128| format!("{number:032x}");
        let mut bytes = Vec::new();
        for given in givens {
            bytes.extend((given.variable.index() as u64).to_le_bytes());
            bytes.extend(given.value.to_le_bytes());
        }
        let heading = json!({
            "schema": CHECKPOINT_SCHEMA,
            "task": "count",
            "model": text(xxh3_128(self.model.as_bytes())),
            "givens": text(xxh3_128(&bytes)),
            "engine": self.engine,
            "seed": self.seed,
            "cuts": cutting,
        });
        line::seal_object(&heading)
    }

    /// Opens the notes of a question whose first slice is `root`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, is in use, or belongs to another
    /// count.
    pub(in crate::parallel) fn open_log(
        &self,
        givens: &[Given],
        cutting: &str,
        root: CheckpointLine,
    ) -> Result<(CheckpointLog, SavedProgress), CheckpointError> {
        let wrong = |why: NoteError| CheckpointError { file: self.file.clone(), why };
        let failed = |error: std::io::Error| wrong(error.into());
        let file = OpenOptions::new().read(true).append(true).create(true).open(&self.file);
        let mut file = file.map_err(failed)?;
        // The lock comes before the read: another run could otherwise add a line in between.
        lock_file(&file).map_err(wrong)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let heading = self.file_heading(givens, cutting);
        // A kill may leave the last line incomplete.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let known = read::read_progress(&text[..whole], &heading, &root).map_err(wrong)?;
        // The torn end is dropped, so that the next line starts at a line break. Its subtree is
        // searched again.
        if whole < text.len() {
            let torn = read::is_torn(&text[whole..], &heading);
            // A file without a line break that does not begin like a heading is somebody's other
            // file, which must not be truncated.
            if whole == 0 && !torn {
                return Err(wrong(NoteError::Foreign));
            }
            file.set_len(whole as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let mut notes = CheckpointLog { file, path: self.file.clone(), fault: self.fault.clone() };
        match known {
            Some(known) => Ok((notes, known)),
            None => {
                if whole == 0 {
                    notes.write_line(&heading)?;
                }
                notes.write_line(&root.seal_line())?;
                Ok((notes, SavedProgress::from_root(&root)))
            }
        }
    }
}

/// Locks a file for this process; the lock ends with the process, even after a kill.
fn lock_file(file: &File) -> Result<(), NoteError> {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|error| {
            if error == rustix::io::Errno::WOULDBLOCK {
                NoteError::Busy
            } else {
                std::io::Error::from(error).into()
            }
        })
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(())
    }
}

impl CheckpointLog {
    /// Notes a finished subtree.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written.
    pub(in crate::parallel) fn add_line(
        &mut self,
        line: &CheckpointLine,
    ) -> Result<(), CheckpointError> {
        self.write_line(&line.seal_line())
    }

    /// Writes a line with one call, so that a kill damages no other line.
    pub(super) fn write_line(&mut self, line: &str) -> Result<(), CheckpointError> {
        let text = format!("{line}\n");
        self.file.write_all(text.as_bytes()).map_err(|error| {
            let why = CheckpointError { file: self.path.clone(), why: error.into() };
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            // The first error is the cause; later ones may follow from it.
            fault.get_or_insert_with(|| why.clone());
            why
        })
    }
}

impl SavedProgress {
    /// Returns the state after the first slice.
    pub(super) fn from_root(root: &CheckpointLine) -> SavedProgress {
        let mut known = SavedProgress::default();
        known.add_line(root);
        known.open = (1..).zip(root.left.iter().cloned()).collect();
        known.next = 1 + root.left.len() as u64;
        // `add_line` has counted the first slice, which is not one of the subtrees.
        known.done = 0;
        known
    }

    /// Adds the solutions and the effort of a line.
    pub(super) fn add_line(&mut self, line: &CheckpointLine) {
        self.found += u128::from(line.found);
        self.effort.add_effort(&line.effort);
        self.done += 1;
        if self.solution.is_empty() {
            self.solution.clone_from(&line.solution);
        }
    }
}
