//! Runs that are written down in a file, to be repeated: suites of instances with what is expected
//! of them.

mod keys;
pub mod regress;
mod toml;
