//! Suites for continuous integration: instances with expected answers, numbers and digests of
//! solutions, and counters.
//!
//! `RegressionSuite::parse_suite` reads a suite, [`run_case`] runs a case through `compare`,
//! [`case_differences`] compares the runs with the expectations, and [`bless_suite`] writes the
//! results on which independent engines agree. [`junit_document`], [`github_commands`] and
//! [`json_lines`] report the results.
//!
//! A suite is read by hand (`experiment/toml_keys.rs`), so that every error has line and column.
//! `observed.rs` keeps of the runs of a case only what can be expected, so that `differences` and
//! `consensus` (the expectations that a blessing may write) are plain functions of a case and its
//! runs, and the same runs are judged again after a blessing. The formats in `report/` only read
//! results.

mod bless;
mod case_difference;
mod case_error;
mod consensus;
mod consensus_error;
mod decisive_answer;
mod differences;
mod digest;
mod instances;
mod observed;
mod outcome;
mod per_case;
mod per_instance;
mod plural_noun;
mod race;
mod read;
mod report;
mod run;
mod suite;
mod write;

pub use bless::{CaseBlessing, bless_suite, suite_skeleton};
pub use case_difference::{CaseDifference, DifferenceSubject};
pub use case_error::{BlessError, RaceError};
pub use decisive_answer::DecisiveAnswer;
pub use differences::case_differences;
pub use observed::{
    CaseResults, EngineCounters, EngineOutcome, InstanceResults, RunFinding, SeenRow,
};
pub use outcome::{CaseEnding, CaseOutcome, SuiteOutcome};
pub use per_instance::InstanceExpectations;
pub use plural_noun::plural_noun;
pub use report::{describe_difference, github_commands, json_lines, junit_document};
pub use run::{Make, run_case};
pub use suite::{
    CaseExpectations, CounterBaseline, ExpectedCounter, PinnedExpectation, RegressionCase,
    RegressionSuite, SpeedExpectation,
};
pub use write::write_whole;
