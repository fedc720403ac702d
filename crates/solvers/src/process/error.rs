//! Errors of programs that cannot be named, found or run to their end.

use std::io;
use std::path::PathBuf;

use parallax_model::engine_api::{EnumerationEnd, StopReason};

use super::process_crash::ProcessCrash;
use super::program::COMMAND_PLACEHOLDERS;

/// The reason why a text is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A quotation does not end.
    #[error("the command '{command}' has a quote without an end")]
    Quote {
        /// The text.
        command: String,
    },
    /// It has no word.
    #[error("a command is missing after ':'")]
    Empty,
    /// A word in braces is not a placeholder.
    #[error("'{word}' is not a placeholder; known: {}", describe_placeholders())]
    Placeholder {
        /// The word with its braces.
        word: String,
    },
}

/// Returns the placeholders with their meanings.
fn describe_placeholders() -> String {
    COMMAND_PLACEHOLDERS.map(|(name, about)| format!("{name} ({about})")).join(", ")
}

/// The error that a program is not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot run '{name}': there is no such program{}", describe_search_path(.name, .folder.as_ref()))]
pub struct MissingProgramError {
    /// Its name or path.
    pub name: String,
    /// The folder in which it should run, if it differs from that of this process.
    pub folder: Option<PathBuf>,
}

/// Returns where a program was looked for.
fn describe_search_path(name: &str, folder: Option<&PathBuf>) -> String {
    match folder {
        _ if !name.contains('/') => " on the PATH".to_owned(),
        Some(folder) => format!(" in {}", folder.display()),
        None => String::new(),
    }
}

/// The reason why a program did not end by itself.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The system does not start it.
    #[error("cannot run '{program}': {error}")]
    Start {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The file for its standard input cannot be opened.
    #[error("{program}: cannot read: {error}")]
    Input {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The system does not set its limits.
    #[error("{program}: no limit: {error}")]
    Bounds {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The system does not report how it ended.
    #[error("{program}: {error}")]
    Wait {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// It printed too much.
    #[error("{program}: printed more than {most} bytes")]
    Output {
        /// The program.
        program: String,
        /// The maximum number of bytes.
        most: usize,
    },
}

impl From<StopReason> for RunError {
    fn from(stop: StopReason) -> Self {
        RunError::Stopped(stop)
    }
}

impl From<ProcessCrash> for EnumerationEnd {
    fn from(crash: ProcessCrash) -> Self {
        match crash {
            ProcessCrash::OutOfMemory => EnumerationEnd::Stopped(StopReason::Memory),
            other => EnumerationEnd::GaveUp(other.to_string()),
        }
    }
}

impl From<RunError> for EnumerationEnd {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Stopped(stop) => EnumerationEnd::Stopped(stop),
            other => EnumerationEnd::GaveUp(other.to_string()),
        }
    }
}
