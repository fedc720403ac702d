//! Constraints as SMT-LIB terms over integers.
//!
//! Variables are numbers: `IntVar(3)` is the fourth integer that the caller declared. A
//! [`SmtScript`] names them and prints everything as SMT-LIB 2; to feed a solver through its own
//! library, match on [`SmtTerm`].
//!
//! Constraints are written over integers; [`SmtScript::encode_script`] translates a script to
//! bit-vectors, or to truth values with pseudo-Boolean constraints.
//!
//! ```
//! use parallax_encodings::{ArithmeticRelation, smt};
//!
//! let mut script = smt::SmtScript::new("QF_LIA");
//! let x = script.int_of("x", "", &[1, 2, 3], "domains");
//! let y = script.int_of("y", "", &[1, 2, 3], "domains");
//! script.assert_term("sum", smt::linear_term(&[(1, x), (2, y)], ArithmeticRelation::Eq, 5));
//! assert!(script.to_string().contains("(assert (= (+ x (* 2 y)) 5))"));
//! let bits = script.encode_script(smt::SmtEncoding::Bv)?.script;
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

pub use array::{element_term, inverse_term, table_term};
pub use encoding::{EncodedScript, IntCode, SmtEncoding};
pub use order::{
    all_different, cardinality_term, compare_term, extremum_term, lex_by_steps, lexicographic_term,
    linear_term, product_term,
};
pub use script::{BitsDecl, BoolDecl, IntDecl, SmtScript};
pub use symbols::{ScriptSymbols, quoted_symbol};
pub use term::{PseudoBooleanTerm, SmtTerm};
pub use value::{atom_term, clause_term, domain_term, image_term, reify_term};
