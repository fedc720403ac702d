//! SMT terms of the constraints that add, compare and count.

use super::{Script, Term, value::is};
use crate::Relation;

/// States that these integers take different values.
#[must_use]
pub fn all_different(scope: &[usize]) -> Term {
    Term::distinct(scope.iter().map(|&x| Term::IntVar(x)))
}

/// States that `terms REL bound`, where each term of the sum is a coefficient and an integer.
#[must_use]
pub fn linear(terms: &[(i64, usize)], relation: Relation, bound: i64) -> Term {
    let sum = Term::sum(terms.iter().map(|&(factor, x)| Term::IntVar(x).times(factor)));
    sum.relate(relation, Term::Int(bound))
}

/// States that `x REL y + offset`.
#[must_use]
pub fn compare(x: usize, relation: Relation, y: usize, offset: i64) -> Term {
    let shifted = Term::sum([Term::IntVar(y), Term::Int(offset)]);
    Term::IntVar(x).relate(relation, shifted)
}

/// States, for each `(value, low, high)`: from `low` to `high` of these integers take this value.
/// If `closed`, they take no other values.
#[must_use]
pub fn cardinality(scope: &[usize], counts: &[(i32, usize, usize)], closed: bool) -> Term {
    let mut parts = Vec::new();
    for &(value, low, high) in counts {
        let one = |&x: &usize| is(x, value).ite(Term::Int(1), Term::Int(0));
        let count = || Term::sum(scope.iter().map(one));
        if low > 0 {
            parts.push(count().relate(Relation::Ge, number(low)));
        }
        if high < scope.len() {
            parts.push(count().relate(Relation::Le, number(high)));
        }
        // Bounds beyond the length of the scope are omitted above; crossed ones are not.
        parts.push(Term::Bool(low <= high));
    }
    if closed {
        let listed = |&x: &usize| Term::or(counts.iter().map(|&(value, ..)| is(x, value)));
        parts.extend(scope.iter().map(listed));
    }
    Term::and(parts)
}

fn number(count: usize) -> Term {
    Term::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

/// States that `result` is the largest (`max`) or smallest of these integers; false for an empty
/// scope.
#[must_use]
pub fn extremum(result: usize, scope: &[usize], max: bool) -> Term {
    let relation = if max { Relation::Ge } else { Relation::Le };
    let bounds = scope.iter().map(|&x| Term::IntVar(result).relate(relation, Term::IntVar(x)));
    let reached = scope.iter().map(|&x| Term::IntVar(result).equals(Term::IntVar(x)));
    Term::and(bounds.chain([Term::or(reached)]))
}

/// States that `x * y = z`. Not linear.
#[must_use]
pub fn product(x: usize, y: usize, z: usize) -> Term {
    Term::IntVar(x).multiply(Term::IntVar(y)).equals(Term::IntVar(z))
}

/// States that the values of `left` precede those of `right` in lexicographic order; unless
/// `strict`, they may also be equal. A proper prefix precedes the longer sequence.
///
/// For each place: if all places before it are equal, then `left` is at most `right` there. The
/// term is quadratic in the length, but flat; see [`lex_by_steps`] for long sequences.
#[must_use]
pub fn lex(left: &[usize], right: &[usize], strict: bool) -> Term {
    let pairs: Vec<(usize, usize)> = left.iter().copied().zip(right.iter().copied()).collect();
    let relate =
        |(x, y): (usize, usize), relation| Term::IntVar(x).relate(relation, Term::IntVar(y));
    let equal =
        |pairs: &[(usize, usize)]| Term::and(pairs.iter().map(|&pair| relate(pair, Relation::Eq)));
    let places = pairs.iter().enumerate();
    let mut parts: Vec<Term> = places
        .map(|(place, &pair)| equal(&pairs[..place]).implies(relate(pair, Relation::Le)))
        .collect();
    let suffices = if strict { left.len() < right.len() } else { left.len() <= right.len() };
    parts.push(equal(&pairs).implies(Term::Bool(suffices)));
    Term::and(parts)
}

/// States the order of [`lex`] in linear size: for each place, a truth value represents that all
/// places before it are equal. The script declares and defines these in any case, even if the term
/// is not asserted.
pub fn lex_by_steps(script: &mut Script, left: &[usize], right: &[usize], strict: bool) -> Term {
    let mut parts = Vec::new();
    let mut equal = Term::Bool(true);
    for (&x, &y) in left.iter().zip(right) {
        let relate = |relation| Term::IntVar(x).relate(relation, Term::IntVar(y));
        parts.push(equal.clone().implies(relate(Relation::Le)));
        let next = Term::BoolVar(script.bool(format!("equal so far {}", script.bools.len()), ""));
        let both = Term::and([equal, relate(Relation::Eq)]);
        script.assert("equal so far", next.clone().iff(both));
        equal = next;
    }
    let suffices = if strict { left.len() < right.len() } else { left.len() <= right.len() };
    parts.push(equal.implies(Term::Bool(suffices)));
    Term::and(parts)
}
