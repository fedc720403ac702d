//! Targets: programs that answer cases.
//!
//! A target is named by `LANGUAGE:COMMAND`. The program runs in its own process group, within
//! limits on time, memory and output, and does not outlive the campaign. A program that lies,
//! hangs, floods or dies is described by its [`TargetReply`]; it stops nothing.

mod one_shot_target;
mod persistent_target;
mod process_ending;
mod spec;
mod start_error;
mod target_process;
mod version;

use std::path::Path;
use std::time::Duration;

use parallax_model::engine_api::Control;

use crate::programs::case::FuzzCase;
use crate::programs::language::CaseLanguage;
use crate::programs::reply::TargetReply;

pub use spec::TargetSpec;
pub use start_error::{StartError, TargetError};

/// A program that answers cases.
pub trait FuzzTarget: Send {
    /// Returns the specification that names it, as the user gave it.
    fn target_spec(&self) -> &str;

    /// Returns the name and version of the program, as it states them.
    fn program_version(&self) -> &str;

    /// Returns its language.
    fn case_language(&self) -> &dyn CaseLanguage;

    /// Returns its answer to a case, or the reason for a missing answer. `control` stops it earlier
    /// than its limits do, which reads as [`TargetReply::Timeout`].
    fn ask_case(&mut self, case: &FuzzCase, control: &Control) -> TargetReply;

    /// Returns the answer of a process that has answered no other question.
    fn ask_fresh(&mut self, case: &FuzzCase, control: &Control) -> TargetReply {
        self.ask_case(case, control)
    }

    /// Returns how several cases become one question; `None` if questions are so cheap that joining
    /// gains nothing.
    fn join_options(&self) -> Option<JoinOptions> {
        None
    }

    /// Returns the command that asks about a file of the target's language.
    fn command_line(&self, file: &Path) -> String;
}

/// The rule by which cases become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinRule {
    /// Side by side: their numbers of solutions multiply.
    Product,
    /// One at a time, by a selector: their numbers of solutions add up.
    Sum,
}

/// How several cases become one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinOptions {
    /// The rule.
    pub rule: JoinRule,
    /// Maximum number of solutions of the question.
    pub solutions: u64,
    /// Maximum number of cases.
    pub cases: usize,
}

/// Limits of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetLimits {
    /// Time for an answer.
    pub time: Duration,
    /// Bytes that each process may allocate.
    pub memory_bytes: u64,
    /// Bytes that it may print.
    pub output_bytes: usize,
}

impl Default for TargetLimits {
    fn default() -> Self {
        TargetLimits {
            time: Duration::from_secs(10),
            memory_bytes: 4_000_000_000,
            output_bytes: 20_000_000,
        }
    }
}
