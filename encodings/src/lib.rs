//! Finite-domain constraints as clauses and as SMT-LIB terms, on RustSAT.
//!
//! A [`ClauseEncoder`] makes integers, takes constraints over them, and writes clauses into a
//! [`PropositionalFormula`]: a flat store that checks a deadline and a byte limit as it grows, and
//! records the meaning of every variable and the constraint of each clause. [`smt`] writes the same
//! constraints as SMT terms.
//!
//! ```
//! use parallax_encodings::{
//!     ArithmeticRelation, ClauseEncoder, EncodingOptions, FormulaBudget, IntEncoding,
//! };
//! use rustsat::solvers::{Solve, SolverResult};
//! use rustsat_batsat::BasicSolver;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let options = EncodingOptions { integers: IntEncoding::Order, ..EncodingOptions::default() };
//! let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
//! let x = encoder.make_integer(&[1, 2, 3])?;
//! let y = encoder.make_integer(&[1, 2, 3])?;
//! encoder.formula.begin_group("two different numbers with x + 2y = 5");
//! encoder.all_different(&[x, y])?;
//! encoder.require_linear(&[(1, x), (2, y)], ArithmeticRelation::Eq, 5)?;
//!
//! let mut solver = BasicSolver::default();
//! for clause in encoder.formula.clauses() {
//!     solver.add_clause(clause.into())?;
//! }
//! assert_eq!(solver.solve()?, SolverResult::Sat);
//! let model = solver.full_solution()?;
//! let value_of = |lit| model.lit_value(lit).to_bool_with_def(false);
//! assert_eq!(encoder.decode_value(x, &value_of), Some(3));
//! assert_eq!(encoder.decode_value(y, &value_of), Some(1));
//! # Ok(())
//! # }
//! ```
//!
//! The constraints are files in `constraint/`, sums and counters in `sum/` and `counters/`,
//! integers in `integer/`. [`EncodingOptions`] chooses among encodings, [`EncodingInfo`] names the
//! paper and the promises of each. README.md has the steps to add a constraint and to add an
//! encoding.
//!
//! Invariants:
//! - Clauses added while a guard is active are implied by it; literals made on
//!   demand are defined outside the guard, because later constraints share them.
//! - A step that has to build a table first checks the size of the table.
//! - A store that has stopped stays stopped: every later call fails with the same error.

pub use rustsat::types::Lit;

pub use boolean::EncodedBool;
pub use budget::{FormulaBudget, HaltReason};
pub use constraint::atom::{AtomOp, IntegerAtom};
pub use dimacs::{write_dimacs, write_opb, write_opb_clauses};
pub use encoder::ClauseEncoder;
pub use encoding_choice::{EncodingChoice, ModelCountError};
pub use error::EncodeError;
pub use formula::PropositionalFormula;
pub use info::{EncodingInfo, list_encodings};
pub use integer::{IntEncoding, IntId, IntegerStore};
pub use model_counts::EncodedKind;
pub use names::EncodingNameError;
pub use options::{
    AllDifferentKind, AmoKind, CardinalityKind, ClassKind, EncodingOptions, SumKind, TableKind,
};
pub use propagation_strength::PropagationStrength;
pub use relation::ArithmeticRelation;
pub use store::ClauseStore;
pub use tags::EncodingTag;
pub use unit_propagation::UnitPropagation;
pub use variables::{FormulaVariableMeaning, FormulaVariables};

mod boolean;
mod budget;
mod clause_draft;
mod constraint;
mod counters;
mod dimacs;
mod encoder;
mod encoding_choice;
mod error;
mod formula;
mod info;
mod integer;
mod model_counts;
mod names;
mod options;
mod propagation_strength;
mod provenance;
mod relation;
pub mod smt;
mod store;
mod sum;
mod tags;
mod unit_propagation;
mod variables;

/// The examples of README.md, which documentation tests run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
