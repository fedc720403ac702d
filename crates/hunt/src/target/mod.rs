//! Targets: programs that answer cases.
//!
//! A target is named by `LANGUAGE:COMMAND`. The program runs in a process group of its own, within
//! limits on time, memory and output, and does not outlive the hunt. A program that lies, hangs,
//! floods or dies is described by its [`Reply`]; it stops nothing.

mod ending;
mod once;
mod spec;
mod stays;
mod version;

use std::time::Duration;

use parallax_model::ask::Control;

use crate::case::Case;
use crate::language::Language;
use crate::reply::Reply;

pub use spec::Spec;

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

    /// Ends a process that stays; the next question starts another.
    fn fresh(&mut self) {}

    /// Returns the maximum number of solutions of a case that is joined from several small ones;
    /// `None` if a question is so cheap that joining them gains nothing.
    fn joined(&self) -> Option<u64> {
        None
    }
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
