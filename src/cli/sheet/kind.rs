//! The kinds of puzzles that a sheet can show, and how they are made.

use std::path::Path;

use parallax_generate::{
    CellAmount, GridKind, GridOptions, InstanceRecipe, KeisukeGrid, KeisukeOptions, KeisukeShape,
    LatinHoleOptions, MagicOptions, SetDealOptions, SudokuClues, SudokuOptions, SudokuSymmetry,
};
use parallax_report::DifficultyGrade;

use super::SheetArgs;
use crate::cli::CliError;

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SheetPuzzleKind {
    Sudoku,
    Latin,
    Magic,
    Keisuke,
    Set,
    /// A grid puzzle of a kind that can be generated, or one from a file.
    Grid(Option<GridKind>),
}

/// The help of the orders, whose usual ones [`SheetPuzzleKind::puzzle_recipe`] has.
pub(super) const ORDER_HELP: &str = "The number of rows and columns, for SET of cards [default: 9, \
    a Latin square 6, a magic square 4, a Keisuke 5, a grid puzzle as 'generate grid' has it, \
    12 cards]";

/// The sets among the cards of a sheet.
const SHEET_SET_COUNT: u64 = 3;

/// Maximum number of grids or squares for one puzzle.
const MAX_TRIES: u32 = 100;

impl SheetPuzzleKind {
    const ALL: [SheetPuzzleKind; 5] = [
        SheetPuzzleKind::Sudoku,
        SheetPuzzleKind::Latin,
        SheetPuzzleKind::Magic,
        SheetPuzzleKind::Keisuke,
        SheetPuzzleKind::Set,
    ];

    /// Returns the help of the kinds to make.
    pub(super) fn kinds_help() -> String {
        format!(
            "Kinds of puzzles to make ({}, or a kind of 'generate grid' such as killer), or files \
             with puzzles, or '-' for standard input",
            SheetPuzzleKind::ALL.map(SheetPuzzleKind::kind_name).join(", ")
        )
    }

    /// Returns the names of kinds to make, for messages.
    pub(super) fn expected() -> String {
        let names = SheetPuzzleKind::ALL.map(SheetPuzzleKind::kind_name).join(", ");
        format!("{names} or a kind of grid puzzle (killer, jigsaw, thermo, ...)")
    }

    /// Returns the names of the puzzles that a sheet shows, for messages.
    pub(super) fn known() -> String {
        format!(
            "{} or {}",
            SheetPuzzleKind::ALL.map(SheetPuzzleKind::kind_name).join(", "),
            SheetPuzzleKind::Grid(None).kind_name()
        )
    }

    /// Returns the kind with this name, unless a file has the name.
    pub(super) fn from_name(name: &str) -> Option<SheetPuzzleKind> {
        let grid = GridKind::ALL.into_iter().find(|kind| kind.name() == name);
        let own = SheetPuzzleKind::ALL.into_iter().find(|kind| kind.kind_name() == name);
        let own = own.or_else(|| grid.map(|kind| SheetPuzzleKind::Grid(Some(kind))))?;
        (!Path::new(name).exists()).then_some(own)
    }

    /// Returns the kind of an instance by the name of its puzzle.
    pub(super) fn from_puzzle(puzzle: &str) -> Option<SheetPuzzleKind> {
        let mut all = SheetPuzzleKind::ALL.into_iter().chain([SheetPuzzleKind::Grid(None)]);
        all.find(|kind| kind.kind_name() == puzzle)
    }

