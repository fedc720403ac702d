//! The `parallax` program.
//!
//! The commands are part of the program and not of the library, so that the compiler omits code
//! that no command uses. That is half of the code that reads arguments.

// The commands name the modules of Parallax as the library does.
#[cfg(feature = "web")]
use parallax::web;
use parallax::{
    ask, compare, engines, experiment, explain, formats, fuzz, generate, inputs, instance, jobs,
    lower, model, process, proofs, report, reproduce, search, solvers, why,
};

mod cli;

fn main() {
    cli::main()
}
