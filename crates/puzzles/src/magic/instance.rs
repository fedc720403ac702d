//! A magic square with clues as an instance.

use std::ops::Range;

use parallax_instance::{
    BoardLayout, BrokenRuleError, InputError, Instance, MarkedPicture, ModelOption, ModelSource,
    OptionEffect, PictureMark, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    SolutionWeight, Viewpoint,
};
use parallax_model::{Given, Model, ModelError, NumberedCuts, Solution, Value, VarId};

use super::super::errors::PuzzleBoardError;
use super::super::grid::{GridDrawing, by_cell};
use super::super::grid_model::cell_values;
use super::super::line_fields::count_noun;
use super::super::{grid_solutions, symmetry};
use super::symmetry::MagicSymmetryBreaker;
use super::{model, rules};

/// The models of a magic square.
const MODEL_NAMES: &[&str] = &["cells"];

/// The option that fixes the order of the corners.
pub(super) const CORNERS_OPTION: ModelOption = ModelOption {
    name: "corners",
    words: "one of the 24 orders of the corners: upper left < lower left < upper right < lower right",
    effect: OptionEffect::Part,
};

/// The option that keeps one solution of each orbit.
pub(super) const SYMMETRY_OPTION: ModelOption =
    symmetry::symmetry_option("without clues: one square of each class under exchanges of lines");

/// The options of the models.
const MODEL_OPTIONS: &[ModelOption] = &[CORNERS_OPTION, SYMMETRY_OPTION];

/// Maximum supported order.
pub const MAX_ORDER: usize = 100;

/// A magic square: the values from 1 to `order * order`, each once, with one sum in all rows,
/// columns and both diagonals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MagicPuzzle {
    order: usize,
    /// Cells, row by row from 0, and their values, in the order read. A cell
    /// may occur twice.
    clues: Vec<(usize, Value)>,
}

impl MagicPuzzle {
    /// Makes the square with these clues: cells, row by row from 0, and values. Clues may
    /// contradict each other.
    ///
    /// # Errors
    /// Returns an error if the order is 0 or beyond [`MAX_ORDER`], or a clue is out of range.
    pub fn new(order: usize, clues: Vec<(usize, Value)>) -> Result<Self, PuzzleBoardError> {
        if !(1..=MAX_ORDER).contains(&order) {
            return Err(PuzzleBoardError::MagicOrder { order });
        }
        let cells = order * order;
        let allowed = |&&(cell, value): &&(usize, Value)| {
            cell < cells && (1..=cells as Value).contains(&value)
        };
        match clues.iter().find(|clue| !allowed(clue)) {
            Some(&(cell, clue)) => Err(PuzzleBoardError::MagicClue { clue, cell }),
            None => Ok(MagicPuzzle { order, clues }),
        }
    }

    /// Creates the square without clues.
    ///
    /// # Errors
    /// Returns the errors of [`new`](MagicPuzzle::new).
    pub fn without_clues(order: usize) -> Result<Self, PuzzleBoardError> {
        MagicPuzzle::new(order, Vec::new())
    }

    /// Returns the number of rows and columns.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the clues: cells, row by row from 0, and their values.
    #[must_use]
    pub fn clues(&self) -> &[(usize, Value)] {
        &self.clues
    }

    fn grid_drawing<'a>(&self, solutions: &'a [PuzzleSolution]) -> GridDrawing<'a> {
        let mut clues = vec![None; self.order * self.order];
        // Backwards, so that the first of several clues of a cell is drawn.
        for &(cell, value) in self.clues.iter().rev() {
            clues[cell] = Some(value);
        }
        GridDrawing::new_square(self.order, clues, |v| v.to_string(), solutions)
    }
}

impl ModelSource for MagicPuzzle {
    fn puzzle_name(&self) -> &'static str {
        "magic"
    }

    fn title(&self) -> String {
        format!(
            "magic square {0}x{0}, {1}",
            self.order,
            count_noun(self.clues.len(), "clue", "clues")
        )
    }

    fn model_names(&self) -> &'static [&'static str] {
        MODEL_NAMES
    }

    fn model_options(&self) -> &'static [ModelOption] {
        MODEL_OPTIONS
    }

    fn solution_weight(&self, viewpoint: &Viewpoint) -> Option<SolutionWeight> {
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            MagicSymmetryBreaker::from_square(self).ok().map(|symmetry| symmetry.solution_weight())
        } else {
            Some(SolutionWeight::unit_weight())
        }
    }

    /// Symmetry is broken only in a square without clues, so with the option the key contains the
    /// clues.
    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            format!("{}/{viewpoint}", self.write_instance())
        } else {
            format!("magic:{}/{viewpoint}", self.order)
        }
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        model::cells_model(self, viewpoint)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        self.clues
            .iter()
            .map(|&(cell, value)| Given { variable: VarId::new(cell), value })
            .collect()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        cell_values(solution, self.order * self.order)
    }
}

impl Instance for MagicPuzzle {
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

impl PuzzleNotation for MagicPuzzle {
    /// Writes the form of CSPLib 019: the order and the number of clues, then
    /// one clue per line.
    fn write_instance(&self) -> String {
        let mut text = format!("{} {}\n", self.order, self.clues.len());
        for (cell, value) in &self.clues {
            text.push_str(&format!(
                "{} {} {value}\n",
                cell / self.order + 1,
                cell % self.order + 1
            ));
        }
        text
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        grid_solutions::write_solution(solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        grid_solutions::read_grid_solutions(source, text, self.order, self.order * self.order)
    }
}

impl PuzzlePicture for MagicPuzzle {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        self.grid_drawing(solutions).draw_text()
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.grid_drawing(solutions).draw_svg(&self.title())
    }

    fn draw_marks(
        &self,
        _: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[PictureMark],
    ) -> Option<MarkedPicture> {
        let grid = self.grid_drawing(solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(by_cell(marks)).draw_both(&self.title()))
    }

    fn board_layout(&self, _viewpoint: &Viewpoint) -> Option<BoardLayout> {
        Some(BoardLayout::square_board(self.order))
    }
}

impl PuzzleReduction for MagicPuzzle {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        vec![NumberedCuts::new("clues", self.clues.len())]
    }

    fn make_cut(&self, _kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        // `get` fails if the run reaches beyond the clues.
        let kept = [self.clues.get(..run.start)?, self.clues.get(run.end..)?].concat();
        Some(Box::new(MagicPuzzle { clues: kept, ..self.clone() }))
    }
}