    pub(super) fn kind_name(self) -> &'static str {
        match self {
            SheetPuzzleKind::Sudoku => "sudoku",
            SheetPuzzleKind::Latin => "latin",
            SheetPuzzleKind::Magic => "magic",
            SheetPuzzleKind::Keisuke => "keisuke",
            SheetPuzzleKind::Set => "set",
            SheetPuzzleKind::Grid(None) => "grid",
            SheetPuzzleKind::Grid(Some(kind)) => kind.name(),
        }
    }

    /// Returns the heading of a sheet with such puzzles.
    pub(super) fn sheet_title(self) -> &'static str {
        match self {
            SheetPuzzleKind::Sudoku => "Sudoku",
            SheetPuzzleKind::Latin => "Latin squares",
            SheetPuzzleKind::Magic => "Magic squares",
            SheetPuzzleKind::Keisuke => "Keisuke",
            SheetPuzzleKind::Set => "SET",
            SheetPuzzleKind::Grid(_) => "Grid puzzles",
        }
    }

    /// Returns the rule of the puzzle in a sentence; `None` for a grid puzzle, which states its
    /// own.
    pub(super) fn rule_sentence(self) -> Option<&'static str> {
        Some(match self {
            SheetPuzzleKind::Sudoku => {
                "Sudoku: fill in the grid so that every row, every column and every box has each \
                 symbol once."
            }
            SheetPuzzleKind::Latin => {
                "Latin square: fill in the grid so that every row and every column has each number \
                 from 1 to its size once."
            }
            SheetPuzzleKind::Magic => {
                "Magic square: fill in the numbers from 1 to the number of cells, each once, so that \
                 all rows, all columns and both diagonals have the same sum."
            }
            SheetPuzzleKind::Keisuke => {
                "Keisuke: fill in a digit in each white cell so that the runs of white cells read as the \
                 numbers of the lists, across and down."
            }
            SheetPuzzleKind::Set => {
                "SET: find all sets of three cards. In a set, number, colour, filling and shape are \
                 each the same on all three cards, or different on all three."
            }
            SheetPuzzleKind::Grid(_) => return None,
        })
    }

    /// Whether each puzzle has one solution; SET asks for all of them.
    pub(super) fn has_one_solution(self) -> bool {
        self != SheetPuzzleKind::Set
    }

    /// Returns the recipe for such puzzles.
    pub(super) fn puzzle_recipe(
        self,
        args: &SheetArgs,
    ) -> Result<Box<dyn InstanceRecipe>, CliError> {
        if self != SheetPuzzleKind::Sudoku && args.clues.is_some() {
            return Err(CliError("--clues goes with sudoku".into()));
        }
        if self == SheetPuzzleKind::Set && args.grade.is_some() {
            return Err(CliError("--grade: SET cards have no steps".into()));
        }
        let share =
            |text: &str| text.parse::<CellAmount>().map_err(|error| CliError(error.to_string()));
        let order = |usual| args.order.unwrap_or(usual);
        Ok(match self {
            SheetPuzzleKind::Grid(kind) => {
                let kind = kind.ok_or_else(|| {
                    CliError(format!(
                        "'grid' is no kind to make; expected {}",
                        SheetPuzzleKind::expected()
                    ))
                })?;
                Box::new(GridOptions {
                    kind,
                    size: order(kind.usual_size()),
                    minimal: false,
                    symmetric: false,
                    tries: MAX_TRIES,
                })
            }
            SheetPuzzleKind::Sudoku => Box::new(SudokuOptions {
                order: order(9),
                clues: sudoku_clues(args, order(9)),
                minimal: false,
                symmetry: SudokuSymmetry::None,
                tries: MAX_TRIES,
            }),
            SheetPuzzleKind::Latin => Box::new(LatinHoleOptions {
                order: order(6),
                holes: share("55%")?,
                balanced: false,
                unique: true,
                tries: MAX_TRIES,
            }),
            SheetPuzzleKind::Magic => Box::new(MagicOptions {
                order: order(4),
                clues: share("40%")?,
                unique: true,
                tries: MAX_TRIES,
            }),
            SheetPuzzleKind::Keisuke => {
                let side = order(5);
                let grid = KeisukeGrid { height: side, width: side, ..KeisukeGrid::default() };
                let shape = KeisukeShape::Random(grid);
                Box::new(KeisukeOptions { shape, unique: true, effort: 1000, unknown: false })
            }
            SheetPuzzleKind::Set => Box::new(SetDealOptions {
                attributes: 4,
                values: 3,
                cards: order(12),
                sets: Some(SHEET_SET_COUNT),
                exchanges: 100_000,
            }),
        })
    }
}

/// Returns the clues of a Sudoku: more for easy ones, so that every step is near, and for large
/// ones, so that they are made quickly.
fn sudoku_clues(args: &SheetArgs, order: usize) -> SudokuClues {
    match (args.clues, args.grade) {
        (Some(clues), _) => SudokuClues::Number(clues),
        (None, Some(DifficultyGrade::Easy)) => SudokuClues::Number(order * order * 4 / 9),
        (None, _) if order > 9 => SudokuClues::Number(order * order / 2),
        (None, _) => SudokuClues::Fewest,
    }
}

/// Reads a grade of puzzles that are made.
pub(super) fn grade(text: &str) -> Result<DifficultyGrade, String> {
    let own = DifficultyGrade::OF_STEPS.into_iter().find(|grade| grade.name() == text);
    own.ok_or_else(|| "expected easy, medium, hard or extreme".to_owned())
}
