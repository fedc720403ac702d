//! Random whole numbers of any size.

use parallax_model::engine_api::SolutionCount;
use rand::RngCore;
use rand_chacha::ChaCha8Rng;

/// Draws a number from 0 to `bound - 1`, each with the same probability: random binary digits, as
/// many as the largest needs, until they are below the bound. `None` if the bound is 0.
pub(super) fn draw_below(rng: &mut ChaCha8Rng, bound: &SolutionCount) -> Option<SolutionCount> {
    let largest = bound.subtract_count(&SolutionCount::one())?;
    let bits = usize::try_from(largest.bit_length()).ok()?;
    let digits = bits.div_ceil(32);
    // The last digit has between 1 and 32 random bits.
    let spare = digits * 32 - bits;
    loop {
        // Rejection keeps the draw uniform, where a remainder would favour small numbers. The
        // largest number has `bits` bits, so each attempt succeeds with probability 1/2 or more.
        let mut drawn: Vec<u32> = (0..digits).map(|_| rng.next_u32()).collect();
        if let Some(last) = drawn.last_mut() {
            *last >>= spare;
        }
        let number = SolutionCount::of_digits(drawn);
        if number < *bound {
            return Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::sample::tests::chi_squared;

    #[test]
    fn every_number_is_as_likely() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for bound in [1usize, 2, 3, 5, 7, 8, 12, 33] {
            let mut seen = vec![0; bound];
            for _ in 0..bound * 1000 {
                let number = draw_below(&mut rng, &SolutionCount::from(bound)).unwrap();
                seen[usize::try_from(u64::try_from(&number).unwrap()).unwrap()] += 1;
            }
            assert!(chi_squared(&seen).is_ok(), "{bound}: {seen:?}");
        }
        assert_eq!(draw_below(&mut rng, &SolutionCount::zero()), None);
    }

    /// The remainder of 64 random bits favours small numbers; a bound between two powers shows it.
    #[test]
    fn large_numbers_have_no_bias() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        // 3 * 2^190: the thirds are equally likely, although they are no powers of 2.
        let third = SolutionCount::of_digits(vec![0, 0, 0, 0, 0, 1 << 30]);
        let bound = third.clone() + third.clone() + third.clone();
        let mut seen = [0; 3];
        for _ in 0..3000 {
            let number = draw_below(&mut rng, &bound).unwrap();
            assert!(number < bound);
            let mut rest = number;
            let mut index = 0;
            while let Some(less) = rest.subtract_count(&third) {
                (rest, index) = (less, index + 1);
            }
            seen[index] += 1;
        }
        assert!(chi_squared(&seen).is_ok(), "{seen:?}");
    }

    /// The draws never change, on any machine.
    #[test]
    fn the_same_seed_draws_the_same() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let large = SolutionCount::from(10u128.pow(30));
        let drawn: Vec<String> =
            (0..3).filter_map(|_| draw_below(&mut rng, &large)).map(|n| n.to_string()).collect();
        assert_eq!(
            drawn.join(" "),
            "612423385125673073582592899948 44444384448627464229940799206 \
             679782240860097559610932741753"
        );
    }
}
