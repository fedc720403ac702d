//! Why the runs of a specification cannot be loaded.

use std::io;

use parallax_engines::{CertifyingError, SpecFault};
use parallax_formats::inputs::UnknownForm;
use parallax_instance::InputError;

use super::ExperimentManifest;
use super::spec_error::{NumberRangeError, SeedsError};

/// Why the runs of a specification cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoadError {
    /// The form of the files is unknown.
    #[error(transparent)]
    Form(#[from] UnknownForm),
    /// The engines are faulty.
    #[error(transparent)]
    Engines(#[from] EngineChoiceError),
    /// An entry of the instances is faulty.
    #[error(transparent)]
    Entry(#[from] InstanceEntryError),
    /// The arguments of one source are divided into words.
    #[error(
        "generate: '{}' is no kind of instance; the arguments of one source are one text: \
         generate = \"{}\"",
        .word.trim(),
        .line.escape_default()
    )]
    DividedLine {
        /// The word that is not a kind of instance.
        word: String,
        /// All words in one line.
        line: String,
    },
    /// Two engines have one name.
    #[error("two engines have the name '{name}'")]
    TwoEngines { name: String },
    /// An engine writes no certificates.
    #[error(transparent)]
    Certifying(#[from] CertifyingError),
    /// The whole model cannot be read.
    #[error("{name}: {error}")]
    WholeModel { name: String, error: io::Error },
    /// The seeds are faulty.
    #[error(transparent)]
    Seeds(#[from] SeedsError),
    /// There are too many runs.
    #[error("more than {} runs", ExperimentManifest::MAX_RUNS)]
    Runs,
}

/// Why the engines of a specification cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum EngineChoiceError {
    /// The spec of a program is faulty.
    #[error("programs: '{name}': {fault}")]
    Program { name: String, fault: SpecFault },
    /// No engine uses a program.
    #[error("programs: '{name}' is not among 'engines'")]
    IdleProgram { name: String },
    /// A list of engines or encodings is faulty.
    #[error(transparent)]
    List(#[from] SpecFault),
}

/// Why an entry of the instances denotes no files.
#[derive(Debug, thiserror::Error)]
pub(super) enum InstanceEntryError {
    /// A range is faulty.
    #[error(transparent)]
    Range(#[from] NumberRangeError),
    /// A folder cannot be read, or has no instances.
    #[error(transparent)]
    Folder(#[from] InputError),
    /// The name of a file is not UTF-8.
    #[error("a path that is not UTF-8")]
    NotUtf8,
    /// The pattern is faulty.
    #[error("'{pattern}': {error}")]
    Pattern { pattern: String, error: glob::PatternError },
    /// A folder cannot be searched.
    #[error(transparent)]
    Search(#[from] glob::GlobError),
    /// The pattern matches nothing.
    #[error("'{name}' matches no file")]
    NoMatch { name: String },
}
