//! Bounded workers with results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// Runs the tasks `0..number` on `jobs` scoped threads and passes each result to `take` in the
/// order of the tasks, as soon as those before it are done. `start` makes the state that a
/// thread keeps from task to task.
pub fn in_order<S, T: Send>(
    number: usize,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    take: &mut dyn FnMut(usize, T),
) {
    let jobs = jobs.clamp(1, number.max(1));
    let next = AtomicUsize::new(0);
    let (send, receive) = sync_channel(jobs);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (send, next, start, work) = (send.clone(), &next, &start, &work);
            scope.spawn(move || {
                let mut state = start();
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    if task >= number || send.send((task, work(&mut state, task))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut given = 0;
        for (task, result) in receive {
            waiting.insert(task, result);
            while let Some(result) = waiting.remove(&given) {
                take(given, result);
                given += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for jobs in [0, 1, 3, 50] {
            let mut seen = Vec::new();
            let late = |_: &mut (), task: usize| {
                std::thread::sleep(std::time::Duration::from_micros(task as u64 % 3 * 200));
                task * task
            };
            in_order(20, jobs, || (), late, &mut |task, square| seen.push((task, square)));
            assert_eq!(seen, (0..20).map(|task| (task, task * task)).collect::<Vec<_>>());
        }
        in_order(0, 2, || (), |_, task| task, &mut |_, _| panic!("there is no task"));
    }
}
