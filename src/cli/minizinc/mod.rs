//! Parallax among the solvers of MiniZinc, and MiniZinc models as inputs.

mod compile;
mod enums;
mod files;
mod floats;
mod install;
mod install_error;
mod minizinc_command;
mod output;
mod reasons;
mod source;

pub(super) use minizinc_command::{MinizincArgs, run};

pub(super) use self::compile::compile_model;
