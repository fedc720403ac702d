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

use std::collections::{BTreeMap, BTreeSet};

use parallax_encodings as enc;

use crate::model::{self, DimensionRelation, Model};

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

/// For each class that at least `number` variables of the scope can have, the
/// places of these. The lists are no longer together than the domains.
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
