//! Suites for continuous integration: instances with expected answers, numbers and digests of
//! solutions, and counters.
//!
//! [`Suite::parse`] reads a suite, [`run_case`] runs a case through
//! [`compare`](parallax_compare::run), [`differences`] compares the runs with what is expected, and
//! [`bless`] writes what independent engines agree on. [`junit`], [`github`] and [`json`]
//! report the results.
//!
//! A suite (`experiment/regress/`) is read by hand (`experiment/keys.rs`), so that every error
//! has line and column. A case runs through `compare::run`; `seen.rs` keeps of it only what can
//! be expected, so that `differences` and `agreed` (what a blessing may write) are plain
//! functions of a case and its runs, and the same runs are judged again after a blessing. The
//! formats in `report/` read results only.

mod agreed;
mod bless;
mod differences;
mod digest;
mod each;
mod instances;
mod kind;
mod outcome;
mod race;
mod read;
mod report;
mod run;
mod seen;
mod subject;
mod suite;
mod whole;
mod words;
mod write;

pub use bless::{Blessed, bless, skeleton};
pub use differences::differences;
pub use each::Each;
pub use kind::Kind;
pub use outcome::{CaseOutcome, Ending, SuiteOutcome};
pub use report::{about, github, json, junit};
pub use run::{Make, run_case};
pub use seen::{Effort, Finding, Seen, SeenInstance, SeenRow, State};
pub use subject::{Difference, Subject};
pub use suite::{Baseline, Case, Counter, Expected, Pinned, Race, Suite};
pub use words::plural;
pub use write::write_whole;
