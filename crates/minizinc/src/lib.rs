//! MiniZinc models as instances, and Parallax among the solvers of MiniZinc.
//!
//! - [`compile_model`] compiles a model with the installed `minizinc` and reads the FlatZinc.
//!   Readers of files may not start a process, so the program registers this function with them.
//! - `output.rs`, `enums.rs`: solutions in the words of the model, by its output item.
//! - `reasons/`: explanations in the terms of the model's constraint items.
//! - `float_errors.rs`: floats are not supported; the error names the line of the user's model.
//! - [`MinizincFolders`] installs the configurations and the library of `share/`, which
//!   the crate holds (`bundled_files.rs`).

mod bundled_files;
mod compile;
mod enums;
mod float_errors;
mod install;
mod install_error;
mod model_source;
mod output;
mod reasons;

pub use bundled_files::{SOLVER_CONFIGURATIONS, SharedFile, fill_configuration};
pub use compile::{COMPILER_PROGRAM, INSTALL_HINT, compile_model};
pub use install::MinizincFolders;
pub use install_error::InstallError;
