//! Whose turn it is: the target that has had the least time is asked next.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The blocks of cases that each target was asked, shared by the threads of a campaign.
pub(super) struct Turns {
    targets: Mutex<Vec<Asked>>,
    /// Number of blocks of each target.
    blocks: u64,
}

/// The blocks that one target was asked.
#[derive(Clone, Default)]
struct Asked {
    /// The next block.
    next: u64,
    /// Time spent on blocks that have ended.
    spent: Duration,
    /// The start of each block that a thread works on.
    running: Vec<(u64, Instant)>,
    /// Blocks of which every case was asked.
    whole: Vec<u64>,
}

impl Asked {
    fn time(&self) -> Duration {
        self.spent + self.running.iter().map(|(_, start)| start.elapsed()).sum::<Duration>()
    }
}

impl Turns {
    /// Creates the turns of some targets with a number of blocks each.
    pub(super) fn new(targets: usize, blocks: u64) -> Self {
        Turns { targets: Mutex::new(vec![Asked::default(); targets]), blocks }
    }

    fn targets(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.targets.lock().expect("no holder panics")
    }

    /// Returns the next target and its block; `None` if all blocks are taken.
    pub(super) fn take(&self) -> Option<(usize, u64)> {
        let mut targets = self.targets();
        let open = targets.iter_mut().enumerate().filter(|(_, own)| own.next < self.blocks);
        let (which, own) = open.min_by_key(|(_, own)| own.time())?;
        let block = own.next;
        own.next += 1;
        own.running.push((block, Instant::now()));
        Some((which, block))
    }

    /// Notes that a block has ended, and whether every case of it was asked.
    pub(super) fn end(&self, which: usize, block: u64, whole: bool) {
        let own = &mut self.targets()[which];
        if let Some(place) = own.running.iter().position(|&(number, _)| number == block) {
            own.spent += own.running.swap_remove(place).1.elapsed();
        }
        if whole {
            own.whole.push(block);
        }
    }

    /// Returns the number of blocks, from the first on, of which every case was asked, by target.
    pub(super) fn reached(self) -> Vec<u64> {
        let targets = self.targets.into_inner().expect("no holder panics");
        let reached = |mut own: Asked| {
            own.whole.sort_unstable();
            (0..).zip(&own.whole).take_while(|(at, block)| at == *block).count() as u64
        };
        targets.into_iter().map(reached).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_target_takes_no_turns_of_others() {
        let turns = Turns::new(2, 3);
        assert_eq!(turns.take(), Some((0, 0)));
        std::thread::sleep(Duration::from_millis(20));
        for block in 0..3 {
            assert_eq!(turns.take(), Some((1, block)), "the first is at work all the time");
            turns.end(1, block, block != 1);
        }
        turns.end(0, 0, true);
        assert_eq!((turns.take(), turns.take(), turns.take()), (Some((0, 1)), Some((0, 2)), None));
        turns.end(0, 1, false);
        turns.end(0, 2, true);
        assert_eq!(turns.reached(), [1, 1]);
    }
}
