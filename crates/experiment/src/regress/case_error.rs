//! Faults of a case, of its race, and of its blessing.

use std::path::PathBuf;

use parallax_instance::InputError;
use parallax_model::engine_api::StopReason;

/// Why a suite cannot be blessed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlessError {
    /// The text is not TOML; the message of its reader.
    #[error("{0}")]
    Toml(String),
    /// The text would not stay as it is.
    #[error("the file mixes line endings; blessing would change other lines")]
    MixedLineEndings,
    /// A case has no table.
    #[error("the cases are not where they were")]
    MovedCases,
    /// The counters have no table.
    #[error("the counters are not where they were")]
    MovedCounters,
}

/// Why the time of one engine is not compared with that of another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaceError {
    /// An engine does not finish.
    #[error("{engine} did not finish ({reason})")]
    Unfinished {
        /// The engine.
        engine: String,
        /// The reason in its row.
        reason: String,
    },
    /// An input cannot be read.
    #[error(transparent)]
    Unread(#[from] InputError),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The times are too short.
    #[error("the runs are too short for a clock")]
    Short,
}

/// Why a name does not denote sources.
#[derive(Debug, thiserror::Error)]
pub(super) enum InstanceNameError {
    /// The name is empty, or names standard input.
    #[error(
        "instance: expected a file, a folder, a glob, or a name such as latin:4, found '{name}'"
    )]
    NoName { name: String },
    /// The name of a file is not UTF-8.
    #[error("{}: the name of a file is not UTF-8", .path.display())]
    NotUtf8 { path: PathBuf },
    /// No file has this name.
    #[error("instance '{name}': there is no file or folder {}", .path.display())]
    NoFile { name: String, path: PathBuf },
    /// The pattern is faulty.
    #[error("instance '{name}': {error}")]
    Pattern { name: String, error: glob::PatternError },
    /// A folder cannot be searched.
    #[error("instance '{name}': {error}")]
    Search { name: String, error: glob::GlobError },
    /// The pattern matches no file.
    #[error("instance '{name}': no file matches")]
    NoMatch { name: String },
}
