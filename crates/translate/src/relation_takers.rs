//! Words and lists that several translations share.

use std::collections::{BTreeMap, BTreeSet};

use parallax_encodings as enc;
use parallax_model::{self as model, DimensionRelation, Model};

/// The reason for refusing a global constraint. Callers lower the plain form of a model.
pub(crate) const GLOBAL: &str = "a global constraint, where its plain form is expected";

/// Returns the corresponding comparison of the encodings crate.
pub(super) fn relation(relation: model::Relation) -> enc::Relation {
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
pub(super) fn takers(
    model: &Model,
    c: &DimensionRelation,
    number: usize,
) -> BTreeMap<u32, Vec<usize>> {
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
pub(super) fn atom(atom: &model::Atom) -> (enc::AtomOp, i32) {
    match atom.relation {
        model::Relation::Eq => (enc::AtomOp::Eq, atom.value),
        model::Relation::Ne => (enc::AtomOp::Ne, atom.value),
        model::Relation::Le => (enc::AtomOp::Le, atom.value),
        model::Relation::Lt => (enc::AtomOp::Le, atom.value.saturating_sub(1)),
        model::Relation::Ge => (enc::AtomOp::Ge, atom.value),
        model::Relation::Gt => (enc::AtomOp::Ge, atom.value.saturating_add(1)),
    }
}
