//! Why the notes of a count cannot be used.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::CHECKPOINT_SCHEMA;

/// Why the notes of a count cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}: {why}", .file.display())]
pub struct CheckpointError {
    /// The file of the notes.
    pub file: PathBuf,
    /// The reason.
    pub why: NoteError,
}

/// The fault of a file of notes.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoteError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(Arc<io::Error>),
    /// Another run has locked it.
    #[error("another run writes these notes")]
    Busy,
    /// It holds something else.
    #[error("these are not the notes of a count")]
    Foreign,
    /// Its heading names another count.
    #[error("these notes belong to another count: the {key} differs")]
    OtherCount {
        /// The first member of the heading that differs.
        key: &'static str,
    },
    /// A line is wrong.
    #[error("line {number}: {why}")]
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// The reason.
        why: CheckpointLineError,
    },
}

impl From<io::Error> for NoteError {
    fn from(error: io::Error) -> Self {
        NoteError::Io(Arc::new(error))
    }
}

/// The fault of a line of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointLineError {
    /// The first line is not a heading.
    #[error("these are not the notes of a count")]
    Heading,
    /// The heading names another format.
    #[error("the schema is not {}", CHECKPOINT_SCHEMA)]
    Schema,
    /// The checksum is wrong, or the line is not JSON.
    #[error("this line is damaged")]
    Damage,
    /// Its members do not describe a finished subtree.
    #[error("this line does not describe a subtree of a count")]
    Members,
    /// Another line has its subtree.
    #[error("subtree {subtree} is noted twice")]
    Repetition {
        /// The number of the subtree.
        subtree: u64,
    },
    /// The first subtree is not the first slice of the whole tree.
    #[error("the line of the first slice is missing")]
    NoRoot,
    /// The first slice is not that of this program.
    #[error("another version of this program has begun this count differently")]
    OtherRoot,
    /// No line before announces its subtree.
    #[error("subtree {subtree} is unknown: a line is missing")]
    Orphan {
        /// The number of the subtree.
        subtree: u64,
    },
}
