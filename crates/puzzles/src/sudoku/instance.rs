//! A Sudoku as an instance.

use std::ops::Range;

use parallax_instance::{
    BoardLayout, BrokenRuleError, InputError, Instance, MarkedPicture, ModelOption, ModelSource,
    PictureMark, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, SolutionWeight,
    Viewpoint,
};
use parallax_model::{Given, Model, ModelError, NumberedCuts, Solution, Value};

use super::super::errors::PuzzleBoardError;
use super::super::grid::{GridDrawing, by_cell, without_clues};
use super::super::line_fields::count_noun;
use super::super::symmetry;
use super::symmetry::SudokuSymmetryBreaker;
use super::{read, rules, symbol, viewpoints};

/// The option that keeps one solution of each orbit.
pub(super) const SYMMETRY_OPTION: ModelOption = symmetry::symmetry_option(
    "values without clues in ascending order; no clues: the first row, and the rows and bands below",
);

/// The options of the models.
const MODEL_OPTIONS: &[ModelOption] = &[SYMMETRY_OPTION];

/// Maximum supported order.
pub const MAX_ORDER: usize = 100;

/// A Sudoku of any composite order: a value in every cell; the values in each
/// row, column and box differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuPuzzle {
    order: usize,
    box_height: usize,
    /// The clue of each cell, row by row.
    clues: Vec<Option<Value>>,
}

impl SudokuPuzzle {
    /// Makes the board of `order * order` clues, row by row; clues may contradict each other.
    ///
    /// # Errors
    /// Returns an error if the order has no boxes ([`box_height`]) or is beyond [`MAX_ORDER`], the
    /// length is wrong or a clue is out of range.
    pub fn new(order: usize, clues: Vec<Option<Value>>) -> Result<Self, PuzzleBoardError> {
        let box_height = box_height(order)?;
        if clues.len() != order * order {
            return Err(PuzzleBoardError::Cells { cells: clues.len(), puzzle: "Sudoku", order });
        }
        let allowed = 1..=order as Value;
        match clues.iter().flatten().find(|&clue| !allowed.contains(clue)) {
            Some(&clue) => Err(PuzzleBoardError::Clue { clue, order }),
            None => Ok(SudokuPuzzle { order, box_height, clues }),
        }
    }

    /// Creates the board without clues.
    ///
    /// # Errors
    /// Returns the errors of [`new`](SudokuPuzzle::new).
    pub fn without_clues(order: usize) -> Result<Self, PuzzleBoardError> {
        // Checked before the product and the list, which a huge order would make too large.
        box_height(order)?;
        SudokuPuzzle::new(order, vec![None; order * order])
    }

    /// Returns the number of rows and columns.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the number of rows of a box.
    #[must_use]
    pub fn box_height(&self) -> usize {
        self.box_height
    }

    /// Returns the number of columns of a box.
    #[must_use]
    pub fn box_width(&self) -> usize {
        self.order / self.box_height
    }

    /// Returns the clue of every cell, row by row.
    #[must_use]
    pub fn clues(&self) -> &[Option<Value>] {
        &self.clues
    }

    fn grid_drawing<'a>(&self, solutions: &'a [PuzzleSolution]) -> GridDrawing<'a> {
        let symbol: fn(Value) -> String =
            if self.order <= symbol::MAX_ORDER { symbol::value_text } else { |v| v.to_string() };
        let boxes = Some((self.box_height, self.box_width()));
        GridDrawing {
            boxes,
            ..GridDrawing::new_square(self.order, self.clues.clone(), symbol, solutions)
        }
    }
}

/// Returns the height of the boxes: the largest divisor of the order up to its square root.
///
/// # Errors
/// Returns an error if the order is prime, below 4 or beyond [`MAX_ORDER`].
pub fn box_height(order: usize) -> Result<usize, PuzzleBoardError> {
    if order > MAX_ORDER {
        return Err(PuzzleBoardError::SudokuOrder { order });
    }
    let divisor =
        (2..order).take_while(|d| d * d <= order).filter(|d| order.is_multiple_of(*d)).last();
    divisor.ok_or(PuzzleBoardError::NoBoxes { order })
}

impl ModelSource for SudokuPuzzle {
    fn puzzle_name(&self) -> &'static str {
        "sudoku"
    }

    fn title(&self) -> String {
        let clues = self.clues.iter().flatten().count();
        format!("sudoku {0}x{0}, {1}", self.order, count_noun(clues, "clue", "clues"))
    }

    fn model_names(&self) -> &'static [&'static str] {
        viewpoints::MODEL_NAMES
    }

    fn model_options(&self) -> &'static [ModelOption] {
        MODEL_OPTIONS
    }

    fn solution_weight(&self, viewpoint: &Viewpoint) -> Option<SolutionWeight> {
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            Some(SudokuSymmetryBreaker::from_sudoku(self).ok()?.solution_weight(self))
        } else {
            Some(SolutionWeight::unit_weight())
        }
    }

    /// With symmetry broken, the model depends on the clues.
    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            format!("{}/{viewpoint}", self.write_instance())
        } else {
            format!("sudoku:{}/{viewpoint}", self.order)
        }
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        viewpoints::viewpoint_model(self, viewpoint)
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        viewpoints::clue_givens(self, viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        viewpoints::cell_solution(self, viewpoint, solution)
    }
}

impl Instance for SudokuPuzzle {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        rules::check_rules(self, solution)
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for SudokuPuzzle {
    fn write_instance(&self) -> String {
        let rows: Vec<String> = if self.order <= symbol::MAX_ORDER {
            vec![self.clues.iter().map(|&clue| symbol::cell_symbol(clue)).collect()]
        } else {
            self.clues.chunks(self.order).map(symbol::cell_numbers).collect()
        };
        rows.join("\n") + "\n"
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        let cells: Vec<Option<Value>> = solution.iter().map(|&value| Some(value)).collect();
        if self.order <= symbol::MAX_ORDER {
            cells.into_iter().map(symbol::cell_symbol).collect()
        } else {
            symbol::cell_numbers(&cells)
        }
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        read::read_solutions(self.order, source, text)
    }
}

impl PuzzlePicture for SudokuPuzzle {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        self.grid_drawing(solutions).draw_text()
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.grid_drawing(solutions).draw_svg(&self.title())
    }

    fn draw_marks(
        &self,
        viewpoint: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[PictureMark],
    ) -> Option<MarkedPicture> {
        if !viewpoints::has_cells(viewpoint) {
            return None;
        }
        let grid = self.grid_drawing(solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(by_cell(marks)).draw_both(&self.title()))
    }

    fn board_layout(&self, viewpoint: &Viewpoint) -> Option<BoardLayout> {
        let boxes = Some((self.box_height, self.box_width()));
        viewpoints::has_cells(viewpoint)
            .then(|| BoardLayout { boxes, ..BoardLayout::square_board(self.order) })
    }
}

impl PuzzleReduction for SudokuPuzzle {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        vec![NumberedCuts::new("clues", self.clues.iter().flatten().count())]
    }

    fn make_cut(&self, _kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let clues = without_clues(&self.clues, run);
        Some(Box::new(SudokuPuzzle { clues, ..self.clone() }))
    }
}
