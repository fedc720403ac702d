//! Progress of a search, and an estimate of the remaining time.

use std::fmt;
use std::time::Duration;

use parallax_model::engine_api::SolutionCount;

/// The progress of a question.
#[derive(Clone, Debug)]
pub struct ParallelProgress {
    /// The number of finished subtrees.
    pub done: u64,
    /// The number of known subtrees, finished or not; the open ones may be cut again.
    pub known: u64,
    /// An estimate of the finished share of the tree, from 0 to 1.
    pub share: f64,
    /// The number of solutions so far.
    pub solutions: SolutionCount,
}

/// The share of a tree below which no remaining time is estimated.
const MIN_ESTIMATED_SHARE: f64 = 0.02;

impl ParallelProgress {
    /// Returns an estimate of the remaining time, from the elapsed time and the finished share;
    /// `None` while that share is too small.
    #[must_use]
    pub fn estimate_remaining_time(&self, elapsed: Duration) -> Option<Duration> {
        let left = elapsed.as_secs_f64() * (1.0 - self.share) / self.share;
        (self.share > MIN_ESTIMATED_SHARE).then(|| Duration::from_secs_f64(left))
    }
}

impl fmt::Display for ParallelProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParallelProgress { done, known, share, solutions } = self;
        write!(f, "{done} of {known} cubes, {:.1} %", share * 100.0)?;
        if *solutions > 0 { write!(f, ", {solutions} solutions") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_share_that_is_done() {
        let at = |share, solutions: u64| {
            let solutions = solutions.into();
            ParallelProgress { done: 3, known: 12, share, solutions }
        };
        let after = Duration::from_secs(30);
        assert_eq!(at(0.25, 7).estimate_remaining_time(after), Some(Duration::from_secs(90)));
        assert_eq!(at(1.0, 7).estimate_remaining_time(after), Some(Duration::ZERO));
        assert_eq!(at(0.01, 0).estimate_remaining_time(after), None);
        assert_eq!(at(0.25, 7).to_string(), "3 of 12 cubes, 25.0 %, 7 solutions");
        assert_eq!(at(0.01, 0).to_string(), "3 of 12 cubes, 1.0 %");
    }
}
