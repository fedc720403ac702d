//! Sums and products.

use std::collections::HashMap;

use super::super::model::{Relation, Variable};
use super::super::space::Space;

/// The most sums that are listed where bounds do not decide.
const LISTED: usize = 1 << 16;

/// The most pairs of factors that are tried.
const PAIRS: usize = 1 << 20;

/// The least and the greatest value of a sum.
pub type Range = (i128, i128);

/// The least and the greatest value of a weighted sum; `None` in an empty box.
#[must_use]
pub fn linear_range(terms: &[(i64, Variable)], space: &Space) -> Option<Range> {
    let (mut low, mut high) = (0i128, 0i128);
    for (coefficient, variable) in merged(terms) {
        let ends =
            [space.min(variable)?, space.max(variable)?].map(|end| coefficient * i128::from(end));
        low += ends[0].min(ends[1]);
        high += ends[0].max(ends[1]);
    }
    Some((low, high))
}

/// Terms with one coefficient for each variable.
fn merged(terms: &[(i64, Variable)]) -> Vec<(i128, Variable)> {
    let mut all: Vec<(i128, Variable)> = Vec::with_capacity(terms.len());
    for &(coefficient, variable) in terms {
        match all.iter_mut().find(|own| own.1 == variable) {
            Some(own) => own.0 += i128::from(coefficient),
            None => all.push((coefficient.into(), variable)),
        }
    }
    all
}

pub(super) fn possible(
    terms: &[(i64, Variable)],
    relation: Relation,
    constant: i128,
    space: &Space,
) -> bool {
    let Some((low, high)) = linear_range(terms, space) else { return false };
    match relation {
        Relation::Le => low <= constant,
        Relation::Lt => low < constant,
        Relation::Ge => high >= constant,
        Relation::Gt => high > constant,
        Relation::Ne => low != high || low != constant,
        Relation::Eq => low <= constant && constant <= high && reaches(terms, constant, space),
    }
}

/// Whether a sum takes a value, as far as its values can be listed.
fn reaches(terms: &[(i64, Variable)], constant: i128, space: &Space) -> bool {
    let mut sums = vec![0i128];
    for (coefficient, variable) in merged(terms) {
        if sums.len().saturating_mul(space.size(variable)) > LISTED {
            return true;
        }
        let values: Vec<i128> =
            space.values(variable).map(|value| coefficient * i128::from(value)).collect();
        sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
        sums.sort_unstable();
        sums.dedup();
    }
    sums.binary_search(&constant).is_ok()
}

pub(super) fn certain(
    terms: &[(i64, Variable)],
    relation: Relation,
    constant: i128,
    space: &Space,
) -> bool {
    let Some((low, high)) = linear_range(terms, space) else { return false };
    match relation {
        Relation::Le => high <= constant,
        Relation::Lt => high < constant,
        Relation::Ge => low >= constant,
        Relation::Gt => low > constant,
        Relation::Ne => constant < low || high < constant,
        Relation::Eq => low == constant && high == constant,
    }
}

/// Whether some product of two factors is left.
pub(super) fn product(left: Variable, right: Variable, result: Variable, space: &Space) -> bool {
    if space.size(left).saturating_mul(space.size(right)) <= PAIRS {
        let mut seen: HashMap<i128, ()> = HashMap::new();
        return space.values(left).any(|a| {
            space.values(right).any(|b| {
                let product = i128::from(a) * i128::from(b);
                seen.insert(product, ()).is_none()
                    && i64::try_from(product).is_ok_and(|product| space.has(result, product))
            })
        });
    }
    let ends = |variable| Some([space.min(variable)?, space.max(variable)?].map(i128::from));
    let (Some(one), Some(other), Some([low, high])) = (ends(left), ends(right), ends(result))
    else {
        return false;
    };
    let corners = one.into_iter().flat_map(|a| other.map(|b| a * b));
    let (mut least, mut most) = (i128::MAX, i128::MIN);
    for corner in corners {
        least = least.min(corner);
        most = most.max(corner);
    }
    least <= high && low <= most
}
