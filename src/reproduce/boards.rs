//! Sudokus of our own: random minimal boards from a seed.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::ask::{Control, Engine, Session, Task};
use crate::engines::Spec;
use crate::instance::Instance;
use crate::puzzles::sudoku::{Sudoku, generate};

/// Counts the solutions of 9x9 boards, up to two, by native search.
pub struct Oracle {
    session: Box<dyn Session>,
    control: Control,
}

impl Oracle {
    /// Returns `None` if `control` already says stop.
    #[must_use]
    pub fn new(control: &Control) -> Option<Self> {
        let empty = Sudoku::empty(9).ok()?;
        let model = Arc::new(empty.model(&empty.default_viewpoint()).ok()?);
        let session = Spec::native().prepare(&model, 0, control).ok()?;
        Some(Oracle { session, control: control.clone() })
    }

    /// Returns `None` if the search was stopped.
    pub fn count(&mut self, board: &Sudoku) -> Option<u64> {
        let mut found = 0;
        let givens = board.givens(&board.default_viewpoint());
        let outcome = self.session.ask(&givens, Task::Limit(2), &self.control, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        outcome.stopped.is_none().then_some(found)
    }

    /// Board number `number` of a seed, with at least `least` clues; minimal if `least` is 0.
    /// Each number has its own stream of random numbers, so boards can be made in any order.
    pub fn board(&mut self, seed: u64, number: u64, least: usize) -> Option<Sudoku> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        generate(&mut rng, least, &mut |board| self.count(board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_number_give_the_same_board() {
        let control = Control::unlimited();
        let mut oracle = Oracle::new(&control).unwrap();
        let boards: Vec<_> = (0..4).map(|i| oracle.board(7, i, 0).unwrap()).collect();
        assert_eq!(oracle.board(7, 2, 0).as_ref(), Some(&boards[2]));
        assert!(boards.iter().all(|board| oracle.count(board) == Some(1)));
        assert!((1..4).all(|i| boards[i] != boards[i - 1]));
        control.cancel();
        assert_eq!(oracle.board(7, 0, 0), None);
    }
}
