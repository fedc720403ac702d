//! Solves each board with both splits.

use std::sync::Arc;

use serde::Serialize;

use super::super::boards::board;
use super::super::trial::{Bench, End, Trial};
use super::boards::Boards;
use crate::ask::{Control, Stop, in_order};
use crate::engines::Spec;
use crate::generate::Oracle;
use crate::instance::Instance;

/// Native search as in the report: split 1 and split 2.
pub const ENGINES: [&str; 2] = ["native:first+sval,ac,d-way", "native:mid+sval,ac,d-way"];

/// The effort for a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Effort {
    /// Seconds.
    pub time: f64,
    /// Child boards.
    pub split: u64,
    /// Propagations that succeed.
    pub propagation: u64,
}

impl Effort {
    fn of(trial: &Trial) -> Self {
        Effort {
            time: trial.time.as_secs_f64(),
            split: trial.count("children"),
            propagation: trial.count("nodes") + 1,
        }
    }
}

/// A board with its effort.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The board on one line.
    pub board: String,
    /// The effort of split 1 and of split 2.
    pub efforts: [Effort; 2],
}

/// The result of a board.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Solved with both.
    Measured(Measured),
    /// The board has no solution.
    NoSolution,
    /// The run was interrupted.
    Interrupted,
    /// A fault of this program.
    Fault(String),
}

/// Measures every board on `jobs` threads and passes the outcomes to `take` in the order of the
/// boards.
pub fn run(boards: &Boards, jobs: usize, control: &Control, take: &mut dyn FnMut(Outcome)) {
    let start = || Worker { control, oracle: Oracle::new(Spec::native(), control), benches: None };
    let work = |worker: &mut Worker<'_>, place: usize| worker.measure(boards, place);
    in_order(
        boards.number(),
        jobs,
        start,
        |state, task| Some(work(state, task)),
        &mut |_, outcome| take(outcome),
    );
}

/// What a thread keeps from board to board.
struct Worker<'a> {
    control: &'a Control,
    oracle: Oracle,
    /// The shape of the last board, and both searches prepared for it.
    benches: Option<(String, [Bench; 2])>,
}

impl Worker<'_> {
    fn measure(&mut self, boards: &Boards, place: usize) -> Outcome {
        if self.control.stopped() == Some(Stop::Cancelled) {
            return Outcome::Interrupted;
        }
        match boards {
            Boards::Read { boards, .. } => self.solve(&*boards[place]),
            &Boards::Random { seed, .. } => {
                let board = board(&mut self.oracle, seed, place as u64, 0);
                board.map_or(Outcome::Interrupted, |board| self.solve(&board))
            }
        }
    }

    fn solve(&mut self, board: &dyn Instance) -> Outcome {
        let shape = board.shape(&board.default_viewpoint());
        let benches = match &mut self.benches {
            Some((last, benches)) if *last == shape => benches,
            other => match prepare(board, self.control) {
                Ok(benches) => &mut other.insert((shape, benches)).1,
                Err(why) => return Outcome::Fault(why),
            },
        };
        let mut efforts = [Effort::default(); 2];
        for (bench, effort) in benches.iter_mut().zip(&mut efforts) {
            let trial = bench.first(board, &board.default_viewpoint(), self.control);
            match trial.end {
                End::Solved => *effort = Effort::of(&trial),
                End::NoSolution => return Outcome::NoSolution,
                End::Interrupted | End::Limit(_) => return Outcome::Interrupted,
                End::Fault(why) => return Outcome::Fault(why),
            }
        }
        Outcome::Measured(Measured { board: board.write().trim_end().to_owned(), efforts })
    }
}

/// Prepares both searches on the model of a board.
fn prepare(board: &dyn Instance, control: &Control) -> Result<[Bench; 2], String> {
    let model =
        Arc::new(board.model(&board.default_viewpoint()).map_err(|error| error.to_string())?);
    let mut benches = Vec::new();
    for engine in ENGINES {
        let engine: Spec = engine.parse()?;
        benches.push(Bench::new(model.clone(), &engine, control));
    }
    benches.try_into().map_err(|_| "there are two engines".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(boards: &Boards) -> Vec<(String, [(u64, u64); 2])> {
        let mut all = Vec::new();
        run(boards, 2, &Control::unlimited(), &mut |outcome| match outcome {
            Outcome::Measured(m) => {
                all.push((m.board, m.efforts.map(|e| (e.split, e.propagation))));
            }
            other => panic!("{other:?}"),
        });
        all
    }

    /// Counts splits and propagations by an independent search.
    fn plainly(cells: &[u16; 81], smallest: bool, effort: &mut (u64, u64)) -> bool {
        let mut cells = *cells;
        let peers = |a: usize, b: usize| {
            let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_box)
        };
        let mut changed = true;
        while changed {
            changed = false;
            for a in (0..81).filter(|&a| cells[a].count_ones() == 1).collect::<Vec<_>>() {
                for b in (0..81).filter(|&b| peers(a, b)) {
                    changed |= cells[b] & cells[a] != 0;
                    cells[b] &= !cells[a];
                }
            }
            if cells.contains(&0) {
                return false;
            }
        }
        effort.1 += 1;
        let open = (0..81).filter(|&cell| cells[cell].count_ones() > 1);
        let key = |cell: &usize| if smallest { cells[*cell].count_ones() } else { 0 };
        let Some(cell) = open.min_by_key(key) else { return true };
        effort.0 += u64::from(cells[cell].count_ones());
        (0..9).any(|bit| {
            let mut child = cells;
            child[cell] = 1 << bit;
            cells[cell] & child[cell] != 0 && plainly(&child, smallest, effort)
        })
    }

    #[test]
    fn counts_are_those_of_a_plain_search() {
        for (board, efforts) in measured(&Boards::Random { seed: 5, number: 30 }) {
            let mut cells = [0x1ff; 81];
            for (cell, clue) in cells.iter_mut().zip(board.chars()) {
                *cell = clue.to_digit(10).map_or(*cell, |digit| 1 << (digit - 1));
            }
            for (smallest, effort) in [false, true].into_iter().zip(efforts) {
                let mut plain = (0, 0);
                // The plain search counts a consistent board when it is split or solved; a
                // failing child does not count.
                assert!(plainly(&cells, smallest, &mut plain));
                assert_eq!(effort, plain, "{board}");
            }
        }
    }
}
