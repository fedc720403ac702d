//! Workers that run tasks in parallel and return the results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// Puts numbered results in order: they arrive in any order and leave from 0 on, without a gap.
pub struct ReorderBuffer<T> {
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Default for ReorderBuffer<T> {
    fn default() -> Self {
        ReorderBuffer { waiting: BTreeMap::new(), next: 0 }
    }
}

impl<T> ReorderBuffer<T> {
    /// Adds the result with this number.
    pub fn put_result(&mut self, number: usize, result: T) {
        self.waiting.insert(number, result);
    }

    /// Returns a result that has been added and not yet removed.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.waiting.get_mut(&number)
    }

    /// Returns the next result, if it has arrived.
    #[must_use]
    pub fn next_result(&self) -> Option<&T> {
        self.waiting.get(&self.next)
    }

    /// Removes the next result if it has arrived and is `ready`.
    pub fn take_if(&mut self, ready: impl Fn(&T) -> bool) -> Option<(usize, T)> {
        if !self.waiting.get(&self.next).is_some_and(ready) {
            return None;
        }
        let number = self.next;
        self.next += 1;
        self.waiting.remove(&number).map(|result| (number, result))
    }

    /// Returns the remaining results in order, including those after a gap.
    pub fn into_rest(self) -> impl Iterator<Item = T> {
        self.waiting.into_values()
    }
}

/// Runs the tasks `0..number` on `jobs` scoped threads and passes each result to `take` in the
/// order of the tasks, as soon as the earlier ones are done. `start` creates the state that a
/// thread keeps from task to task. A thread ends when `work` returns `None`.
pub fn in_order<S, T: Send>(
    number: usize,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Option<T> + Sync,
    take: &mut dyn FnMut(usize, T),
) {
    // No more threads than tasks, and at least one.
    let jobs = jobs.clamp(1, number.max(1));
    let next = AtomicUsize::new(0);
    // Bounded, so that workers wait for a slow receiver instead of piling up results.
    let (send, receive) = sync_channel(jobs);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (send, next, start, work) = (send.clone(), &next, &start, &work);
            scope.spawn(move || {
                let mut state = start();
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    // A thread takes the next free task, so a long one does not hold up the others.
                    let Some(result) = (task < number).then(|| work(&mut state, task)).flatten()
                    else {
                        return;
                    };
                    if send.send((task, result)).is_err() {
                        return;
                    }
                }
            });
        }
        // Each worker has a clone; the receiver ends once all of these are gone.
        drop(send);
        let mut results = ReorderBuffer::default();
        for (task, result) in receive {
            results.put_result(task, result);
            while let Some((task, result)) = results.take_if(|_| true) {
                take(task, result);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_in_which_threads_end_or_not() {
        for jobs in [0, 1, 3, 50] {
            let mut seen = Vec::new();
            let late = |_: &mut (), task: usize| {
                std::thread::sleep(std::time::Duration::from_micros(task as u64 % 3 * 200));
                Some(task * task)
            };
            in_order(20, jobs, || (), late, &mut |task, square| seen.push((task, square)));
            assert_eq!(seen, (0..20).map(|task| (task, task * task)).collect::<Vec<_>>());
        }
        in_order(0, 2, || (), |_, task| Some(task), &mut |_, _| panic!("there is no task"));
    }

    #[test]
    fn a_thread_that_ends_leaves_a_gap() {
        for jobs in [1, 3] {
            let mut seen = Vec::new();
            let work = |_: &mut (), task: usize| (task != 5).then_some(task);
            in_order(20, jobs, || (), work, &mut |task, _| seen.push(task));
            assert_eq!(seen, (0..5).collect::<Vec<_>>());
        }
    }
}
