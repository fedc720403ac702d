//! The `parallax` program.
//!
//! The commands are part of the program and not of the library, so that the compiler omits code
//! that no command uses. That is half of the code that reads arguments.

mod cli;
#[cfg(feature = "web")]
mod web;

fn main() {
    cli::main()
}
