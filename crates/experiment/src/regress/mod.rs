//! Suites for continuous integration: instances with expected answers, numbers and digests of
//! solutions, and counters.
//!
//! [`Suite::parse`] reads a suite, [`run_case`] runs a case through
//! [`compare`](parallax_compare::run), [`differences`] compares the runs with the expectations, and
//! [`bless`] writes the results on which independent engines agree. [`junit`], [`github`] and
//! [`json`] report the results.
//!
//! A suite is read by hand (`experiment/keys.rs`), so that every error has line and column.
//! `observed.rs` keeps of the runs of a case only what can be expected, so that `differences` and
//! `agreed` (the expectations that a blessing may write) are plain functions of a case and its
//! runs, and the same runs are judged again after a blessing. The formats in `report/` only read
//! results.

mod bless;
mod case_error;
mod consensus;
mod consensus_error;
mod differences;
mod digest;
mod instances;
mod kind;
mod observed;
mod outcome;
mod per_case;
mod per_instance;
mod race;
mod read;
mod report;
mod run;
mod subject;
mod suite;
mod words;
mod write;

pub use bless::{Blessed, bless, skeleton};
pub use case_error::{BlessError, RaceError};
pub use differences::differences;
pub use kind::Kind;
pub use observed::{CaseResults, EngineCounters, Finding, InstanceResults, SeenRow, State};
pub use outcome::{CaseOutcome, Ending, SuiteOutcome};
pub use per_instance::Each;
pub use report::{about, github, json, junit};
pub use run::{Make, run_case};
pub use subject::{Difference, Subject};
pub use suite::{Baseline, Case, Counter, Expected, Pinned, Race, Suite};
pub use words::plural;
pub use write::write_whole;
