//! Errors of a child that cannot do its job.

use std::io;
use std::path::PathBuf;

use parallax_instance::InputError;

use crate::Spec;

/// The reason why a child cannot do its job.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The input cannot be read.
    #[error("cannot read: {0}")]
    Input(io::Error),
    /// A line is too long.
    #[error("a line longer than {0} bytes")]
    LongLine(u64),
    /// The input is empty.
    #[error("no job; expected an object on a line")]
    NoJob,
    /// The job is not an object of the expected form.
    #[error("job: {0}")]
    Job(serde_json::Error),
    /// The text is not a spec of an engine.
    #[error("{0}")]
    Engine(<Spec as std::str::FromStr>::Err),
    /// The model cannot be read.
    #[error(transparent)]
    Model(#[from] InputError),
    /// A time limit is negative.
    #[error("timeout_s: {0}; expected seconds, 0 or more")]
    Timeout(f64),
    /// A question is not an object of the expected form.
    #[error("question: {0}")]
    Question(serde_json::Error),
    /// A question gives a value to a variable that does not exist.
    #[error("a given for a variable that does not exist")]
    Given,
    /// The process cannot lead a group.
    #[error("cannot lead a process group: {0}")]
    Group(io::Error),
    /// The program that runs jobs is not found.
    #[error("cannot find the program for jobs: {0}")]
    Program(io::Error),
    /// The memory limit cannot be set.
    #[error("cannot limit the memory: {0}")]
    Memory(io::Error),
    /// The folder for temporary files cannot be made.
    #[error("folder '{}': cannot make it: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The temporary files of this process go elsewhere already.
    #[error("folder '{}': cannot make it: temporary files go to {}", .folder.display(), .other.display())]
    OtherFolder {
        /// The folder.
        folder: PathBuf,
        /// The folder of temporary files.
        other: PathBuf,
    },
    /// The output is closed.
    #[error("the output is closed: {0}")]
    Output(io::Error),
}
