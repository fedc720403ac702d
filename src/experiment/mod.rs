//! Experiments: many runs under limits, resumable, in shards, with results that can be trusted.
//!
//! A [`Manifest`] says which runs there are. [`Results`] are a file with one [`Record`] a line;
//! a run that was killed loses at most the record that was being written.

mod machine;
mod manifest;
mod record;
mod results;
mod shard;

pub use machine::{Machine, load, processors};
pub use manifest::{Limits, Manifest, NamedEngine, Part, Run, SourceEntry};
pub use record::{About, AnswerKind, Exit, Measured, Record, seconds};
pub use results::{Header, Results, Writer, seal};
pub use shard::Shard;
