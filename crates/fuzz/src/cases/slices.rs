//! Numbered cases on several workers, with results in order.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use parallax_model::engine_api::in_order;

use super::campaign::RangeOutcome;

/// Maximum number of cases that a worker takes at a time.
const MAX_SLICE_CASES: u64 = 32;

/// Minimum number of slices for each worker, so that the last ones do not wait for one.
const MIN_SLICES_PER_WORKER: u64 = 4;

/// Has `work` process every slice of a range on `jobs` threads, each with the state that `start`
/// makes for it, and passes the results in order to `take`, with the number of cases in each. If a
/// slice is not finished, the others stop soon, and `take` also receives what ended after the gap.
/// Returns the first case that `take` did not receive.
pub(super) fn run_slices<S, A: Send>(
    cases: Range<u64>,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<u64>) -> RangeOutcome<A> + Sync,
    take: &mut dyn FnMut(A, u64),
) -> u64 {
    let length = cases.end.saturating_sub(cases.start);
    // Short runs get small slices, so that all workers have work; long runs get full ones, which
    // bounds what waits for delivery in order.
    let size = (length / (jobs.max(1) as u64 * MIN_SLICES_PER_WORKER)).clamp(1, MAX_SLICE_CASES);
    let number = usize::try_from(length.div_ceil(size)).unwrap_or(usize::MAX);
    let broken = AtomicBool::new(false);
    let slice = |state: &mut S, number: usize| {
        if broken.load(Ordering::Relaxed) {
            return None;
        }
        let start = cases.start + number as u64 * size;
        let end = start.saturating_add(size).min(cases.end);
        let done = work(state, start..end);
        broken.fetch_or(done.end < end, Ordering::Relaxed);
        Some((start, done))
    };
    let mut reached = cases.start;
    in_order(number, jobs, start, slice, &mut |_, (start, done)| {
        // A slice that was not finished leaves a gap after it.
        if start == reached {
            reached = done.end;
        }
        take(done.sum, done.end - start);
    });
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(jobs: usize, broken: Option<u64>) -> (Vec<u64>, u64) {
        let mut seen = Vec::new();
        let work = |_: &mut (), cases: Range<u64>| {
            let end = broken.filter(|case| cases.contains(case)).unwrap_or(cases.end);
            RangeOutcome { sum: (cases.start..end).collect::<Vec<u64>>(), end }
        };
        let reached = run_slices(5..205, jobs, || (), work, &mut |part: Vec<u64>, done| {
            assert_eq!(part.len() as u64, done);
            seen.extend(part);
        });
        (seen, reached)
    }

    #[test]
    fn every_case_is_done_once_and_in_order() {
        for jobs in [1, 3] {
            assert_eq!(sums(jobs, None), ((5..205).collect(), 205));
        }
    }

    #[test]
    fn a_break_leaves_the_cases_before_it() {
        for jobs in [1, 3] {
            for broken in [5, 37, 38, 204] {
                let (seen, reached) = sums(jobs, Some(broken));
                assert_eq!(reached, broken);
                // Other workers may have ended cases after the gap.
                let (before, after) = seen.split_at((broken - 5) as usize);
                assert!(before.iter().copied().eq(5..broken), "{seen:?}");
                assert!(after.iter().all(|&case| case > broken) && after.is_sorted(), "{seen:?}");
                assert!(jobs > 1 || after.is_empty(), "{seen:?}");
            }
        }
    }
}
