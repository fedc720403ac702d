//! The Sudokus of Tables 4 to 6: of our own making, or from a file.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_generate::Oracle;
use parallax_model::ask::Control;
use parallax_model::instance::{InputError, Instance};

use super::super::boards::board;
use super::super::splitting::read;
use super::benchmark::Benchmark;
use super::table_error::TableError;

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

/// The source of the boards.
pub enum Boards {
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

impl Boards {
    /// Reads the Sudokus of a file.
    ///
    /// # Errors
    /// If the file cannot be read or contains something else, or no board.
    pub fn read(file: &str) -> Result<Self, InputError> {
        let boards = read(file)?;
        if boards.is_empty() {
            return Err(InputError::new(file, "no boards; expected Sudokus"));
        }
        Ok(Boards::Read { file: file.to_owned(), boards })
    }

    /// Describes the source in a title.
    pub(super) fn describe(&self) -> String {
        match self {
            Boards::Own => "Sudokus of our own making".into(),
            Boards::Read { file, .. } => format!("the Sudokus of {file}"),
        }
    }

    /// The boards as problems.
    pub(super) fn problems(&self) -> Result<Vec<Benchmark>, TableError> {
        match self {
            Boards::Own => own(),
            Boards::Read { boards, .. } => Ok((1..)
                .zip(boards)
                .map(|(number, board)| {
                    let clues = board.givens(&board.default_viewpoint()).len();
                    Benchmark::sudoku(Arc::clone(board), format!("board {number}, {clues} clues"))
                })
                .collect()),
        }
    }
}

fn own() -> Result<Vec<Benchmark>, TableError> {
    let mut oracle = Oracle::new(Spec::native(), &Control::unlimited());
    let problem = |(name, number, least)| {
        let board = board(&mut oracle, SEED, number, least).ok_or(TableError::NoBoard)?;
        Ok(Benchmark::sudoku(Arc::new(board), name))
    };
    BOARDS.into_iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_clues_in_their_names() {
        for problem in Boards::Own.problems().unwrap() {
            let clues = problem.instance.givens(&problem.viewpoint).len();
            assert!(
                problem.name.ends_with(&format!(", {clues} clues")),
                "{}: {clues}",
                problem.name
            );
        }
    }
}
