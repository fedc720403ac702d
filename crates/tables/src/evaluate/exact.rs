//! Exact decimal numbers, apart from those of the model.

use crate::table::Policy;

/// The value of an expression; `None` if it has none.
pub(super) type Worth = Option<Exact>;

/// An exact number: `units / 10^digits`, wide enough for products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub units: i128,
    pub digits: u32,
}

impl Exact {
    pub(super) fn at(self, digits: u32) -> Option<i128> {
        self.units.checked_mul(10i128.checked_pow(digits.checked_sub(self.digits)?)?)
    }

    pub(super) fn pair(self, other: Exact) -> Option<(i128, i128)> {
        let digits = self.digits.max(other.digits);
        Some((self.at(digits)?, other.at(digits)?))
    }

    pub(super) fn order(self, other: Exact) -> Option<i64> {
        let (a, b) = self.pair(other)?;
        Some(a.cmp(&b) as i64)
    }
}

pub(super) fn integer(units: i128) -> Exact {
    Exact { units, digits: 0 }
}

/// Combines collected values by a policy.
pub(super) fn combined(policy: Policy, list: &[Exact]) -> Worth {
    let better = |a: Exact, b: Exact| {
        let order = a.order(b)?;
        let first = if policy == Policy::Least { order <= 0 } else { order >= 0 };
        Some(if first { a } else { b })
    };
    match policy {
        Policy::Least | Policy::Greatest => {
            let (first, rest) = list.split_first()?;
            rest.iter().try_fold(*first, |best, &next| better(best, next))
        }
        Policy::Number => Some(integer(list.len() as i128)),
        _ => list.iter().try_fold(integer(0), |sum, part| {
            let digits = sum.digits.max(part.digits);
            Some(Exact { units: sum.at(digits)?.checked_add(part.at(digits)?)?, digits })
        }),
    }
}
