//! Experiments: many runs under limits, resumable, in shards, with results that can be trusted.
//!
//! A [`Manifest`] decides which runs there are. [`Results`] are a file with one [`Record`] a line;
//! a run that was killed loses at most the record that was being written. [`regress`] compares
//! instances with the expectations of a suite. [`measure`](mod@measure) measures encodings on one
//! instance.
//!
//! This crate judges nothing (`compare` does) and prints nothing (`report` does). Start with
//! `load.rs`, which makes a manifest from a file, and `runner.rs`, which makes its runs. A setting of
//! experiments belongs to `spec.rs`, of suites to `regress/read/`.

mod chosen;
mod exit;
mod keys;
mod load;
mod load_error;
mod machine;
mod manifest;
pub mod measure;
mod merge;
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
mod toml;

pub use load::{Generate, Loaded, RunOptions, load};
pub use machine::{Machine, processors};
pub use manifest::{
    Certificates, InstanceRange, Limits, Manifest, NamedEngine, Run, SourceEntry, WholeModel,
};
pub use merge::{merge, write};
pub use record::{About, AnswerKind, Exit, Measured, Record, seconds};
pub use results::{Header, Locked, Results, Writer, seal};
pub use results_error::{CertificateFolderError, MergeError, ShardError};
pub use run_finder::{FoundRun, RunFinder};
pub use runner::{Settings, make};
pub use shard::Shard;
pub use spec::{OneOrMore, Seeds, SpecLimits, Specification};
pub use spec_error::{NumberRangeError, SeedsError};
