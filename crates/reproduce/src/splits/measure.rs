//! Solves each board with both splits.

use parallax_engines::{Spec, SpecFault};
use parallax_generate::SolutionOracle;
use parallax_instance::Instance;
use parallax_model::engine_api::{Control, StopReason, in_order};

use super::super::boards::draw_board;
use super::super::first_solution::TrialEnd;
use super::super::splitting::{BoardSearches, SolutionEffort, split_engine};
use super::boards::SplitBoards;

/// The first model of the report.
const REPORT_VIEWPOINT: &str = "cells";

/// A board with its effort.
#[derive(Clone, Debug)]
pub struct BoardMeasurement {
    /// The board on one line.
    pub board: String,
    /// The effort of split 1 and of split 2.
    pub efforts: [SolutionEffort; 2],
}

/// The result of a board.
#[derive(Clone, Debug)]
pub enum BoardOutcome {
    /// Solved with both.
    Measured(BoardMeasurement),
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
/// Returns an error if a spec of the searches is invalid.
pub fn measure_boards(
    boards: &SplitBoards,
    jobs: usize,
    control: &Control,
    take: &mut dyn FnMut(BoardOutcome),
) -> Result<(), SpecFault> {
    let engines = [split_engine(0, None)?, split_engine(1, None)?];
    let start = || BoardWorker {
        control,
        oracle: SolutionOracle::new(Spec::native(), control),
        searches: BoardSearches::new(REPORT_VIEWPOINT, &engines, control),
    };
    let work = |worker: &mut BoardWorker<'_>, place: usize| worker.measure_board(boards, place);
    in_order(
        boards.board_count(),
        jobs,
        start,
        |state, task| Some(work(state, task)),
        &mut |_, outcome| take(outcome),
    );
    Ok(())
}

/// The state that a thread keeps from board to board.
struct BoardWorker<'a> {
    control: &'a Control,
    oracle: SolutionOracle,
    searches: BoardSearches<'a>,
}

impl BoardWorker<'_> {
    fn measure_board(&mut self, boards: &SplitBoards, place: usize) -> BoardOutcome {
        if self.control.stop_reason() == Some(StopReason::Cancelled) {
            return BoardOutcome::Interrupted;
        }
        match boards {
            SplitBoards::Read { boards, .. } => self.solve_board(&*boards[place]),
            &SplitBoards::Random { seed, .. } => {
                let board = draw_board(&mut self.oracle, seed, place as u64, 0);
                board.map_or(BoardOutcome::Interrupted, |board| self.solve_board(&board))
            }
        }
    }

    fn solve_board(&mut self, board: &dyn Instance) -> BoardOutcome {
        match self.searches.solve_board(board).as_deref() {
            Ok([first, second]) => BoardOutcome::Measured(BoardMeasurement {
                board: board.notation().write_instance().trim_end().to_owned(),
                efforts: [SolutionEffort::from_trial(first), SolutionEffort::from_trial(second)],
            }),
            Ok(_) => BoardOutcome::Fault("there are two searches".to_owned()),
            Err(TrialEnd::NoSolution) => BoardOutcome::NoSolution,
            Err(TrialEnd::Fault(why)) => BoardOutcome::Fault(why.clone()),
            // These searches have no limit, so one that stops was interrupted.
            Err(TrialEnd::Solved | TrialEnd::Interrupted | TrialEnd::Limit(_)) => {
                BoardOutcome::Interrupted
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(boards: &SplitBoards) -> Vec<(String, [(u64, u64); 2])> {
        let mut all = Vec::new();
        measure_boards(boards, 2, &Control::unlimited(), &mut |outcome| match outcome {
            BoardOutcome::Measured(m) => {
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
        for (board, efforts) in measured(&SplitBoards::Random { seed: 5, number: 30 }) {
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
