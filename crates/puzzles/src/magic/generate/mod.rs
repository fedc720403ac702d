//! Generates magic squares to complete.

mod magic_options;
mod square;

pub use magic_options::{MagicOptions, generate_magic};

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::super::tests::brute;
    use super::*;
    use crate::generated::GeneratedPuzzle;
    use crate::magic::MagicPuzzle;

    fn made(order: usize, clues: &str, unique: bool, seed: u64) -> GeneratedPuzzle<MagicPuzzle> {
        let wanted = MagicOptions { order, clues: clues.parse().unwrap(), unique, tries: 3 };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        generate_magic(&wanted, &mut rng, &mut |square| Some(count(square)))
            .expect("nothing stops it")
    }

    /// Counts the solutions of a square of order 3 among its eight squares.
    fn count(square: &MagicPuzzle) -> u64 {
        assert_eq!(square.order(), 3);
        let mut known = [2, 7, 6, 9, 5, 1, 4, 3, 8];
        let mut found = 0;
        for turn in 0..8 {
            let old = known;
            let from: fn(usize, usize) -> usize =
                if turn % 2 == 0 { |r, c| c * 3 + r } else { |r, c| r * 3 + 2 - c };
            (0..9).for_each(|cell| known[cell] = old[from(cell / 3, cell % 3)]);
            found += u64::from(square.clues().iter().all(|&(cell, value)| known[cell] == value));
        }
        found
    }

    #[test]
    fn squares_have_the_wanted_number_of_clues() {
        for (order, clues, expected) in [(1, "0", 0), (1, "1", 1), (5, "7", 7), (10, "33%", 33)] {
            let made = made(order, clues, false, 4);
            assert_eq!((made.puzzle.clues().len(), made.missed), (expected, None));
        }
    }

    #[test]
    fn unique_squares_have_one_solution() {
        for seed in 0..20 {
            let made = made(3, "2", true, seed);
            assert_eq!((count(&made.puzzle), made.missed), (1, None));
            if seed < 2 {
                assert_eq!(brute(&made.puzzle, "cells").len(), 1);
            }
        }
        let made = made(3, "0", true, 1);
        let clues = made.puzzle.clues().len();
        let words = format!("{clues} instead of 0 clues, the fewest of 3 tries");
        assert_eq!((count(&made.puzzle), made.missed), (1, Some(words)));
    }

    #[test]
    fn squares_that_cannot_be_are_refused() {
        let fault = |order, clues: &str| {
            MagicOptions { order, clues: clues.parse().unwrap(), unique: false, tries: 1 }
                .clue_count()
                .unwrap_err()
                .to_string()
        };
        let faults = [
            fault(0, "0"),
            fault(2, "1"),
            fault(101, "5%"),
            fault(3, "10"),
            fault(usize::MAX, "1"),
        ];
        insta::assert_snapshot!(faults.join("\n"), @r"
        a magic square of order 0; expected 1 to 100
        there is no magic square of order 2; expected 1, or 3 to 100
        a magic square of order 101; expected 1 to 100
        10 clues; a square of order 3 has 9 cells
        a magic square of order 18446744073709551615; expected 1 to 100
        ");
    }
}
