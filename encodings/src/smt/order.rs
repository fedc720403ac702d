//! SMT terms of the constraints that add, compare and count.

use super::{SmtScript, SmtTerm, value::value_term};
use crate::ArithmeticRelation;

/// States that these integers take different values.
#[must_use]
pub fn all_different(scope: &[usize]) -> SmtTerm {
    SmtTerm::all_distinct(scope.iter().map(|&x| SmtTerm::IntVar(x)))
}

/// States that `terms REL bound`, where each term of the sum is a coefficient and an integer.
#[must_use]
pub fn linear_term(terms: &[(i64, usize)], relation: ArithmeticRelation, bound: i64) -> SmtTerm {
    let sum =
        SmtTerm::add_all(terms.iter().map(|&(factor, x)| SmtTerm::IntVar(x).times_factor(factor)));
    sum.relate_to(relation, SmtTerm::Int(bound))
}

/// States that `x REL y + offset`.
#[must_use]
pub fn compare_term(x: usize, relation: ArithmeticRelation, y: usize, offset: i64) -> SmtTerm {
    let shifted = SmtTerm::add_all([SmtTerm::IntVar(y), SmtTerm::Int(offset)]);
    SmtTerm::IntVar(x).relate_to(relation, shifted)
}

/// States, for each `(value, low, high)`: from `low` to `high` of these integers take this value.
/// If `closed`, they take no other values.
#[must_use]
pub fn cardinality_term(scope: &[usize], counts: &[(i32, usize, usize)], closed: bool) -> SmtTerm {
    let mut parts = Vec::new();
    for &(value, low, high) in counts {
        let one = |&x: &usize| value_term(x, value).if_then_else(SmtTerm::Int(1), SmtTerm::Int(0));
        let count = || SmtTerm::add_all(scope.iter().map(one));
        if low > 0 {
            parts.push(count().relate_to(ArithmeticRelation::Ge, count_term(low)));
        }
        if high < scope.len() {
            parts.push(count().relate_to(ArithmeticRelation::Le, count_term(high)));
        }
        // Crossed bounds allow no count; the constant says so without arithmetic.
        parts.push(SmtTerm::Bool(low <= high));
    }
    if closed {
        let listed = |&x: &usize| {
            SmtTerm::disjoin_all(counts.iter().map(|&(value, ..)| value_term(x, value)))
        };
        parts.extend(scope.iter().map(listed));
    }
    SmtTerm::conjoin_all(parts)
}

fn count_term(count: usize) -> SmtTerm {
    SmtTerm::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

/// States that `result` is the largest (`max`) or smallest of these integers; false for an empty
/// scope.
#[must_use]
pub fn extremum_term(result: usize, scope: &[usize], max: bool) -> SmtTerm {
    let relation = if max { ArithmeticRelation::Ge } else { ArithmeticRelation::Le };
    let bounds =
        scope.iter().map(|&x| SmtTerm::IntVar(result).relate_to(relation, SmtTerm::IntVar(x)));
    let reached = scope.iter().map(|&x| SmtTerm::IntVar(result).equals_term(SmtTerm::IntVar(x)));
    SmtTerm::conjoin_all(bounds.chain([SmtTerm::disjoin_all(reached)]))
}

/// States that `x * y = z`. Not linear.
#[must_use]
pub fn product_term(x: usize, y: usize, z: usize) -> SmtTerm {
    SmtTerm::IntVar(x).multiply_by(SmtTerm::IntVar(y)).equals_term(SmtTerm::IntVar(z))
}

/// States that the values of `left` precede those of `right` in lexicographic order; unless
/// `strict`, they may also be equal. A proper prefix precedes the longer sequence.
///
/// For each place: if all places before it are equal, then `left` is at most `right` there. The
/// term is quadratic in the length, but flat; see [`lex_by_steps`] for long sequences.
#[must_use]
pub fn lexicographic_term(left: &[usize], right: &[usize], strict: bool) -> SmtTerm {
    let pairs: Vec<(usize, usize)> = left.iter().copied().zip(right.iter().copied()).collect();
    let relate = |(x, y): (usize, usize), relation| {
        SmtTerm::IntVar(x).relate_to(relation, SmtTerm::IntVar(y))
    };
    let equal = |pairs: &[(usize, usize)]| {
        SmtTerm::conjoin_all(pairs.iter().map(|&pair| relate(pair, ArithmeticRelation::Eq)))
    };
    let places = pairs.iter().enumerate();
    let mut parts: Vec<SmtTerm> = places
        .map(|(place, &pair)| {
            equal(&pairs[..place]).implies_term(relate(pair, ArithmeticRelation::Le))
        })
        .collect();
    let suffices = if strict { left.len() < right.len() } else { left.len() <= right.len() };
    parts.push(equal(&pairs).implies_term(SmtTerm::Bool(suffices)));
    SmtTerm::conjoin_all(parts)
}

/// States the order of [`lexicographic_term`] in linear size: for each place, a truth value
/// represents that all places before it are equal. The script declares and defines these in any
/// case, even if the term is not asserted.
pub fn lex_by_steps(
    script: &mut SmtScript,
    left: &[usize],
    right: &[usize],
    strict: bool,
) -> SmtTerm {
    let mut parts = Vec::new();
    let mut equal = SmtTerm::Bool(true);
    for (&x, &y) in left.iter().zip(right) {
        let relate = |relation| SmtTerm::IntVar(x).relate_to(relation, SmtTerm::IntVar(y));
        parts.push(equal.clone().implies_term(relate(ArithmeticRelation::Le)));
        let next = SmtTerm::BoolVar(
            script.declare_bool(format!("equal so far {}", script.bools.len()), ""),
        );
        let both = SmtTerm::conjoin_all([equal, relate(ArithmeticRelation::Eq)]);
        script.assert_term("equal so far", next.clone().iff_term(both));
        equal = next;
    }
    let suffices = if strict { left.len() < right.len() } else { left.len() <= right.len() };
    parts.push(equal.implies_term(SmtTerm::Bool(suffices)));
    SmtTerm::conjoin_all(parts)
}
