//! What scripts and pseudo-Boolean problems draw alike.

use rand::Rng;
use rand::seq::IndexedRandom;

/// Numbers at and around which values, coefficients and types end.
const ENDS: &[i64] = &[
    1_000_000_000,
    999_999_998,
    2_000_000_000,
    i32::MAX as i64,
    i32::MIN as i64,
    i32::MAX as i64 + 1,
    1 << 60,
    1 << 61,
    -(1 << 61),
    i64::MAX - 1,
    i64::MAX,
    i64::MIN + 2,
];

/// A small number; of a wild text now and then one where something ends.
pub(super) fn number(rng: &mut impl Rng, wild: bool) -> i64 {
    match wild && rng.random_bool(0.25) {
        true => {
            let end = ENDS.choose(rng).copied().unwrap_or_default();
            end.saturating_sub(rng.random_range(-1..2)).max(i64::MIN + 1)
        }
        false => rng.random_range(-4..5),
    }
}
