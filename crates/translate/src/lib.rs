//! Translates a model for foreign solvers: clauses, SMT terms, FlatZinc, MiniZinc and XCSP3. The
//! solvers themselves are in `crates/solvers`.
//!
//! Each target has one exhaustive match over the constraint kinds. The result includes its
//! decoding: which integer of the formula is which variable of the model. Decision diagrams need no
//! solver: they count by themselves.
//!
//! Pumpkin computes with 32 bits. A model that could come near that limit is refused before it is
//! posted.
//!
//! SMT scripts keep domains as runs of values, whose cost does not depend on their width. Clauses,
//! and other targets that list values, refuse domains of more than 2^20 values.
//!
//! A formula for a solver leaves out the values that fixed variables remove from others
//! (`Model::narrow_domains`, whose value elimination is separate from native search, so that a
//! fault there shows as a disagreement). The formulas of `encode`, of proofs and of cores keep them
//! all.

pub mod clauses;
pub mod diagrams;
mod encoding_use;
mod expression_uses;
pub mod flatzinc;
pub mod minizinc;
mod objective_bound;
#[cfg(feature = "pumpkin")]
pub mod pumpkin;
#[cfg(test)]
mod random_expressions;
mod relation_takers;
pub mod smt;
mod variable_meaning;
pub mod xcsp3;

pub(crate) use relation_takers::GLOBAL_REFUSAL;
use relation_takers::{encoding_atom, encoding_relation, list_takers};

pub use clauses::{ClauseFormat, ModelClauses};
pub use encoding_use::EncodingNeeds;
pub use objective_bound::ObjectiveBound;
pub use variable_meaning::VariableMeaning;
