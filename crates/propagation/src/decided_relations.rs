//! Tests whether the domains decide a relation: whether it is true, or false, for every choice from
//! them.

use parallax_model::{
    AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Kind, Linear, LinearTerm,
    VarId,
};

use crate::store::DomainStore;

/// Returns whether `number relation bound` is true or false for all numbers from `low` to `high`,
/// if it is decided.
#[must_use]
pub fn decide_relation<N: Ord>(
    [low, high]: [N; 2],
    relation: ComparisonOperator,
    bound: N,
) -> Option<bool> {
    let is_equal = || low == bound && high == bound;
    // The numbers are an interval for this test: a bound inside it is undecided even if it lies in
    // a hole.
    let is_outside = || bound < low || bound > high;
    let (always, never) = match relation {
        ComparisonOperator::Eq => (is_equal(), is_outside()),
        ComparisonOperator::Ne => (is_outside(), is_equal()),
        ComparisonOperator::Le => (high <= bound, low > bound),
        ComparisonOperator::Lt => (high < bound, low >= bound),
        ComparisonOperator::Ge => (low >= bound, high < bound),
        ComparisonOperator::Gt => (low > bound, high <= bound),
    };
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Returns the least and the greatest sum of terms.
#[must_use]
pub fn sum_bounds<'t>(
    terms: impl Iterator<Item = &'t LinearTerm>,
    store: &DomainStore,
) -> [i128; 2] {
    let (mut low, mut high) = (0, 0);
    for term in terms {
        let ends = [store.min(term.variable), store.max(term.variable)];
        // A negative coefficient swaps the ends, hence the minimum and maximum below. A product of
        // 32 and 64 bits may exceed 64.
        let ends = ends.map(|end| i128::from(end) * i128::from(term.coefficient));
        low += ends[0].min(ends[1]);
        high += ends[0].max(ends[1]);
    }
    [low, high]
}

/// Returns whether a sum is true or false, if its bounds decide it.
#[must_use]
pub fn decide_linear(c: &Linear, store: &DomainStore) -> Option<bool> {
    decide_relation(sum_bounds(c.terms.iter(), store), c.relation, c.constant.into())
}

/// Returns whether a comparison is true or false, if the bounds of its variables decide it.
#[must_use]
pub fn bounds_compare(c: &Compare, store: &DomainStore) -> Option<bool> {
    if c.left == c.right {
        return Some(c.relation.holds_between(0, c.offset));
    }
    let ends = |v| [store.min(v), store.max(v)].map(i64::from);
    let ([left_low, left_high], [right_low, right_high]) = (ends(c.left), ends(c.right));
    // `left relation right + offset` compares the difference `left - right` with the offset.
    decide_relation([left_low - right_high, left_high - right_low], c.relation, c.offset)
}

/// Returns whether a comparison is true or false, if it is decided.
#[must_use]
pub fn decide_comparison(c: &Compare, store: &DomainStore) -> Option<bool> {
    match c.relation {
        ComparisonOperator::Eq if lacks_value(c, store) => Some(false),
        ComparisonOperator::Ne if lacks_value(c, store) => Some(true),
        _ => bounds_compare(c, store),
    }
}

/// Whether one side is fixed and the other does not have its value.
fn lacks_value(c: &Compare, store: &DomainStore) -> bool {
    let has = |v: VarId, value: i64| i32::try_from(value).is_ok_and(|x| store.contains(v, x));
    match (store.fixed_value(c.left), store.fixed_value(c.right)) {
        // A variable compared with itself always has its own value; the bounds decide that case.
        _ if c.left == c.right => false,
        (Some(left), _) => !has(c.right, i64::from(left) - c.offset),
        (None, Some(right)) => !has(c.left, i64::from(right) + c.offset),
        (None, None) => false,
    }
}

/// Returns whether an atom is true or false, if it is decided.
#[must_use]
pub fn decide_atom(atom: &AtomicConstraint, store: &DomainStore) -> Option<bool> {
    let (v, x) = (atom.variable, atom.value);
    match atom.relation {
        // A value may be lost between the bounds, which only this test detects.
        ComparisonOperator::Eq if !store.contains(v, x) => Some(false),
        ComparisonOperator::Ne if !store.contains(v, x) => Some(true),
        relation => decide_relation([store.min(v), store.max(v)], relation, x),
    }
}

/// Whether an atom of a clause is true.
#[must_use]
pub fn is_true(c: &Clause, store: &DomainStore) -> bool {
    c.atoms.iter().any(|atom| decide_atom(atom, store) == Some(true))
}

/// Whether all variables of a constraint are fixed: propagation has checked it.
#[inline]
#[must_use]
pub fn is_decided(store: &DomainStore, constraint: &Constraint) -> bool {
    let mut open = false;
    constraint.each_variable(&mut |v| open |= !store.is_fixed(v));
    !open
}
