//! The random numbers of a case.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Returns the random numbers of one case: the stream of the seed with the case's number.
#[must_use]
pub fn case_rng(seed: u64, case: u64) -> ChaCha8Rng {
    // Each case has its own stream, so it can be drawn without the cases before it.
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(case);
    rng
}
