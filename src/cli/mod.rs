//! The command line: the commands of the program, one file or folder each.
//!
//! A command reads its arguments, calls the library, hands the results to a report, and returns an
//! exit code; it computes nothing itself. `options.rs` has the options that several commands share,
//! `form_help.rs` the lists of forms in their help, `numbers.rs` the parsers of options that are
//! numbers, `output.rs` writing to a pipe that may close, `interrupt.rs` signals, `clock.rs` the
//! time limit of a whole command.
//!
//! To add a command: a file with `Args` and `run`, a variant of `ProgramCommand` and a branch of
//! the match in `run_command` (`program.rs`). Completions, manual pages and `docs/reference/`
//! follow. Add it to a group in `help.rs`, its options to groups in `option_groups.rs`, its exit
//! codes to `exit_codes.rs`, and a page to `docs/how-to/` if it needs more (`docs/README.md` lists
//! it, `tests/suite/docs/mod.rs` runs it).

mod check;
mod clock;
mod clues;
mod compare;
mod core_error;
mod cubes;
mod decode;
mod encode;
mod encodings;
mod engines;
mod evaluate;
mod execute;
mod exit_codes;
mod experiment;
mod explain;
mod flatzinc;
mod form_help;
mod format;
mod formula;
mod fuzz;
mod generate;
mod given_values;
mod help;
mod hint;
mod instance_file;
mod interrupt;
mod job;
mod lint;
mod manual_pages;
mod minizinc;
mod numbers;
mod option_groups;
mod options;
mod output;
mod program;
mod progress;
mod rate;
mod reference;
mod regress;
mod report;
mod reproduce;
mod sample;
mod screen;
#[cfg(feature = "web")]
mod serve;
mod sheet;
mod show;
mod shrink;
mod solve;
mod source_text;
mod this_program;
mod uniqueness_certificate;
mod unwritten_file;
mod version;
mod why;

pub(crate) use program::main;
use program::{CliError, ProgramArgs, WRONG_USAGE_EXIT_CODE};
