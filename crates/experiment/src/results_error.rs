//! Faults in results.

use std::path::PathBuf;

use super::{ExperimentManifest, RunShard};

/// Why a line of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResultLineError {
    /// The file has no line.
    #[error("no line; expected results that 'parallax experiment run' wrote")]
    NoLine,
    /// The line has no checksum.
    #[error(
        "a line without a checksum; expected results that 'parallax experiment run' wrote, not \
         edited"
    )]
    NoChecksum,
    /// The checksum is that of another line.
    #[error("the checksum does not fit; the line was changed after it was written")]
    OtherChecksum,
    /// The content is not in the expected form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The results have another format.
    #[error("the form is '{found}'; expected {expected}")]
    Format { found: String, expected: &'static str },
    /// The digest is that of another manifest.
    #[error("the manifest does not match its digest")]
    Digest,
    /// There are too many runs.
    #[error("more than {} runs", ExperimentManifest::MAX_RUNS)]
    Runs,
    /// A record is about a run that the manifest does not have.
    #[error("run {run} of {runs}; there is no such run")]
    NoRun { run: u64, runs: u64 },
}

/// Why a text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}'; expected a shard such as 2/3, the second of three")]
pub struct ShardError {
    /// The text.
    pub text: String,
}

/// Why results do not join.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There are no results.
    #[error("no results to merge")]
    NoResults,
    /// The manifest has more runs than this machine can number.
    #[error("too many runs")]
    Runs,
    /// A file has another manifest.
    #[error("{source_name}: the manifest differs from that of {first}")]
    OtherManifest {
        /// The file.
        source_name: String,
        /// The first file.
        first: String,
    },
    /// A file is one of another number of shards.
    #[error("{source_name}: shard {shard}; {first} has shards of {shards}")]
    OtherShards {
        /// The file.
        source_name: String,
        /// Its shard.
        shard: RunShard,
        /// The first file.
        first: String,
        /// The number of shards of the first file.
        shards: u64,
    },
    /// Two files have one shard.
    #[error("{source_name}: shard {shard} is also in {other}")]
    ShardRepeat {
        /// The file.
        source_name: String,
        /// Its shard.
        shard: RunShard,
        /// The other file.
        other: String,
    },
    /// Two files have one run.
    #[error("{source_name}: run {run} is also in {other}")]
    RunRepeat {
        /// The file.
        source_name: String,
        /// The run.
        run: u64,
        /// The other file.
        other: String,
    },
    /// Shards are missing.
    #[error("shards of {shards} that are missing: {}", listed(.missing))]
    MissingShards {
        /// The number of shards.
        shards: u64,
        /// The numbers of the missing shards.
        missing: Vec<u64>,
    },
    /// Runs are missing.
    #[error(
        "{number} {} missing, the first is run {first}; resume their shards",
        if *.number == 1 { "run is" } else { "runs are" }
    )]
    MissingRuns {
        /// The number of missing runs.
        number: usize,
        /// The first of them.
        first: usize,
    },
}

/// Why the folder of certificates cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .folder.display())]
pub struct CertificateFolderError {
    /// The folder.
    pub folder: PathBuf,
    /// The error of the system.
    pub error: std::io::Error,
}

fn listed(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}
