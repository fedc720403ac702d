//! Constraints as SMT-LIB terms over integers.
//!
//! Variables are numbers: `IntVar(3)` is the fourth integer that the caller declared. A
//! [`Script`] names them and prints everything as SMT-LIB 2; to feed a solver through its own
//! library, match on [`Term`].
//!
//! Constraints are written over integers; [`Script::encode`] translates a script to
//! bit-vectors, or to truth values with pseudo-Boolean constraints.
//!
//! ```
//! use parallax_encodings::{Relation, smt};
//!
//! let mut script = smt::Script::new("QF_LIA");
//! let x = script.int_of("x", "", &[1, 2, 3], "domains");
//! let y = script.int_of("y", "", &[1, 2, 3], "domains");
//! script.assert("sum", smt::linear(&[(1, x), (2, y)], Relation::Eq, 5));
//! assert!(script.to_string().contains("(assert (= (+ x (* 2 y)) 5))"));
//! let bits = script.encode(smt::SmtEncoding::Bv)?.script;
//! assert!(bits.to_string().contains("(declare-const y (_ BitVec 3))"));
//! # Ok::<(), parallax_encodings::EncodeError>(())
//! ```

mod array;
mod bits;
mod booleans;
mod encoding;
mod order;
mod print;
mod script;
mod symbols;
mod term;
mod value;

pub use array::{element, inverse, table};
pub use encoding::{EncodedScript, IntCode, SmtEncoding};
pub use order::{
    all_different, cardinality, compare, extremum, lex, lex_by_steps, linear, product,
};
pub use script::{BitsDecl, BoolDecl, IntDecl, Script};
pub use symbols::{Symbols, quoted_symbol};
pub use term::{Term, Weighted};
pub use value::{atom, clause, domain, image, reify};
