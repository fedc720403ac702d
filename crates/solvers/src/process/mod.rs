//! Runs and watches external programs.
//!
//! A [`Program`] is a command with placeholders; [`run`] runs it under a deadline and a cap on its
//! output, [`stream`] hands over the output as it arrives. A [`PipedProcess`] is asked and answers
//! in between. [`ChildProcess`] is a process that does not outlive its owner; [`crash`] describes how
//! one ended.
//!
//! `RLIMIT_DATA` limits memory, because it counts what is allocated. Allocators and stacks
//! reserve much address space without using it, so a limit on address space would be useless when
//! small.
//!
//! External solvers share their child's process group, so that killing the group ends both. In the
//! library they get groups of their own. A whole program [adopts](adopt_orphans) the processes that
//! leave its group.

mod child;
mod end;
mod error;
mod group;
mod orphans;
mod piped;
mod program;
mod run;
#[cfg(test)]
mod tests;
mod usage;

pub use child::{ChildProcess, Tail};
pub use end::{OUT_OF_MEMORY, ProcessCrash, crash, short, signal};
pub use error::{CommandError, MissingProgram, RunError};
pub use group::{end_group, end_with, lead_group, limit_memory, share_group};
pub use orphans::{adopt_orphans, end_children, reap_orphans};
pub use piped::{OutputLine, OutputPause, PipedProcess};
pub use program::{Program, find};
pub use run::{Bounds, Input, Ran, Run, run, stream};
pub use usage::{Usage, pin, thread_cpu};
