//! From a model to what foreign solvers read: clauses and SMT terms.
//!
//! Each target has one exhaustive match over the constraint kinds. What comes
//! back carries its decode map: which integer of the formula is which
//! variable of the model.

pub mod clauses;
pub mod smt;

pub use clauses::Cnf;

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
