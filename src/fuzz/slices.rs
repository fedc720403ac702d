//! Numbered cases on several threads, results in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

/// Cases that a worker takes at once.
const SLICE: u64 = 32;

/// What came of a slice.
struct Part<A> {
    start: u64,
    /// The first case that was not done.
    end: u64,
    sum: A,
}

/// Has `work` do every case of a range on `jobs` threads, each with what `start`
/// gives it and each slice of cases with a sum of its own, and gives the sums in order to `take`, with the
/// number of cases in each. When a case breaks off, the others do so soon, and
/// what is given out are the cases without a gap from the first on. Returns
/// the first case that was not given out.
pub(super) fn run<S, A: Default + Send>(
    cases: Range<u64>,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64, &mut A) -> ControlFlow<()> + Sync,
    take: &mut dyn FnMut(A, u64),
) -> u64 {
    let next = AtomicU64::new(0);
    let (send, receive) = sync_channel::<Part<A>>(4 * jobs.max(1));
    let slice = |state: &mut S| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let start = cases.start.saturating_add(number.saturating_mul(SLICE)).min(cases.end);
        let stop = start.saturating_add(SLICE).min(cases.end);
        let mut sum = A::default();
        let done = (start..stop).find(|&case| work(state, case, &mut sum).is_break());
        (Part { start, end: done.unwrap_or(stop), sum }, done.is_some())
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (send, slice, start) = (send.clone(), &slice, &start);
            scope.spawn(move || {
                let mut state = start();
                loop {
                    let (part, broken) = slice(&mut state);
                    let nothing = part.start == part.end && !broken;
                    if nothing || send.send(part).is_err() || broken {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<u64, Part<A>> = BTreeMap::new();
        let mut reached = cases.start;
        for part in receive {
            waiting.insert(part.start, part);
            while let Some(part) = waiting.remove(&reached) {
                let done = part.end - part.start;
                reached = part.end;
                take(part.sum, done);
                if done == 0 {
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
        let work = |_: &mut (), case: u64, sum: &mut Vec<u64>| {
            if broken == Some(case) {
                return ControlFlow::Break(());
            }
            sum.push(case);
            ControlFlow::Continue(())
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
