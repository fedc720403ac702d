//! The notes of a count: a file of its finished subtrees, from which a killed run resumes.
//!
//! Each line of the file is a JSON object with a checksum. The first line identifies the count.
//! Every other line is a finished subtree: its number, its solutions, its effort, and the subtrees
//! into which its rest was cut; those take the next free numbers. A line is written when its
//! subtree is finished, and its number comes from the line of the subtree that it was cut from. So
//! the lines always form a tree, whose open leaves are the remaining subtrees; a subtree that is
//! noted twice, or that no line announces, is an error.

mod checkpoint_file;
mod error;
mod line;
mod read;

use checkpoint_file::CHECKPOINT_SCHEMA;
pub use checkpoint_file::{CheckpointFault, CheckpointFile};
pub(super) use checkpoint_file::{CheckpointLog, SavedProgress};

#[cfg(test)]
mod tests;

pub use error::{CheckpointError, CheckpointLineError, NoteError};

pub(super) use line::CheckpointLine as Note;
