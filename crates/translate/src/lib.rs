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
//! A formula for a solver leaves out the values that fixed variables take from others
//! (`Model::narrowed`, with a value elimination of its own, so that a fault of native search shows
//! as a disagreement). The formulas of `encode`, of proofs and of cores keep them all.

pub mod clauses;
pub mod diagrams;
mod encoding_use;
pub mod flatzinc;
pub mod minizinc;
mod objective_bound;
#[cfg(feature = "pumpkin")]
pub mod pumpkin;
pub mod smt;
mod variable_meaning;
pub mod xcsp3;

pub use clauses::{ClauseFormat, Cnf};
pub use encoding_use::EncodingUse;
pub use objective_bound::Ceiling;
pub use variable_meaning::VariableMeaning;

use std::collections::{BTreeMap, BTreeSet};

use parallax_encodings as enc;
use parallax_model::{self as model, DimensionRelation, Model};

/// The reason for refusing a global constraint. Callers lower the plain form of a model.
pub(crate) const GLOBAL: &str = "a global constraint, where its plain form is expected";

/// Returns the corresponding comparison of the encodings crate.
fn relation(relation: model::Relation) -> enc::Relation {
    match relation {
        model::Relation::Eq => enc::Relation::Eq,
        model::Relation::Ne => enc::Relation::Ne,
        model::Relation::Le => enc::Relation::Le,
        model::Relation::Lt => enc::Relation::Lt,
        model::Relation::Ge => enc::Relation::Ge,
        model::Relation::Gt => enc::Relation::Gt,
    }
}

/// Lists, for each class that at least `number` variables of the scope can take, the indices of
/// these variables. Together the lists are no longer than the domains.
fn takers(model: &Model, c: &DimensionRelation, number: usize) -> BTreeMap<u32, Vec<usize>> {
    let dimension = model.dimension(c.dimension);
    let mut takers: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, &v) in c.scope.iter().enumerate() {
        let known = model.domain(v).iter().filter_map(|value| dimension.class(value));
        for class in known.collect::<BTreeSet<u32>>() {
            takers.entry(class).or_default().push(place);
        }
    }
    takers.retain(|_, places| places.len() >= number);
    takers
}

/// Returns the corresponding operator and value of the encodings crate.
fn atom(atom: &model::Atom) -> (enc::AtomOp, i32) {
    match atom.relation {
        model::Relation::Eq => (enc::AtomOp::Eq, atom.value),
        model::Relation::Ne => (enc::AtomOp::Ne, atom.value),
        model::Relation::Le => (enc::AtomOp::Le, atom.value),
        model::Relation::Lt => (enc::AtomOp::Le, atom.value.saturating_sub(1)),
        model::Relation::Ge => (enc::AtomOp::Ge, atom.value),
        model::Relation::Gt => (enc::AtomOp::Ge, atom.value.saturating_add(1)),
    }
}
