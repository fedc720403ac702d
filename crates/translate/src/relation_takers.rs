//! Conversions, lists and a message that several translations share.

use std::collections::{BTreeMap, BTreeSet};

use parallax_encodings as enc;
use parallax_model::{self as model, DimensionRelation, Model};

/// The reason for refusing a global constraint. Callers lower the plain form of a model.
pub(crate) const GLOBAL_REFUSAL: &str = "a global constraint, where its plain form is expected";

/// Returns the corresponding comparison of the encodings crate.
pub(super) fn encoding_relation(relation: model::ComparisonOperator) -> enc::ArithmeticRelation {
    match relation {
        model::ComparisonOperator::Eq => enc::ArithmeticRelation::Eq,
        model::ComparisonOperator::Ne => enc::ArithmeticRelation::Ne,
        model::ComparisonOperator::Le => enc::ArithmeticRelation::Le,
        model::ComparisonOperator::Lt => enc::ArithmeticRelation::Lt,
        model::ComparisonOperator::Ge => enc::ArithmeticRelation::Ge,
        model::ComparisonOperator::Gt => enc::ArithmeticRelation::Gt,
    }
}

/// Lists, for each class that at least `number` variables of the scope can take, the indices of
/// these variables. Together the lists are no longer than the domains.
pub(super) fn list_takers(
    model: &Model,
    c: &DimensionRelation,
    number: usize,
) -> BTreeMap<u32, Vec<usize>> {
    let dimension = model.dimension(c.dimension);
    let mut takers: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, &v) in c.scope.iter().enumerate() {
        let known = model.domain(v).iter().filter_map(|value| dimension.class_of_value(value));
        for class in known.collect::<BTreeSet<u32>>() {
            takers.entry(class).or_default().push(place);
        }
    }
    takers.retain(|_, places| places.len() >= number);
    takers
}

/// Returns the corresponding operator and value of the encodings crate.
pub(super) fn encoding_atom(atom: &model::AtomicConstraint) -> (enc::AtomOp, i32) {
    match atom.relation {
        model::ComparisonOperator::Eq => (enc::AtomOp::Eq, atom.value),
        model::ComparisonOperator::Ne => (enc::AtomOp::Ne, atom.value),
        model::ComparisonOperator::Le => (enc::AtomOp::Le, atom.value),
        // Whole numbers: `< v` is `<= v - 1`. Domains stay far from the ends of 32 bits, so a
        // saturated value compares with them as the exact one would.
        model::ComparisonOperator::Lt => (enc::AtomOp::Le, atom.value.saturating_sub(1)),
        model::ComparisonOperator::Ge => (enc::AtomOp::Ge, atom.value),
        model::ComparisonOperator::Gt => (enc::AtomOp::Ge, atom.value.saturating_add(1)),
    }
}
