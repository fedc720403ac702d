//! The schedule of targets: the target with the least time so far is asked next.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The blocks of cases that each target was asked, shared by the threads of a campaign.
pub(super) struct TargetSchedule {
    targets: Mutex<Vec<TargetBlocks>>,
    /// Number of blocks of each target.
    blocks: u64,
}

/// The blocks that one target was asked.
#[derive(Clone, Default)]
struct TargetBlocks {
    /// The next block.
    next: u64,
    /// Time spent on blocks that have ended.
    spent: Duration,
    /// The start of each block that a thread works on.
    running: Vec<(u64, Instant)>,
    /// Blocks of which every case was asked.
    whole: Vec<u64>,
}

impl TargetBlocks {
    fn spent_time(&self) -> Duration {
        // Blocks in progress count as well. Otherwise all threads would take blocks of a slow
        // target while its first block is running.
        self.spent + self.running.iter().map(|(_, start)| start.elapsed()).sum::<Duration>()
    }
}

impl TargetSchedule {
    /// Creates a schedule of some targets with a number of blocks each.
    pub(super) fn new(targets: usize, blocks: u64) -> Self {
        TargetSchedule { targets: Mutex::new(vec![TargetBlocks::default(); targets]), blocks }
    }

    fn lock_targets(&self) -> MutexGuard<'_, Vec<TargetBlocks>> {
        self.targets.lock().expect("no holder panics")
    }

    /// Returns the next target and its block; `None` if all blocks are taken.
    pub(super) fn take_block(&self) -> Option<(usize, u64)> {
        let mut targets = self.lock_targets();
        let open = targets.iter_mut().enumerate().filter(|(_, target)| target.next < self.blocks);
        let (which, target) = open.min_by_key(|(_, target)| target.spent_time())?;
        let block = target.next;
        target.next += 1;
        target.running.push((block, Instant::now()));
        Some((which, block))
    }

    /// Notes that a block has ended, and whether every case of it was asked.
    pub(super) fn end_block(&self, which: usize, block: u64, whole: bool) {
        let target = &mut self.lock_targets()[which];
        if let Some(index) = target.running.iter().position(|&(number, _)| number == block) {
            target.spent += target.running.swap_remove(index).1.elapsed();
        }
        if whole {
            target.whole.push(block);
        }
    }

    /// Returns the number of blocks, from the first on, of which every case was asked, by target.
    pub(super) fn reached_blocks(self) -> Vec<u64> {
        let targets = self.targets.into_inner().expect("no holder panics");
        // Threads end blocks in any order; a campaign continues at the first gap.
        let reached = |mut target: TargetBlocks| {
            target.whole.sort_unstable();
            (0..).zip(&target.whole).take_while(|(at, block)| at == *block).count() as u64
        };
        targets.into_iter().map(reached).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_target_takes_no_turns_of_others() {
        let turns = TargetSchedule::new(2, 3);
        assert_eq!(turns.take_block(), Some((0, 0)));
        std::thread::sleep(Duration::from_millis(20));
        for block in 0..3 {
            assert_eq!(turns.take_block(), Some((1, block)), "the first is at work all the time");
            turns.end_block(1, block, block != 1);
        }
        turns.end_block(0, 0, true);
        assert_eq!(
            (turns.take_block(), turns.take_block(), turns.take_block()),
            (Some((0, 1)), Some((0, 2)), None)
        );
        turns.end_block(0, 1, false);
        turns.end_block(0, 2, true);
        assert_eq!(turns.reached_blocks(), [1, 1]);
    }
}
