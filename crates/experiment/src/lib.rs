//! Experiments: many runs under limits, resumable, in shards, with results that can be trusted.
//!
//! An [`ExperimentManifest`] determines the runs. A [`ResultsFile`] has one [`RunRecord`] a line; a
//! run that was killed loses at most the record that was being written. [`regress`] compares
//! instances with the expectations of a suite. [`measure`](mod@measure) measures encodings on one
//! instance.
//!
//! This crate judges nothing (`compare` does) and prints nothing (`report` does). Start with
//! `load.rs`, which makes a manifest from a file, and `runner.rs`, which makes its runs. A setting
//! of experiments belongs to `spec.rs`, of suites to `regress/read/`.

mod exit;
mod load;
mod load_error;
mod machine;
mod manifest;
pub mod measure;
mod merge;
mod named_engines;
mod record;
pub mod regress;
mod results;
mod results_error;
mod run_finder;
mod runner;
mod shard;
mod sources;
mod spec;
mod spec_error;
mod toml_document;
mod toml_keys;

pub use load::{Generate, LoadedExperiment, RunOptions, load_experiment};
pub use machine::{BenchmarkMachine, available_processors};
pub use manifest::{
    ExperimentManifest, InstanceRange, NamedEngine, RunCertificates, RunCoordinates, RunLimits,
    SourceEntry, WholeModel,
};
pub use merge::{merge_shards, write_results};
pub use record::{AnswerKind, RunCost, RunExit, RunIdentity, RunRecord, rounded_seconds};
pub use results::{RecordWriter, ResultsFile, ResultsHeader, ResultsLock, seal_line};
pub use results_error::{CertificateFolderError, MergeError, ShardError};
pub use run_finder::{FoundRun, RunFinder};
pub use runner::{RunnerOptions, make_runs};
pub use shard::RunShard;
pub use spec::{ExperimentSpecification, OneOrMore, SeedSpecification, SpecLimits};
pub use spec_error::{NumberRangeError, SeedsError};
