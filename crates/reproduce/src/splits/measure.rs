//! Solves each board with both splits.

use parallax_engines::{Spec, SpecFault};
use parallax_generate::Oracle;
use parallax_model::ask::{Control, Stop, in_order};
use parallax_model::instance::Instance;

use super::super::boards::board;
use super::super::first_solution::End;
use super::super::splitting::{Searches, SolutionEffort, engine};
use super::boards::Boards;

/// The first model of the report.
const VIEWPOINT: &str = "cells";

/// A board with its effort.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The board on one line.
    pub board: String,
    /// The effort of split 1 and of split 2.
    pub efforts: [SolutionEffort; 2],
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
///
/// # Errors
/// If there are no such searches.
pub fn run(
    boards: &Boards,
    jobs: usize,
    control: &Control,
    take: &mut dyn FnMut(Outcome),
) -> Result<(), SpecFault> {
    let engines = [engine(0, None)?, engine(1, None)?];
    let start = || Worker {
        control,
        oracle: Oracle::new(Spec::native(), control),
        searches: Searches::new(VIEWPOINT, &engines, control),
    };
    let work = |worker: &mut Worker<'_>, place: usize| worker.measure(boards, place);
    in_order(
        boards.number(),
        jobs,
        start,
        |state, task| Some(work(state, task)),
        &mut |_, outcome| take(outcome),
    );
    Ok(())
}

/// The state that a thread keeps from board to board.
struct Worker<'a> {
    control: &'a Control,
    oracle: Oracle,
    searches: Searches<'a>,
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
        match self.searches.solve(board).as_deref() {
            Ok([first, second]) => Outcome::Measured(Measured {
                board: board.notation().write().trim_end().to_owned(),
                efforts: [SolutionEffort::of(first), SolutionEffort::of(second)],
            }),
            Ok(_) => Outcome::Fault("there are two searches".to_owned()),
            Err(End::NoSolution) => Outcome::NoSolution,
            Err(End::Fault(why)) => Outcome::Fault(why.clone()),
            Err(End::Solved | End::Interrupted | End::Limit(_)) => Outcome::Interrupted,
        }
    }
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
        })
        .unwrap();
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
