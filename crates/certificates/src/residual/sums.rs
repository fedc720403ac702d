//! Sums and comparisons.

use super::super::domain_box::DomainBox;
use super::super::faults::NameFault;
use super::super::model::{Relation, Variable};
use super::super::possible::{sum, sum_range};
use super::{EMPTY_RELATION_TEXT, ProblemRenaming, Text, append_list, counts};

/// The text of a sum: its open terms, compared with the constant less the fixed terms by `<=`, `=`
/// or `!=`. If the bounds do not decide the relation, the constant lies between them, so that no
/// arithmetic wraps.
///
/// Lemma 5, *sums*: where y is s·x + t with s = 1 or -1, a·x is (a·s)·y - a·s·t. Other maps are
/// refused, unless they change no value. For `=` and `!=` all signs may change together. That two
/// variables are unequal is a count of values.
pub(super) fn remaining_sum(
    terms: &[(i64, Variable)],
    relation: Relation,
    constant: i128,
    space: &DomainBox,
    names: &ProblemRenaming,
) -> Result<Text, NameFault> {
    let Some((low, high)) = sum_range(terms, space) else { return Ok(EMPTY_RELATION_TEXT.into()) };
    // Inequalities are monotone: if they agree at both bounds, they agree for every sum between.
    let holds_low = relation.holds_between(low, constant);
    let is_decided = match relation {
        Relation::Eq | Relation::Ne => low == high || constant < low || high < constant,
        _ => holds_low == relation.holds_between(high, constant),
    };
    if is_decided {
        return Ok(if holds_low { Text::new() } else { EMPTY_RELATION_TEXT.into() });
    }
    // E.g. 2x + 2y != 5: the bounds allow 5, but no point of the box reaches it.
    if relation == Relation::Ne && !sum(terms, Relation::Eq, constant, space) {
        return Ok(Text::new());
    }
    let (mut open, mut constant) = (Vec::new(), constant);
    for &(coefficient, v) in terms.iter().filter(|own| own.0 != 0) {
        match space.least_value(v).filter(|_| space.domain_size(v) == 1) {
            Some(value) => constant -= i128::from(coefficient) * i128::from(value),
            None => open.push((i128::from(coefficient), v)),
        }
    }
    // a·x - a·y != 0 has the text of an all-different, so that either form of a constraint is
    // recognised as the other.
    if let (Relation::Ne, 0, &[(a, x), (b, y)]) = (relation, constant, &open[..])
        && a == -b
    {
        return counts::remaining_counts(&[x, y], &[], 1, space, names);
    }
    let mut terms = Vec::new();
    for (coefficient, v) in open {
        let (sign, shift) = names.linear_map(v).ok_or(NameFault::Summed)?;
        constant += coefficient * sign * shift;
        terms.push([names.variable_index(v), coefficient * sign]);
    }
    // With every term fixed, the bounds coincide and decide the relation above; so a term is left
    // and `terms[0]` exists.
    terms.sort_unstable();
    let (kind, turns) = match relation {
        Relation::Eq => (0, terms[0][1] < 0),
        Relation::Ne => (1, terms[0][1] < 0),
        _ => (2, matches!(relation, Relation::Ge | Relation::Gt)),
    };
    if turns {
        terms.iter_mut().for_each(|own| own[1] = -own[1]);
        constant = -constant;
    }
    // Strictly less is at most one less.
    constant -= i128::from(matches!(relation, Relation::Lt | Relation::Gt));
    let mut text = vec![2, kind, constant];
    append_list(&mut text, terms.concat().into_iter());
    Ok(text)
}
