//! Numbered cases on several workers, with results in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

use super::campaign::Done;

/// The number of cases that a worker takes at a time.
const SLICE: u64 = 32;

/// Makes `work` process every slice of a range on `jobs` threads, each with the state that
/// `start` makes for it, and passes the results in order to `take`, with the number of cases in
/// each. If a slice is not finished, the others stop soon, and `take` gets the cases without a
/// gap from the first on. Returns the first case that `take` did not get.
pub(super) fn run<S, A: Send>(
    cases: Range<u64>,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<u64>) -> Done<A> + Sync,
    take: &mut dyn FnMut(A, u64),
) -> u64 {
    let next = AtomicU64::new(0);
    let (send, receive) = sync_channel::<(u64, Done<A>)>(4 * jobs.max(1));
    let slice = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let start = cases.start.saturating_add(number.saturating_mul(SLICE)).min(cases.end);
        start..start.saturating_add(SLICE).min(cases.end)
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (send, slice, start, work) = (send.clone(), &slice, &start, &work);
            scope.spawn(move || {
                let mut state = start();
                loop {
                    let range = slice();
                    if range.is_empty() {
                        return;
                    }
                    let done = work(&mut state, range.clone());
                    let broken = done.end < range.end;
                    if send.send((range.start, done)).is_err() || broken {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<u64, Done<A>> = BTreeMap::new();
        let mut reached = cases.start;
        for (start, done) in receive {
            waiting.insert(start, done);
            while let Some(done) = waiting.remove(&reached) {
                let number = done.end - reached;
                reached = done.end;
                take(done.sum, number);
                if number == 0 {
                    break;
                }
            }
        }
        reached
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(jobs: usize, broken: Option<u64>) -> (Vec<u64>, u64) {
        let mut seen = Vec::new();
        let work = |_: &mut (), cases: Range<u64>| {
            let end = broken.filter(|case| cases.contains(case)).unwrap_or(cases.end);
            Done { sum: (cases.start..end).collect::<Vec<u64>>(), end }
        };
        let reached = run(5..205, jobs, || (), work, &mut |part: Vec<u64>, done| {
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
                assert_eq!(sums(jobs, Some(broken)), ((5..broken).collect(), broken));
            }
        }
    }
}
