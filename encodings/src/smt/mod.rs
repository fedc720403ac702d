//! The same constraints as SMT-LIB terms over integers.
//!
//! Variables are numbers: `IntVar(3)` is the fourth integer the caller declared. A [`Script`]
//! gives them names and prints everything as SMT-LIB 2; a solver's own library can instead be
//! fed by matching on [`Term`].
//!
//! ```
//! use parallax_encodings::{Relation, smt};
//!
//! let mut script = smt::Script::new("QF_LIA");
//! let x = script.int("x", "");
//! let y = script.int("y", "");
//! script.assert("domains", smt::domain(x, &[1, 2, 3]));
//! script.assert("domains", smt::domain(y, &[1, 2, 3]));
//! script.assert("sum", smt::linear(&[(1, x), (2, y)], Relation::Eq, 5));
//! assert!(script.to_string().contains("(assert (= (+ x (* 2 y)) 5))"));
//! ```

mod array;
mod order;
mod print;
mod script;
mod symbols;
mod term;
mod value;

pub use array::{element, inverse, table};
pub use order::{all_different, cardinality, compare, extremum, lex, linear, product};
pub use script::{BoolDecl, IntDecl, Script};
pub use symbols::Symbols;
pub use term::Term;
pub use value::{atom, clause, domain, image, reify};
