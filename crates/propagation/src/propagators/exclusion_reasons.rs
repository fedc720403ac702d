//! Explains why domains exclude a constraint: the premises of each test of `exclusion_rules.rs`.

use parallax_model::{Compare, ComparisonOperator, GlobalCardinality, Linear, Table, VarId};

use super::all_different::explain_repetition;
use super::linear::{explain_excess, signed_terms};
use super::{ExplanationPremises, PastDomains};

/// Needs no premises if a variable repeats; otherwise names two variables with one value.
pub(super) fn explain_different(
    scope: &[VarId],
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) -> bool {
    if !super::has_repetitions(scope) {
        explain_repetition(scope, past, into);
    }
    true
}

/// Names two bounds with a gap between them, or a value that one side lacks.
pub(super) fn explain_comparison(
    c: &Compare,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) -> bool {
    if c.left == c.right {
        return true;
    }
    let ((low, high), (right_low, right_high)) =
        (past.wide_bounds(c.left), past.wide_bounds(c.right));
    let (right_low, right_high) = (right_low + c.offset, right_high + c.offset);
    // The bounds with which `left <= right + offset` fails by `gap`.
    let mut above = |gap: i64| {
        let fails = low > right_high - gap;
        if fails {
            // The left bound is taken as it is, and the right one as weak as the failure permits.
            into.at_least(c.left, low);
            into.at_most(c.right, low - 1 + gap - c.offset);
        }
        fails
    };
    let is_above = match c.relation {
        ComparisonOperator::Le => return above(0),
        ComparisonOperator::Lt => return above(1),
        ComparisonOperator::Eq => above(0),
        ComparisonOperator::Ne | ComparisonOperator::Ge | ComparisonOperator::Gt => false,
    };
    if is_above {
        return true;
    }
    let gap = i64::from(c.relation == ComparisonOperator::Gt);
    if c.relation != ComparisonOperator::Ne && high < right_low + gap {
        into.at_most(c.left, high);
        into.at_least(c.right, high + 1 - gap - c.offset);
        return true;
    }
    // The bounds overlap, so only a fixed side can decide the comparison.
    match (c.relation, past.fixed_value(c.left), past.fixed_value(c.right)) {
        (ComparisonOperator::Ne, Some(left), Some(right)) => {
            into.add_equality(c.left, left);
            into.add_equality(c.right, right);
            true
        }
        (ComparisonOperator::Eq, left, right) => {
            let sides = [(c.left, left, c.right, -c.offset), (c.right, right, c.left, c.offset)];
            let lacks = |&(_, own, other, shift): &(VarId, Option<i32>, VarId, i64)| {
                let image = own.map(|own| i32::try_from(i64::from(own) + shift));
                image.is_some_and(|image| image.is_ok_and(|x| !past.contains(other, x)))
            };
            let Some(&(v, Some(own), other, shift)) = sides.iter().find(|side| lacks(side)) else {
                return false;
            };
            into.add_equality(v, own);
            if let Ok(image) = i32::try_from(i64::from(own) + shift) {
                into.add_disequality(other, image);
            }
            true
        }
        _ => false,
    }
}

/// Names one bound of each term.
pub(super) fn explain_linear(
    c: &Linear,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) -> bool {
    let terms = super::linear::merge_terms(c);
    let strict = |relation| i64::from(c.relation == relation);
    // Strict relations move the constant by one; `>=` is `<=` with all signs changed.
    let upper = c.constant - strict(ComparisonOperator::Lt);
    let lower = -(c.constant + strict(ComparisonOperator::Gt));
    match c.relation {
        ComparisonOperator::Le | ComparisonOperator::Lt => {
            explain_excess(signed_terms(&terms, 1), upper, None, past, into)
        }
        ComparisonOperator::Ge | ComparisonOperator::Gt => {
            explain_excess(signed_terms(&terms, -1), lower, None, past, into)
        }
        ComparisonOperator::Eq => {
            explain_excess(signed_terms(&terms, 1), upper, None, past, into)
                || explain_excess(signed_terms(&terms, -1), lower, None, past, into)
        }
        ComparisonOperator::Ne => false,
    }
}

/// Names a value that too many variables have, or too few can take.
pub(super) fn explain_cardinality(
    c: &GlobalCardinality,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) -> bool {
    for occurrence in &c.occurrences {
        let is_taken = |&&v: &&VarId| past.is_fixed_to(v, occurrence.value);
        let taken: Vec<VarId> = c.scope.iter().filter(is_taken).copied().collect();
        if taken.len() as u64 > u64::from(occurrence.max) {
            // More than `max` variables are fixed to it, so the index exists; `max + 1` of them are
            // the conflict.
            taken[..=occurrence.max as usize]
                .iter()
                .for_each(|&v| into.add_equality(v, occurrence.value));
            return true;
        }
        let lacks = |&&v: &&VarId| !past.contains(v, occurrence.value);
        let unable: Vec<VarId> = c.scope.iter().filter(lacks).copied().collect();
        if ((c.scope.len() - unable.len()) as u64) < u64::from(occurrence.min) {
            unable.iter().for_each(|&v| into.add_disequality(v, occurrence.value));
            return true;
        }
    }
    let is_listed = |value| c.occurrences.iter().any(|occurrence| occurrence.value == value);
    match c.scope.iter().find(|&&v| !past.values(v).any(is_listed)) {
        Some(&v) if c.closed => {
            into.lost_unless(v, past, |value| !is_listed(value));
            true
        }
        _ => false,
    }
}

/// Names a lost value of each tuple.
pub(super) fn explain_table(
    c: &Table,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) -> bool {
    let mut used: Vec<(VarId, i32)> = Vec::new();
    for tuple in c.tuples.iter() {
        let pairs = || c.scope.iter().copied().zip(tuple.iter().copied());
        // A premise found for an earlier tuple may exclude this one as well.
        if pairs().any(|pair| used.contains(&pair)) {
            continue;
        }
        let Some(lost) = pairs().find(|&(v, value)| !past.contains(v, value)) else {
            return false;
        };
        used.push(lost);
    }
    used.into_iter().for_each(|(v, value)| into.add_disequality(v, value));
    true
}
