//! SMT-LIB: linear and non-linear integer arithmetic over truth values.
//!
//! A solver gives one solution. `div` and `mod` of the language are Euclidean; those that truncate
//! are not written. An element is that of an array, with the items stored one by one.

mod assumed;
mod smtlib_language;
mod spelling;

pub use smtlib_language::SmtLib;
use smtlib_language::read_value;
