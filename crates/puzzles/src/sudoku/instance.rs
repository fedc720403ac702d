//! A Sudoku as an instance.

use std::ops::Range;

use parallax_model::instance::{
    Board, BrokenRule, InputError, Instance, Mark, Marked, ModelOption, ModelSource,
    PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint, Weight,
};
use parallax_model::{Cuts, Given, Model, ModelError, Solution, Value};

use super::super::errors::BoardError;
use super::super::grid::{Grid, by_cell, without_clues};
use super::super::symmetry;
use super::super::token::counted;
use super::symmetry::Symmetry;
use super::{read, rules, symbol, viewpoints};

/// The option that keeps one solution of each orbit.
pub(super) const SYMMETRY: ModelOption = symmetry::option(
    "values without clues in ascending order; no clues: the first row, and the rows and bands below",
);

/// The options of the models.
const OPTIONS: &[ModelOption] = &[SYMMETRY];

/// Maximum supported order.
pub const MAX_ORDER: usize = 100;

/// A Sudoku of any composite order: a value in every cell; the values in each
/// row, column and box differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    order: usize,
    box_height: usize,
    /// The clue of each cell, row by row.
    clues: Vec<Option<Value>>,
}

impl Sudoku {
    /// Makes the board of `order * order` clues, row by row; clues may contradict each other.
    ///
    /// # Errors
    /// Returns an error if the order has no boxes ([`box_height`]) or is beyond [`MAX_ORDER`], the
    /// length is wrong or a clue is out of range.
    pub fn new(order: usize, clues: Vec<Option<Value>>) -> Result<Self, BoardError> {
        let box_height = box_height(order)?;
        if clues.len() != order * order {
            return Err(BoardError::Cells { cells: clues.len(), puzzle: "Sudoku", order });
        }
        let allowed = 1..=order as Value;
        match clues.iter().flatten().find(|&clue| !allowed.contains(clue)) {
            Some(&clue) => Err(BoardError::Clue { clue, order }),
            None => Ok(Sudoku { order, box_height, clues }),
        }
    }

    /// The board without clues.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Sudoku::new).
    pub fn empty(order: usize) -> Result<Self, BoardError> {
        box_height(order)?;
        Sudoku::new(order, vec![None; order * order])
    }

    /// The number of rows and columns.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of rows of a box.
    #[must_use]
    pub fn box_height(&self) -> usize {
        self.box_height
    }

    /// The number of columns of a box.
    #[must_use]
    pub fn box_width(&self) -> usize {
        self.order / self.box_height
    }

    /// The clue of every cell, row by row.
    #[must_use]
    pub fn clues(&self) -> &[Option<Value>] {
        &self.clues
    }

    fn grid<'a>(&self, solutions: &'a [PuzzleSolution]) -> Grid<'a> {
        let symbol: fn(Value) -> String =
            if self.order <= symbol::MAX_ORDER { symbol::written } else { |v| v.to_string() };
        let boxes = Some((self.box_height, self.box_width()));
        Grid { boxes, ..Grid::square(self.order, self.clues.clone(), symbol, solutions) }
    }
}

/// Returns the height of the boxes: the largest divisor of the order up to its square root.
///
/// # Errors
/// Returns an error if the order is prime, below 4 or beyond [`MAX_ORDER`].
pub fn box_height(order: usize) -> Result<usize, BoardError> {
    if order > MAX_ORDER {
        return Err(BoardError::SudokuOrder { order });
    }
    let divisor =
        (2..order).take_while(|d| d * d <= order).filter(|d| order.is_multiple_of(*d)).last();
    divisor.ok_or(BoardError::NoBoxes { order })
}

impl ModelSource for Sudoku {
    fn puzzle(&self) -> &'static str {
        "sudoku"
    }

    fn title(&self) -> String {
        let clues = self.clues.iter().flatten().count();
        format!("sudoku {0}x{0}, {1}", self.order, counted(clues, "clue", "clues"))
    }

    fn models(&self) -> &'static [&'static str] {
        viewpoints::NAMES
    }

    fn options(&self) -> &'static [ModelOption] {
        OPTIONS
    }

    fn weight(&self, viewpoint: &Viewpoint) -> Option<Weight> {
        if viewpoint.has(&SYMMETRY) {
            Some(Symmetry::of(self).ok()?.weight(self))
        } else {
            Some(Weight::one())
        }
    }

    /// With symmetry broken, the model depends on the clues.
    fn shape(&self, viewpoint: &Viewpoint) -> String {
        if viewpoint.has(&SYMMETRY) {
            format!("{}/{viewpoint}", self.write())
        } else {
            format!("sudoku:{}/{viewpoint}", self.order)
        }
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        viewpoints::model(self, viewpoint)
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        viewpoints::givens(self, viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        viewpoints::cell_solution(self, viewpoint, solution)
    }
}

impl Instance for Sudoku {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        rules::check(self, solution)
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for Sudoku {
    fn write(&self) -> String {
        let rows: Vec<String> = if self.order <= symbol::MAX_ORDER {
            vec![self.clues.iter().map(|&clue| symbol::cell(clue)).collect()]
        } else {
            self.clues.chunks(self.order).map(symbol::numbers).collect()
        };
        rows.join("\n") + "\n"
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        let cells: Vec<Option<Value>> = solution.iter().map(|&value| Some(value)).collect();
        if self.order <= symbol::MAX_ORDER {
            cells.into_iter().map(symbol::cell).collect()
        } else {
            symbol::numbers(&cells)
        }
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        read::solutions(self.order, source, text)
    }
}

impl PuzzlePicture for Sudoku {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        self.grid(solutions).text()
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.grid(solutions).svg(&self.title())
    }

    fn draw_marks(
        &self,
        viewpoint: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[Mark],
    ) -> Option<Marked> {
        if !viewpoints::has_cells(viewpoint) {
            return None;
        }
        let grid = self.grid(solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(by_cell(marks)).marked(&self.title()))
    }

    fn board(&self, viewpoint: &Viewpoint) -> Option<Board> {
        let boxes = Some((self.box_height, self.box_width()));
        viewpoints::has_cells(viewpoint).then(|| Board { boxes, ..Board::square(self.order) })
    }
}

impl PuzzleReduction for Sudoku {
    fn list_cuts(&self) -> Vec<Cuts> {
        vec![Cuts::new("clues", self.clues.iter().flatten().count())]
    }

    fn make_cut(&self, _kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let clues = without_clues(&self.clues, run);
        Some(Box::new(Sudoku { clues, ..self.clone() }))
    }
}
