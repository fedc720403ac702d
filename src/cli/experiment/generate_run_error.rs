//! Errors of generating the instances of a specification.

use std::io;

use crate::cli::this_program::NoProgramError;

/// Why instances of a specification are not generated.
#[derive(Debug, thiserror::Error)]
pub(super) enum GenerateRunError {
    /// The arguments are not words.
    #[error("a quotation mark is not closed")]
    OpenQuote,
    /// The arguments choose a form or a destination, which are up to the experiment.
    #[error("'{arguments}': leave out {option}; an experiment reads instances in their own form")]
    Option { arguments: String, option: &'static str },
    /// There is no folder for the instances.
    #[error("no folder: {0}")]
    NoFolder(io::Error),
    /// The name of that folder is not UTF-8.
    #[error("a folder whose name is not UTF-8")]
    NotUtf8,
    /// The instances cannot be read again.
    #[error("'{arguments}': {error}")]
    Unreadable { arguments: String, error: io::Error },
    /// The command fails.
    #[error("'{arguments}': {error}")]
    Command { arguments: String, error: GenerateCommandError },
}

/// Why the command that generates instances fails.
#[derive(Debug, thiserror::Error)]
pub(super) enum GenerateCommandError {
    /// The system does not say where this program is.
    #[error(transparent)]
    Program(#[from] NoProgramError),
    /// The command cannot be started.
    #[error("cannot start: {0}")]
    Start(io::Error),
    /// The command refuses its arguments.
    #[error("{words}")]
    Refused {
        /// Its message.
        words: String,
        /// Whether the message states that a file of this kind holds one instance.
        holds_one: bool,
    },
}
