//! Sums and products.

use std::collections::HashMap;

use super::super::model::{Relation, Variable};
use super::super::space::Space;

/// The widest range of sums whose values are listed where bounds do not decide.
const LISTED: usize = 1 << 20;

/// The most pairs of factors that are tried.
const PAIRS: usize = 1 << 20;

/// The least and the greatest value of a sum.
type Range = (i128, i128);

/// A weighted sum, one term for each variable.
type Terms = [(i128, Variable)];

/// The least and the greatest value of a weighted sum; `None` in an empty box.
fn range(terms: &Terms, space: &Space) -> Option<Range> {
    let (mut low, mut high) = (0i128, 0i128);
    for &(coefficient, variable) in terms {
        let ends = [space.min(variable)?, space.max(variable)?];
        let ends = ends.map(|end| coefficient * i128::from(end));
        low += ends[0].min(ends[1]);
        high += ends[0].max(ends[1]);
    }
    Some((low, high))
}

pub(super) fn possible(terms: &Terms, relation: Relation, constant: i128, space: &Space) -> bool {
    let Some((low, high)) = range(terms, space) else { return false };
    match relation {
        Relation::Le => low <= constant,
        Relation::Lt => low < constant,
        Relation::Ge => high >= constant,
        Relation::Gt => high > constant,
        Relation::Ne => low != high || low != constant,
        Relation::Eq => {
            low <= constant && constant <= high && reaches(terms, constant, (low, high), space)
        }
    }
}

/// Whether a sum takes a value, as far as its values can be listed: a bit for each, from the least.
fn reaches(terms: &Terms, constant: i128, (low, high): Range, space: &Space) -> bool {
    if high - low >= LISTED as i128 {
        return true;
    }
    let mut sums = vec![0u64; (high - low) as usize / 64 + 1];
    sums[0] = 1;
    let mut next = vec![0u64; sums.len()];
    for &(coefficient, variable) in terms {
        if space.size(variable) == 1 || coefficient == 0 {
            continue;
        }
        let ends = [space.min(variable), space.max(variable)];
        let ends = ends.map(|end| coefficient * i128::from(end.unwrap_or_default()));
        let least = ends[0].min(ends[1]);
        next.fill(0);
        for value in space.values(variable) {
            let distance = (coefficient * i128::from(value) - least) as usize;
            add_shifted(&mut next, &sums, distance);
        }
        std::mem::swap(&mut sums, &mut next);
    }
    let place = (constant - low) as usize;
    sums[place / 64] >> (place % 64) & 1 == 1
}

fn add_shifted(to: &mut [u64], from: &[u64], distance: usize) {
    let (words, bits) = (distance / 64, distance % 64);
    for place in words..to.len() {
        let mut word = from[place - words] << bits;
        if bits > 0 && place > words {
            word |= from[place - words - 1] >> (64 - bits);
        }
        to[place] |= word;
    }
}

pub(super) fn certain(terms: &Terms, relation: Relation, constant: i128, space: &Space) -> bool {
    let Some((low, high)) = range(terms, space) else { return false };
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
