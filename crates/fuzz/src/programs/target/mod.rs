//! Targets: programs that answer cases.
//!
//! A target is named by `LANGUAGE:COMMAND`. The program runs in a process group of its own, within
//! limits on time, memory and output, and does not outlive the campaign. A program that lies, hangs,
//! floods or dies is described by its [`Reply`]; it stops nothing.

mod child;
mod ending;
mod once;
mod spec;
mod start_error;
mod stays;
mod version;

use std::path::Path;
use std::time::Duration;

use parallax_model::ask::Control;

use crate::programs::case::Case;
use crate::programs::language::Language;
use crate::programs::reply::Reply;

pub use spec::Spec;
pub use start_error::{StartError, TargetError};

/// A program that answers cases.
pub trait Target: Send {
    /// Returns the specification that names it, as the user gave it.
    fn spec(&self) -> &str;

    /// Returns the name and version of the program, as it states them.
    fn version(&self) -> &str;

    /// Returns its language.
    fn language(&self) -> &dyn Language;

    /// Returns its answer to a case, or why there is none. `control` stops it earlier than its
    /// limits do, which reads as [`Reply::Timeout`].
    fn ask(&mut self, case: &Case, control: &Control) -> Reply;

    /// Returns the answer of a process that has answered nothing else.
    fn ask_fresh(&mut self, case: &Case, control: &Control) -> Reply {
        self.ask(case, control)
    }

    /// Returns how several cases become one question; `None` if a question is so cheap that joining
    /// them gains nothing.
    fn joining(&self) -> Option<Joining> {
        None
    }

    /// Returns the command that asks about a file of the target's language.
    fn command(&self, file: &Path) -> String;
}

/// The rule by which cases become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Side by side: their numbers of solutions multiply.
    Product,
    /// One at a time, by a selector: their numbers of solutions add up.
    Sum,
}

/// How several cases become one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joining {
    /// The rule.
    pub rule: Rule,
    /// Maximum number of solutions of the question.
    pub solutions: u64,
    /// Maximum number of cases.
    pub cases: usize,
}

/// Limits of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time for an answer.
    pub time: Duration,
    /// Bytes that each process may allocate.
    pub memory_bytes: u64,
    /// Bytes that it may print.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(10),
            memory_bytes: 4_000_000_000,
            output_bytes: 20_000_000,
        }
    }
}
