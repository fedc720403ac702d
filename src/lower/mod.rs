//! From a model to what foreign solvers read: clauses and SMT terms.
//!
//! Each target has one exhaustive match over the constraint kinds. What comes
//! back carries its decode map: which integer of the formula is which
//! variable of the model.

mod ceiling;
pub mod clauses;
mod effect;
#[cfg(feature = "pumpkin")]
pub mod pumpkin;
pub mod smt;
mod statement;

pub use ceiling::Ceiling;
pub use clauses::{ClauseFormat, Cnf};
pub use effect::Effect;
pub use statement::Statement;

use parallax_encodings as enc;

use crate::model;

/// The same comparison in the words of the encodings.
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

/// The operator and value of an atom in the words of the encodings.
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
