//! The Sudokus of Tables 4 to 6: of our own making, or from a file.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_generate::SolutionOracle;
use parallax_instance::{InputError, Instance};
use parallax_model::engine_api::Control;

use super::super::boards::draw_board;
use super::super::splitting::read_sudokus;
use super::benchmark::BenchmarkPuzzle;
use super::table_error::TableError;

/// The seed of all boards.
const BOARD_SEED: u64 = 0;

/// Names, numbers under the seed, and minimum numbers of clues (0: minimal boards). The boards
/// with 21 clues have the minimum among the first thousand; the paper has two boards with 17
/// clues, and three from a newspaper with more than 25.
const SUDOKU_BOARDS: [(&str, u64, usize); 5] = [
    ("minimal-1, 21 clues", 28, 0),
    ("minimal-2, 21 clues", 736, 0),
    ("easy, 36 clues", 1, 36),
    ("medium, 31 clues", 2, 31),
    ("hard, 26 clues", 3, 26),
];

/// The source of the boards.
pub enum CrawfordBoards {
    /// Five boards of our own making.
    Own,
    /// From a file.
    Read {
        /// The name of the file.
        file: String,
        /// Its boards.
        boards: Vec<Arc<dyn Instance>>,
    },
}

impl CrawfordBoards {
    /// Reads the Sudokus of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or contains something else or no board.
    pub fn read_file(file: &str) -> Result<Self, InputError> {
        let boards = read_sudokus(file)?;
        if boards.is_empty() {
            return Err(InputError::new(file, "no boards; expected Sudokus"));
        }
        Ok(CrawfordBoards::Read { file: file.to_owned(), boards })
    }

    /// Describes the source in a title.
    pub(super) fn describe_source(&self) -> String {
        match self {
            CrawfordBoards::Own => "Sudokus of our own making".into(),
            CrawfordBoards::Read { file, .. } => format!("the Sudokus of {file}"),
        }
    }

    /// Returns the boards as problems.
    pub(super) fn benchmark_puzzles(&self) -> Result<Vec<BenchmarkPuzzle>, TableError> {
        match self {
            CrawfordBoards::Own => draw_benchmarks(),
            CrawfordBoards::Read { boards, .. } => Ok((1..)
                .zip(boards)
                .map(|(number, board)| {
                    let clues = board.givens(&board.default_viewpoint()).len();
                    BenchmarkPuzzle::sudoku_board(
                        Arc::clone(board),
                        format!("board {number}, {clues} clues"),
                    )
                })
                .collect()),
        }
    }
}

fn draw_benchmarks() -> Result<Vec<BenchmarkPuzzle>, TableError> {
    let mut oracle = SolutionOracle::new(Spec::native(), &Control::unlimited());
    let problem = |(name, number, least)| {
        let board =
            draw_board(&mut oracle, BOARD_SEED, number, least).ok_or(TableError::NoBoard)?;
        Ok(BenchmarkPuzzle::sudoku_board(Arc::new(board), name))
    };
    SUDOKU_BOARDS.into_iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_clues_in_their_names() {
        for problem in CrawfordBoards::Own.benchmark_puzzles().unwrap() {
            let clues = problem.instance.givens(&problem.viewpoint).len();
            assert!(
                problem.name.ends_with(&format!(", {clues} clues")),
                "{}: {clues}",
                problem.name
            );
        }
    }
}
