//! Sudokus of our own: random minimal boards from a seed.

use parallax_generate::SolutionOracle;
use parallax_puzzles::sudoku::{SudokuPuzzle, generate_board};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Draws board number `number` of a seed, with at least `least` clues; minimal if `least` is 0.
/// Each number has its own stream of random numbers, so boards can be made in any order. Returns
/// `None` if the oracle was stopped.
pub fn draw_board(
    oracle: &mut SolutionOracle,
    seed: u64,
    number: u64,
    least: usize,
) -> Option<SudokuPuzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    generate_board(&mut rng, least, &mut |board| oracle.count_solutions(board))
}

#[cfg(test)]
mod tests {
    use parallax_engines::Spec;
    use parallax_model::engine_api::Control;

    use super::*;

    #[test]
    fn the_same_seed_and_number_give_the_same_board() {
        let control = Control::unlimited();
        let mut oracle = SolutionOracle::new(Spec::native(), &control);
        let boards: Vec<_> = (0..4).map(|i| draw_board(&mut oracle, 7, i, 0).unwrap()).collect();
        assert_eq!(draw_board(&mut oracle, 7, 2, 0).as_ref(), Some(&boards[2]));
        assert!(boards.iter().all(|board| oracle.count_solutions(board) == Some(1)));
        assert!((1..4).all(|i| boards[i] != boards[i - 1]));
        control.cancel_work();
        assert_eq!(draw_board(&mut oracle, 7, 0, 0), None);
    }
}
