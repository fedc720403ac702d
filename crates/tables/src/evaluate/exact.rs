//! Exact decimal numbers, independent of the numbers of the model.

use crate::table::HitPolicy;

/// The value of an expression; `None` if it has none.
pub(super) type Worth = Option<ExactNumber>;

/// An exact number: `units / 10^digits`, wide enough for products.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactNumber {
    pub units: i128,
    pub digits: u32,
}

impl ExactNumber {
    pub(super) fn scaled_units(self, digits: u32) -> Option<i128> {
        // `None` if fewer decimal places would lose some, or if the number leaves 128 bits.
        self.units.checked_mul(10i128.checked_pow(digits.checked_sub(self.digits)?)?)
    }

    pub(super) fn common_units(self, other: ExactNumber) -> Option<(i128, i128)> {
        let digits = self.digits.max(other.digits);
        Some((self.scaled_units(digits)?, other.scaled_units(digits)?))
    }

    pub(super) fn compare_units(self, other: ExactNumber) -> Option<i64> {
        let (a, b) = self.common_units(other)?;
        // -1, 0 or 1, as the relations of the model compare a number with 0.
        Some(a.cmp(&b) as i64)
    }
}

pub(super) fn exact_integer(units: i128) -> ExactNumber {
    ExactNumber { units, digits: 0 }
}

/// Combines collected values by a policy.
pub(super) fn combine_numbers(policy: HitPolicy, list: &[ExactNumber]) -> Worth {
    let better = |a: ExactNumber, b: ExactNumber| {
        let order = a.compare_units(b)?;
        // Ties go to the first value; only the decimal places of equal values may differ.
        let first = if policy == HitPolicy::Least { order <= 0 } else { order >= 0 };
        Some(if first { a } else { b })
    };
    match policy {
        HitPolicy::Least | HitPolicy::Greatest => {
            // An empty list has no extreme, but its total and its number are 0.
            let (first, rest) = list.split_first()?;
            rest.iter().try_fold(*first, |best, &next| better(best, next))
        }
        HitPolicy::Number => Some(exact_integer(list.len() as i128)),
        _ => list.iter().try_fold(exact_integer(0), |sum, part| {
            let digits = sum.digits.max(part.digits);
            Some(ExactNumber {
                units: sum.scaled_units(digits)?.checked_add(part.scaled_units(digits)?)?,
                digits,
            })
        }),
    }
}
