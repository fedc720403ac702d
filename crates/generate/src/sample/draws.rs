//! The numbers of the solutions to draw.

use std::collections::HashSet;

use parallax_model::engine_api::{Control, SolutionCount, StopReason};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::uniform_below::draw_below;

/// Number of tries between two checks of the clock.
const TRIES_BETWEEN_POLLS: u32 = 1 << 10;

/// Draws whole numbers below a total, each independent of the others and each with the same
/// probability, or without repetition: then each set of numbers, in each order, has the same
/// probability. The first numbers of a seed do not depend on how many are drawn.
pub struct NumberDraws {
    rng: ChaCha8Rng,
    total: SolutionCount,
    /// The numbers so far, if none may occur twice.
    drawn: Option<HashSet<SolutionCount>>,
}

impl NumberDraws {
    /// Draws from the numbers below `total`, without repetition if `distinct`.
    #[must_use]
    pub fn new(total: SolutionCount, seed: u64, distinct: bool) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        NumberDraws { rng, total, drawn: distinct.then(HashSet::new) }
    }

    /// Returns the next number; `None` if the total is 0, or all numbers have been drawn.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work, because new numbers are rare near the end.
    pub fn draw_number(&mut self, control: &Control) -> Result<Option<SolutionCount>, StopReason> {
        if self.drawn.as_ref().is_some_and(|drawn| self.total <= drawn.len() as u128) {
            return Ok(None);
        }
        for tries in 0u32.. {
            if tries.is_multiple_of(TRIES_BETWEEN_POLLS) {
                control.check_stop()?;
            }
            let Some(number) = draw_below(&mut self.rng, &self.total) else { break };
            // Repeated numbers are drawn again. Near the end that takes about as many tries as
            // there are numbers, but needs no list of the remaining numbers.
            let is_new = self.drawn.as_mut().is_none_or(|drawn| drawn.insert(number.clone()));
            if is_new {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(total: u64, seed: u64, distinct: bool, most: usize) -> Vec<u64> {
        let mut draws = NumberDraws::new(total.into(), seed, distinct);
        let next = || draws.draw_number(&Control::unlimited()).unwrap();
        let numbers = std::iter::from_fn(next).take(most);
        numbers.map(|number| u64::try_from(&number).unwrap()).collect()
    }

    #[test]
    fn distinct_numbers_are_all_in_some_order() {
        for total in [0, 1, 2, 100] {
            let mut numbers = all(total, 3, true, usize::MAX);
            if total == 100 {
                assert!(!numbers.is_sorted());
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (0..total).collect::<Vec<_>>());
        }
    }

    #[test]
    fn more_draws_begin_with_the_same() {
        for distinct in [false, true] {
            assert_eq!(all(1000, 7, distinct, 50)[..20], all(1000, 7, distinct, 20));
        }
        assert_ne!(all(1000, 7, false, 20), all(1000, 8, false, 20));
        assert!(all(0, 7, false, 20).is_empty());
        assert_eq!(all(1, 7, false, 3), [0, 0, 0]);
    }

    /// Every ordered pair of distinct numbers is equally likely.
    #[test]
    fn distinct_pairs_are_uniform() {
        let mut seen = [0; 16];
        for seed in 0..12_000 {
            let pair = all(4, seed, true, 2);
            seen[(pair[0] * 4 + pair[1]) as usize] += 1;
        }
        let pairs: Vec<u64> = (0..16).filter(|i| i % 5 != 0).map(|i| seen[i]).collect();
        assert_eq!(pairs.iter().sum::<u64>(), 12_000);
        assert!(super::super::tests::chi_squared(&pairs).is_ok(), "{pairs:?}");
    }

    #[test]
    fn a_cancelled_draw_ends() {
        let control = Control::unlimited();
        control.cancel_work();
        let mut draws = NumberDraws::new(5u64.into(), 0, true);
        assert_eq!(draws.draw_number(&control), Err(StopReason::Cancelled));
    }
}
