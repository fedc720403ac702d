//! The Sudokus of Tables 4 to 6, of our own making.

use parallax_engines::Spec;
use parallax_lab::generate::Oracle;
use parallax_model::ask::Control;

use super::super::boards::board;
use super::problem::Problem;

/// The seed of all boards.
const SEED: u64 = 0;

/// Names, numbers under the seed, and the fewest clues (0: minimal boards). The boards with 21
/// clues are those with the fewest among the first thousand; the paper has two boards with 17
/// clues, and three from a newspaper with more than 25.
const BOARDS: [(&str, u64, usize); 5] = [
    ("minimal-1, 21 clues", 28, 0),
    ("minimal-2, 21 clues", 736, 0),
    ("easy, 36 clues", 1, 36),
    ("medium, 31 clues", 2, 31),
    ("hard, 26 clues", 3, 26),
];

/// All boards.
pub(super) fn all() -> Result<Vec<Problem>, String> {
    let mut oracle = Oracle::new(Spec::native(), &Control::unlimited());
    let problem = |(name, number, least)| {
        let board = board(&mut oracle, SEED, number, least).ok_or("no board")?;
        Ok(Problem::sudoku(board, name))
    };
    BOARDS.into_iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_clues_in_their_names() {
        for problem in all().unwrap() {
            let clues = problem.instance.givens(&problem.viewpoint).len();
            assert!(
                problem.name.ends_with(&format!(", {clues} clues")),
                "{}: {clues}",
                problem.name
            );
        }
    }
}
