//! Solvers as processes: programs that are run on a file, watched, and read.
//!
//! A [`Program`] is a command with placeholders; [`run`] runs it under a
//! deadline and a cap on its output. [`Tied`] is a process that does not
//! outlive its owner, [`sat`] reads what solvers print.

mod end;
mod group;
mod program;
mod run;
pub mod sat;
#[cfg(test)]
mod tests;
mod tied;

pub use end::{crash, short};
pub use group::{end_group, lead_group, limit_memory, share_group};
pub use program::{KNOWN, Known, Program};
pub use run::{Ran, Run, run};
pub use tied::{Tail, Tied};
