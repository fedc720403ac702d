//! SMT terms about the values of single integers.

use super::Term;
use crate::{AtomOp, Relation};

/// States that `x` takes one of these values.
///
/// Runs of consecutive values become bounds: a domain without holes is two comparisons, one
/// with holes the outer bounds and a disjunction of runs.
#[must_use]
pub fn domain(x: usize, values: &[i32]) -> Term {
    domain_of_runs(x, &runs(values))
}

/// Returns the runs of consecutive values among values in any order: inclusive and ascending.
pub(super) fn runs(values: &[i32]) -> Vec<(i32, i32)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for value in sorted {
        match runs.last_mut() {
            Some((_, last)) if i64::from(value) <= i64::from(*last) + 1 => *last = value,
            _ => runs.push((value, value)),
        }
    }
    runs
}

/// States that `x` takes a value in one of these runs: inclusive, ascending, not touching.
pub(super) fn domain_of_runs(x: usize, runs: &[(i32, i32)]) -> Term {
    let (Some(&(least, _)), Some(&(_, most))) = (runs.first(), runs.last()) else {
        return Term::Bool(false);
    };
    match runs {
        [_] => within(x, least, most),
        _ => {
            let choice = Term::or(runs.iter().map(|&(low, high)| within(x, low, high)));
            Term::and([within(x, least, most), choice])
        }
    }
}

fn within(x: usize, low: i32, high: i32) -> Term {
    if low == high {
        return is(x, low);
    }
    Term::and([
        Term::IntVar(x).relate(Relation::Ge, Term::Int(low.into())),
        Term::IntVar(x).relate(Relation::Le, Term::Int(high.into())),
    ])
}

/// States that `x = value`.
pub(super) fn is(x: usize, value: impl Into<i64>) -> Term {
    Term::IntVar(x).equals(Term::Int(value.into()))
}

/// States that `x OP value`.
#[must_use]
pub fn atom(x: usize, op: AtomOp, value: i32) -> Term {
    let relation = match op {
        AtomOp::Eq => Relation::Eq,
        AtomOp::Ne => Relation::Ne,
        AtomOp::Le => Relation::Le,
        AtomOp::Ge => Relation::Ge,
    };
    Term::IntVar(x).relate(relation, Term::Int(value.into()))
}

/// States that at least one of these atoms holds.
#[must_use]
pub fn clause(atoms: &[(usize, AtomOp, i32)]) -> Term {
    Term::or(atoms.iter().map(|&(x, op, value)| atom(x, op, value)))
}

/// States that `b = 1` exactly if the atom holds.
#[must_use]
pub fn reify(b: usize, (x, op, value): (usize, AtomOp, i32)) -> Term {
    is(b, 1).iff(atom(x, op, value))
}

/// States that `image` is the class of the value of `x`, where `map` lists pairs of a value and its
/// class; forbids values without a class.
#[must_use]
pub fn image(x: usize, image: usize, map: &[(i32, i32)]) -> Term {
    Term::or(map.iter().map(|&(value, class)| Term::and([is(x, value), is(image, class)])))
}
