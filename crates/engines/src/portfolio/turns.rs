//! The engines of a race that run now: as many as there are cores, in turns.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::ask::{BestCost, RaceSlot};

/// The first and the maximum time slice of an engine that shares a core. Slices double after each
/// round: short questions are answered soon, and long ones rarely change engines.
const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_millis(800);

/// The turns of the engines of one race.
pub(super) struct Turns {
    cores: usize,
    turns: Vec<Arc<RaceSlot>>,
    /// The engines in the race; as many as there are cores run, from the front.
    queue: VecDeque<usize>,
    slice: Duration,
    since: Instant,
    /// The number of engines that have had their turn in this round.
    served: usize,
}

impl Turns {
    pub(super) fn new(engines: usize, cores: usize, best: &BestCost) -> Self {
        Turns {
            cores: cores.max(1),
            turns: (0..engines).map(|_| Arc::new(RaceSlot::waiting(best.clone()))).collect(),
            queue: VecDeque::new(),
            slice: FIRST,
            since: Instant::now(),
            served: 0,
        }
    }

    pub(super) fn of(&self, engine: usize) -> Arc<RaceSlot> {
        self.turns[engine].clone()
    }

    /// Adds an engine to the race.
    pub(super) fn enter(&mut self, engine: usize) {
        self.queue.push_back(engine);
        self.open();
    }

    /// Removes an engine from the race, which stops soon if it still works.
    pub(super) fn leave(&mut self, engine: usize) {
        self.turns[engine].end();
        self.queue.retain(|&other| other != engine);
        self.open();
    }

    /// Returns the engines in the race.
    pub(super) fn racing(&self) -> Vec<usize> {
        self.queue.iter().copied().collect()
    }

    /// Returns the time until other engines may run; `None` if all run.
    pub(super) fn until_change(&self) -> Option<Duration> {
        let shared = self.queue.len() > self.cores;
        shared.then(|| self.slice.saturating_sub(self.since.elapsed()))
    }

    /// Lets the next engines run if a slice is over.
    pub(super) fn change_if_due(&mut self) {
        if self.until_change() != Some(Duration::ZERO) {
            return;
        }
        self.served += self.cores;
        if self.served >= self.queue.len() {
            self.served = 0;
            self.slice = (2 * self.slice).min(LONGEST);
        }
        self.queue.rotate_left(self.cores);
        self.open();
        self.since = Instant::now();
    }

    fn open(&self) {
        // Engines that stop come before those that continue.
        for runs in [false, true] {
            for (place, &engine) in self.queue.iter().enumerate() {
                if (place < self.cores) == runs {
                    self.turns[engine].let_run(runs);
                }
            }
        }
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        self.turns.iter().for_each(|turn| turn.end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(turns: &Turns) -> Vec<usize> {
        (0..turns.turns.len()).filter(|&engine| turns.turns[engine].runs()).collect()
    }

    #[test]
    fn as_many_run_as_there_are_cores_and_all_in_turn() {
        for (engines, cores) in [(1, 1), (3, 1), (3, 2), (5, 2), (2, 8), (4, 4)] {
            let mut turns = Turns::new(engines, cores, &BestCost::default());
            assert!(running(&turns).is_empty());
            (0..engines).for_each(|engine| turns.enter(engine));
            let mut ran = vec![0; engines];
            for _ in 0..engines {
                let now = running(&turns);
                assert_eq!(now.len(), cores.min(engines));
                now.iter().for_each(|&engine| ran[engine] += 1);
                turns.slice = Duration::ZERO;
                turns.change_if_due();
            }
            assert!(ran.iter().all(|&turns| turns == cores.min(engines)), "{ran:?}");
        }
    }

    #[test]
    fn who_leaves_makes_room_and_never_runs_again() {
        let mut turns = Turns::new(3, 1, &BestCost::default());
        (0..3).for_each(|engine| turns.enter(engine));
        turns.leave(0);
        assert_eq!((running(&turns), turns.racing()), (vec![1], vec![1, 2]));
        assert!(turns.until_change().is_some());
        turns.leave(2);
        assert_eq!((running(&turns), turns.until_change()), (vec![1], None));
        turns.leave(1);
        assert!(running(&turns).is_empty() && turns.racing().is_empty());
        turns.change_if_due();
        assert!(running(&turns).is_empty());
    }

    #[test]
    fn slices_double_after_each_round_up_to_the_longest() {
        let mut turns = Turns::new(3, 2, &BestCost::default());
        (0..3).for_each(|engine| turns.enter(engine));
        let mut slices = Vec::new();
        for _ in 0..14 {
            turns.since = Instant::now().checked_sub(LONGEST).unwrap_or_else(Instant::now);
            turns.change_if_due();
            slices.push(turns.slice.as_millis());
        }
        assert_eq!(slices[..5], [50, 100, 100, 200, 200]);
        assert_eq!(slices.last(), Some(&800));
    }
}
