//! SMT-LIB: linear and non-linear integer arithmetic over truth values.
//!
//! A solver gives one solution. `div` and `mod` of the language are Euclidean; truncating ones are
//! not written. An element is selected from an array, into which the items are stored one by one.

mod assumptions;
mod smtlib_language;
mod spelling;

pub use smtlib_language::SmtLib;
use smtlib_language::read_value;
