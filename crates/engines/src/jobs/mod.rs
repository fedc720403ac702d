//! Engines in child processes, so that limits hold against any engine.
//!
//! A [`JobRequest`] is plain data: a model, an engine, a seed, limits. [`IsolatedEngine`] is an
//! engine like any other. It starts a child (`parallax job`), sends it a job and then one
//! [`JobQuestion`] after another, like a session in this process. The child runs the same code
//! ([`serve_job`]) and streams its [`ChildMessage`]s back. Both directions are JSON, one object per
//! line.
//!
//! A child is not trusted. Its solutions are checked as for any engine; a crash, exhausted
//! memory, a passed deadline and unreadable lines count as answers. One child serves as many
//! questions as a session in this process would: a block of small instances, or a single large one.
//!
//! No child outlives its task: it leads a process group, which is killed with it, and it ends
//! when its standard input does.
//!
//! Starting a child takes two to four milliseconds, and passing a solution about two microseconds.
//!
//! Z3 may translate and simplify for a minute without noticing an interrupt, and CaDiCaL reads a
//! large formula to its end. Under a time limit such engines work in a child unless the model is
//! small (`jobs/limited_engine.rs`). After a cancellation the collector waits 0.7 s for its workers
//! and abandons those that do not stop (`compare/run.rs`); the program ends after at most a second
//! (`src/cli/interrupt.rs`).

mod certificate;
mod engine_placement;
mod folder;
mod isolated_engine;
mod job_process;
mod limited_engine;
mod message;
mod meter;
mod remote;
mod serve;
mod serve_error;

pub use certificate::{CertificateFileEngine, CertificateRequest};
pub use engine_placement::EnginePlacement;
pub use isolated_engine::IsolatedEngine;
pub use limited_engine::LimitedEngine;
pub use message::{ChildMessage, JobQuestion, JobRequest};
pub use meter::{ChildFailure, ResourceMeter, ResourceUse};
pub use serve::serve_job;
pub use serve_error::ServeError;
