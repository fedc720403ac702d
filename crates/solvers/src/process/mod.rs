//! Runs and watches external programs.
//!
//! A [`CommandTemplate`] is a command with placeholders; [`run_program`] runs it under a deadline
//! and a cap on its output, [`stream_output`] hands over the output as it arrives. A
//! [`PipedProcess`] is asked and answers in between. [`ChildProcess`] is a process that does not
//! outlive its owner; [`describe_crash`] describes how one ended.
//!
//! `RLIMIT_DATA` limits memory, because it counts what is allocated. Allocators and stacks
//! reserve much address space without using it, so a limit on address space would be useless when
//! small.
//!
//! External solvers share their child's process group, so that killing the group ends both. In the
//! library they get groups of their own. A whole program [adopts](adopt_orphans) the processes that
//! leave its group.

mod child;
mod error;
mod group;
mod orphans;
mod piped_process;
mod process_crash;
mod program;
mod run;
#[cfg(test)]
mod tests;
mod usage;

pub use child::{ChildProcess, StderrTail};
pub use error::{CommandError, MissingProgramError, RunError};
pub use group::{end_group, end_with, lead_group, limit_memory, share_group};
pub use orphans::{adopt_orphans, end_children, reap_orphans};
pub use piped_process::{OutputLine, OutputPause, PipedProcess};
pub use process_crash::{OUT_OF_MEMORY, ProcessCrash, describe_crash, ending_signal, shorten_text};
pub use program::{CommandTemplate, find_program};
pub use run::{ProcessLimits, ProgramResult, ProgramRun, ProgramStdin, run_program, stream_output};
pub use usage::{ProcessUsage, pin_thread, thread_cpu};
