//! MiniZinc, with the globals of its standard library.

mod globals;
mod minizinc_language;
mod names;

pub use minizinc_language::MiniZinc;
use minizinc_language::write_expr;
