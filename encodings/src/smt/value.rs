//! SMT terms about the values of single integers.

use super::SmtTerm;
use crate::{ArithmeticRelation, AtomOp};

/// States that `x` takes one of these values.
///
/// Runs of consecutive values become bounds: a domain without holes is two comparisons, one
/// with holes the outer bounds and a disjunction of runs.
#[must_use]
pub fn domain_term(x: usize, values: &[i32]) -> SmtTerm {
    domain_of_runs(x, &value_runs(values))
}

/// Returns the runs of consecutive values among values in any order: inclusive and ascending.
pub(super) fn value_runs(values: &[i32]) -> Vec<(i32, i32)> {
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
pub(super) fn domain_of_runs(x: usize, runs: &[(i32, i32)]) -> SmtTerm {
    let (Some(&(least, _)), Some(&(_, most))) = (runs.first(), runs.last()) else {
        return SmtTerm::Bool(false);
    };
    match runs {
        [_] => range_term(x, least, most),
        _ => {
            // The outer bounds follow from the choice of runs, but a solver can use them before it
            // chooses.
            let choice =
                SmtTerm::disjoin_all(runs.iter().map(|&(low, high)| range_term(x, low, high)));
            SmtTerm::conjoin_all([range_term(x, least, most), choice])
        }
    }
}

fn range_term(x: usize, low: i32, high: i32) -> SmtTerm {
    if low == high {
        return value_term(x, low);
    }
    SmtTerm::conjoin_all([
        SmtTerm::IntVar(x).relate_to(ArithmeticRelation::Ge, SmtTerm::Int(low.into())),
        SmtTerm::IntVar(x).relate_to(ArithmeticRelation::Le, SmtTerm::Int(high.into())),
    ])
}

/// States that `x = value`.
pub(super) fn value_term(x: usize, value: impl Into<i64>) -> SmtTerm {
    SmtTerm::IntVar(x).equals_term(SmtTerm::Int(value.into()))
}

/// States that `x OP value`.
#[must_use]
pub fn atom_term(x: usize, op: AtomOp, value: i32) -> SmtTerm {
    let relation = match op {
        AtomOp::Eq => ArithmeticRelation::Eq,
        AtomOp::Ne => ArithmeticRelation::Ne,
        AtomOp::Le => ArithmeticRelation::Le,
        AtomOp::Ge => ArithmeticRelation::Ge,
    };
    SmtTerm::IntVar(x).relate_to(relation, SmtTerm::Int(value.into()))
}

/// States that at least one of these atoms holds.
#[must_use]
pub fn clause_term(atoms: &[(usize, AtomOp, i32)]) -> SmtTerm {
    SmtTerm::disjoin_all(atoms.iter().map(|&(x, op, value)| atom_term(x, op, value)))
}

/// States that `b = 1` exactly if the atom holds.
#[must_use]
pub fn reify_term(b: usize, (x, op, value): (usize, AtomOp, i32)) -> SmtTerm {
    value_term(b, 1).iff_term(atom_term(x, op, value))
}

/// States that `image` is the class of the value of `x`, where `map` lists pairs of a value and its
/// class; forbids values without a class.
#[must_use]
pub fn image_term(x: usize, image: usize, map: &[(i32, i32)]) -> SmtTerm {
    SmtTerm::disjoin_all(map.iter().map(|&(value, class)| {
        SmtTerm::conjoin_all([value_term(x, value), value_term(image, class)])
    }))
}
