//! The engines of a race that run now: as many as there are cores, in turns.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::engine_api::{BestCost, RaceSlot};

/// The first and the maximum time slice of an engine that shares a core. Slices double after each
/// round: short questions are answered soon, and long ones rarely change engines.
const FIRST_SLICE: Duration = Duration::from_millis(50);
const MAX_SLICE: Duration = Duration::from_millis(800);

/// The turns of the engines of one race.
pub(super) struct RaceSchedule {
    cores: usize,
    turns: Vec<Arc<RaceSlot>>,
    /// The engines in the race; as many as there are cores run, from the front.
    queue: VecDeque<usize>,
    slice: Duration,
    since: Instant,
    /// The number of engines that have had their turn in this round.
    served: usize,
}

impl RaceSchedule {
    pub(super) fn new(engines: usize, cores: usize, best: &BestCost) -> Self {
        RaceSchedule {
            cores: cores.max(1),
            turns: (0..engines).map(|_| Arc::new(RaceSlot::new_waiting(best.clone()))).collect(),
            queue: VecDeque::new(),
            slice: FIRST_SLICE,
            since: Instant::now(),
            served: 0,
        }
    }

    pub(super) fn race_slot(&self, engine: usize) -> Arc<RaceSlot> {
        self.turns[engine].clone()
    }

    /// Adds an engine to the race.
    pub(super) fn enter_engine(&mut self, engine: usize) {
        self.queue.push_back(engine);
        self.open_slots();
    }

    /// Removes an engine from the race, which stops soon if it still works.
    pub(super) fn leave_engine(&mut self, engine: usize) {
        self.turns[engine].end_work();
        self.queue.retain(|&other| other != engine);
        self.open_slots();
    }

    /// Returns the engines in the race.
    pub(super) fn racing_engines(&self) -> Vec<usize> {
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
            self.slice = (2 * self.slice).min(MAX_SLICE);
        }
        // The engines that ran go to the end of the queue, in their order. There are more engines
        // than cores here, or no change would be due.
        self.queue.rotate_left(self.cores);
        self.open_slots();
        self.since = Instant::now();
    }

    fn open_slots(&self) {
        // First pauses engines, then lets others run, so that never more run than there are cores.
        for runs in [false, true] {
            for (position, &engine) in self.queue.iter().enumerate() {
                if (position < self.cores) == runs {
                    self.turns[engine].let_run(runs);
                }
            }
        }
    }
}

impl Drop for RaceSchedule {
    fn drop(&mut self) {
        self.turns.iter().for_each(|turn| turn.end_work());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(turns: &RaceSchedule) -> Vec<usize> {
        (0..turns.turns.len()).filter(|&engine| turns.turns[engine].may_run()).collect()
    }

    #[test]
    fn as_many_run_as_there_are_cores_and_all_in_turn() {
        for (engines, cores) in [(1, 1), (3, 1), (3, 2), (5, 2), (2, 8), (4, 4)] {
            let mut turns = RaceSchedule::new(engines, cores, &BestCost::default());
            assert!(running(&turns).is_empty());
            (0..engines).for_each(|engine| turns.enter_engine(engine));
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
        let mut turns = RaceSchedule::new(3, 1, &BestCost::default());
        (0..3).for_each(|engine| turns.enter_engine(engine));
        turns.leave_engine(0);
        assert_eq!((running(&turns), turns.racing_engines()), (vec![1], vec![1, 2]));
        assert!(turns.until_change().is_some());
        turns.leave_engine(2);
        assert_eq!((running(&turns), turns.until_change()), (vec![1], None));
        turns.leave_engine(1);
        assert!(running(&turns).is_empty() && turns.racing_engines().is_empty());
        turns.change_if_due();
        assert!(running(&turns).is_empty());
    }

    #[test]
    fn slices_double_after_each_round_up_to_the_longest() {
        let mut turns = RaceSchedule::new(3, 2, &BestCost::default());
        (0..3).for_each(|engine| turns.enter_engine(engine));
        let mut slices = Vec::new();
        for _ in 0..14 {
            turns.since = Instant::now().checked_sub(MAX_SLICE).unwrap_or_else(Instant::now);
            turns.change_if_due();
            slices.push(turns.slice.as_millis());
        }
        assert_eq!(slices[..5], [50, 100, 100, 200, 200]);
        assert_eq!(slices.last(), Some(&800));
    }
}
