//! The boards to measure, grouped by their number of empty cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::{InputError, Instance};
use parallax_model::engine_api::{Control, in_order};

use super::super::first_solution::TrialEnd;
use super::super::splitting::{BoardSearches, read_sudokus};
use super::ModelsError;
use super::random_boards::random_boards;

/// The source of the boards.
pub enum BoardSample {
    /// From a file: all boards have one order.
    Read {
        /// The name of the file.
        file: String,
        /// Its boards.
        boards: Vec<Arc<dyn Instance>>,
        /// The cells of a board.
        cells: usize,
    },
    /// Random 9x9 boards with one solution.
    Random {
        /// The seed.
        seed: u64,
        /// The number of boards of each group.
        number: usize,
        /// The numbers of empty cells, each at most
        /// [`MOST_EMPTY`](super::random_boards::MOST_EMPTY).
        empty: Vec<usize>,
    },
}

/// Boards of one point of the figure, or of the table.
pub struct BoardGroup {
    /// The number of empty cells; none for the boards of the table.
    pub empty: Option<usize>,
    /// The boards, each with a solution.
    pub boards: Vec<Arc<dyn Instance>>,
}

impl BoardSample {
    /// Reads the Sudokus of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or contains something else or boards of
    /// different orders.
    pub fn read_file(file: &str) -> Result<Self, InputError> {
        let boards = read_sudokus(file)?;
        let shape = |board: &Arc<dyn Instance>| board.shape_key(&board.default_viewpoint());
        let first = boards.first().map(shape);
        // The numbers of empty cells are comparable only between boards of one size.
        if boards.iter().map(shape).any(|shape| Some(shape) != first) {
            let message = "boards of different orders; expected boards of one order";
            return Err(InputError::new(file, message));
        }
        let cells = match boards.first() {
            None => 0,
            Some(board) => board
                .model(&board.default_viewpoint())
                .map_err(|error| InputError::new(file, error.to_string()))?
                .shown()
                .len(),
        };
        Ok(BoardSample::Read { file: file.to_owned(), boards, cells })
    }

    /// Describes the source of the figure's boards and of the table's.
    #[must_use]
    pub fn describe_sources(&self) -> [String; 2] {
        match self {
            BoardSample::Read { file, .. } => {
                [format!("the boards of {file}"), format!("the boards of {file}")]
            }
            BoardSample::Random { seed, number, .. } => {
                let own =
                    format!("of seed {seed}, not those of the report (--boards FILE takes others)");
                [
                    format!(
                        "{number} random ones with one solution for each number of empty cells, {own}"
                    ),
                    format!("{number} random minimal ones {own}"),
                ]
            }
        }
    }

    /// Makes the groups, on `jobs` threads: by ascending numbers of empty cells, and the boards of
    /// the table last. Boards without a solution are left out; their number is also returned.
    /// Returns `None` when `control` stops it.
    ///
    /// # Errors
    /// Returns an error if a board cannot be found or a search has a fault.
    pub fn board_groups(
        &self,
        jobs: usize,
        control: &Control,
    ) -> Result<Option<(Vec<BoardGroup>, usize)>, ModelsError> {
        match self {
            BoardSample::Read { boards, cells, .. } => by_empty(boards, *cells, jobs, control),
            BoardSample::Random { seed, number, empty } => {
                let mut groups = Vec::new();
                for empty in empty.iter().copied().map(Some).chain([None]) {
                    match random_boards(*seed, *number, empty, jobs, control)? {
                        Some(boards) => groups.push(BoardGroup { empty, boards }),
                        None => return Ok(None),
                    }
                }
                Ok(Some((groups, 0)))
            }
        }
    }
}

/// Groups the boards that have a solution by their numbers of empty cells, and collects all of
/// them.
fn by_empty(
    boards: &[Arc<dyn Instance>],
    cells: usize,
    jobs: usize,
    control: &Control,
) -> Result<Option<(Vec<BoardGroup>, usize)>, ModelsError> {
    let engines = [Spec::native()];
    let mut ends = Vec::new();
    in_order(
        boards.len(),
        jobs,
        || BoardSearches::new("cells", &engines, control),
        // Every board returns its end, solved or not, so that the ends line up with the boards
        // below.
        |searches, place| Some(searches.solve_board(&*boards[place]).err()),
        &mut |_, end| ends.push(end),
    );
    let mut kept = Vec::new();
    let mut groups: BTreeMap<usize, Vec<Arc<dyn Instance>>> = BTreeMap::new();
    for (board, end) in boards.iter().zip(ends) {
        match end {
            None | Some(TrialEnd::Solved) => {
                let clues = board.givens(&board.default_viewpoint()).len();
                // A clue fills one of the cells, so there are never more clues than cells.
                groups.entry(cells - clues).or_default().push(board.clone());
                kept.push(board.clone());
            }
            Some(TrialEnd::NoSolution) => {}
            Some(end @ (TrialEnd::Fault(_) | TrialEnd::Limit(_))) => {
                return Err(ModelsError::Search(end));
            }
            Some(TrialEnd::Interrupted) => return Ok(None),
        }
    }
    let without = boards.len() - kept.len();
    let group = |(empty, boards)| BoardGroup { empty: Some(empty), boards };
    let mut groups: Vec<BoardGroup> = groups.into_iter().map(group).collect();
    groups.push(BoardGroup { empty: None, boards: kept });
    Ok(Some((groups, without)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: usize = 81;

    #[test]
    fn random_boards_have_their_number_of_empty_cells() {
        let sample = BoardSample::Random { seed: 3, number: 3, empty: vec![1, 30, 55] };
        let (groups, without) = sample.board_groups(2, &Control::unlimited()).unwrap().unwrap();
        assert_eq!((groups.len(), without), (4, 0));
        let empty =
            |board: &Arc<dyn Instance>| CELLS - board.givens(&board.default_viewpoint()).len();
        for group in &groups {
            assert_eq!(group.boards.len(), 3);
            let numbers = group.boards.iter().map(empty);
            match group.empty {
                Some(empty) => assert!(numbers.into_iter().all(|number| number == empty)),
                None => assert!(numbers.into_iter().all(|number| number > 48)),
            }
        }
        let control = Control::unlimited();
        control.cancel_work();
        assert!(sample.board_groups(2, &control).unwrap().is_none());
    }
}
