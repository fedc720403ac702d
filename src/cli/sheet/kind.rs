//! The kinds of puzzles that a sheet can show, and how they are made.

use std::path::Path;

use parallax_generate::{
    Amount, Deal, GridKind, GridOptions, Holes, KeisukeGrid, KeisukeOptions, KeisukeShape,
    MagicOptions, Recipe, SudokuClues, SudokuOptions, SudokuSymmetry,
};
use parallax_report::Grade;

use super::Args;
use crate::cli::Failure;

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sudoku,
    Latin,
    Magic,
    Keisuke,
    Set,
    /// A grid puzzle of a kind that is made, or of a file.
    Grid(Option<GridKind>),
}

/// The help of the orders, whose usual ones [`Kind::recipe`] has.
pub(super) const ORDER_HELP: &str = "The number of rows and columns, for SET of cards [default: 9, \
    a Latin square 6, a magic square 4, a Keisuke 5, a grid puzzle as 'generate grid' has it, \
    12 cards]";

/// The sets among the cards of a sheet.
const SETS: u64 = 3;

/// Maximum number of grids or squares for one puzzle.
const TRIES: u32 = 100;

impl Kind {
    const ALL: [Kind; 5] = [Kind::Sudoku, Kind::Latin, Kind::Magic, Kind::Keisuke, Kind::Set];

    /// Returns the help of the kinds to make.
    pub(super) fn kinds_help() -> String {
        format!(
            "Kinds of puzzles to make ({}, or a kind of 'generate grid' such as killer), or files \
             with puzzles, or '-' for standard input",
            Kind::ALL.map(Kind::name).join(", ")
        )
    }

    /// Returns the names of kinds to make, for messages.
    pub(super) fn expected() -> String {
        let names = Kind::ALL.map(Kind::name).join(", ");
        format!("{names} or a kind of grid puzzle (killer, jigsaw, thermo, ...)")
    }

    /// Returns the names of the puzzles that a sheet shows, for messages.
    pub(super) fn known() -> String {
        format!("{} or {}", Kind::ALL.map(Kind::name).join(", "), Kind::Grid(None).name())
    }

    /// Returns the kind with this name, unless a file has the name.
    pub(super) fn named(name: &str) -> Option<Kind> {
        let grid = GridKind::ALL.into_iter().find(|kind| kind.name() == name);
        let own = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let own = own.or_else(|| grid.map(|kind| Kind::Grid(Some(kind))))?;
        (!Path::new(name).exists()).then_some(own)
    }

    /// Returns the kind of an instance by the name of its puzzle.
    pub(super) fn of(puzzle: &str) -> Option<Kind> {
        let mut all = Kind::ALL.into_iter().chain([Kind::Grid(None)]);
        all.find(|kind| kind.name() == puzzle)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Sudoku => "sudoku",
            Kind::Latin => "latin",
            Kind::Magic => "magic",
            Kind::Keisuke => "keisuke",
            Kind::Set => "set",
            Kind::Grid(None) => "grid",
            Kind::Grid(Some(kind)) => kind.name(),
        }
    }

    /// Returns the heading of a sheet with such puzzles.
    pub(super) fn title(self) -> &'static str {
        match self {
            Kind::Sudoku => "Sudoku",
            Kind::Latin => "Latin squares",
            Kind::Magic => "Magic squares",
            Kind::Keisuke => "Keisuke",
            Kind::Set => "SET",
            Kind::Grid(_) => "Grid puzzles",
        }
    }

    /// Returns the rule of the puzzle in a sentence; none for a grid puzzle, which says its own.
    pub(super) fn rule(self) -> Option<&'static str> {
        Some(match self {
            Kind::Sudoku => {
                "Sudoku: fill in the grid so that every row, every column and every box has each \
                 symbol once."
            }
            Kind::Latin => {
                "Latin square: fill in the grid so that every row and every column has each number \
                 from 1 to its size once."
            }
            Kind::Magic => {
                "Magic square: fill in the numbers from 1 to the number of cells, each once, so that \
                 all rows, all columns and both diagonals have the same sum."
            }
            Kind::Keisuke => {
                "Keisuke: fill in a digit in each white cell so that the runs of white cells read as the \
                 numbers of the lists, across and down."
            }
            Kind::Set => {
                "SET: find all sets of three cards. In a set, number, colour, filling and shape are \
                 each the same on all three cards, or different on all three."
            }
            Kind::Grid(_) => return None,
        })
    }

    /// Whether each puzzle has one solution; of SET, all are to be found.
    pub(super) fn has_one_solution(self) -> bool {
        self != Kind::Set
    }

    /// Returns the recipe for such puzzles.
    pub(super) fn recipe(self, args: &Args) -> Result<Box<dyn Recipe>, Failure> {
        if self != Kind::Sudoku && args.clues.is_some() {
            return Err(Failure("--clues goes with sudoku".into()));
        }
        if self == Kind::Set && args.grade.is_some() {
            return Err(Failure("--grade: SET cards have no steps".into()));
        }
        let share = |text: &str| text.parse::<Amount>().map_err(|error| Failure(error.to_string()));
        let order = |usual| args.order.unwrap_or(usual);
        Ok(match self {
            Kind::Grid(kind) => {
                let kind = kind.ok_or_else(|| {
                    Failure(format!("'grid' is no kind to make; expected {}", Kind::expected()))
                })?;
                Box::new(GridOptions {
                    kind,
                    size: order(kind.usual_size()),
                    minimal: false,
                    symmetric: false,
                    tries: TRIES,
                })
            }
            Kind::Sudoku => Box::new(SudokuOptions {
                order: order(9),
                clues: clues(args, order(9)),
                minimal: false,
                symmetry: SudokuSymmetry::None,
                tries: TRIES,
            }),
            Kind::Latin => Box::new(Holes {
                order: order(6),
                holes: share("55%")?,
                balanced: false,
                unique: true,
                tries: TRIES,
            }),
            Kind::Magic => Box::new(MagicOptions {
                order: order(4),
                clues: share("40%")?,
                unique: true,
                tries: TRIES,
            }),
            Kind::Keisuke => {
                let side = order(5);
                let grid = KeisukeGrid { height: side, width: side, ..KeisukeGrid::default() };
                let shape = KeisukeShape::Random(grid);
                Box::new(KeisukeOptions { shape, unique: true, effort: 1000, unknown: false })
            }
            Kind::Set => Box::new(Deal {
                attributes: 4,
                values: 3,
                cards: order(12),
                sets: Some(SETS),
                exchanges: 100_000,
            }),
        })
    }
}

/// Returns the clues of a Sudoku: easy ones have more, so that every step is near, and large ones,
/// so that they are made soon.
fn clues(args: &Args, order: usize) -> SudokuClues {
    match (args.clues, args.grade) {
        (Some(clues), _) => SudokuClues::Number(clues),
        (None, Some(Grade::Easy)) => SudokuClues::Number(order * order * 4 / 9),
        (None, _) if order > 9 => SudokuClues::Number(order * order / 2),
        (None, _) => SudokuClues::Fewest,
    }
}

/// Reads a grade of puzzles that are made.
pub(super) fn grade(text: &str) -> Result<Grade, String> {
    let own = Grade::OF_STEPS.into_iter().find(|grade| grade.name() == text);
    own.ok_or_else(|| "expected easy, medium, hard or extreme".to_owned())
}
