//! A Latin square with holes as an instance.

use std::ops::Range;

use parallax_instance::{
    BoardLayout, BrokenRuleError, InputError, Instance, MarkedPicture, ModelOption, ModelSource,
    OptionEffect, PictureMark, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    SolutionWeight, Viewpoint,
};
use parallax_model::{Given, Model, ModelError, NumberedCuts, Solution, Value};

use super::super::errors::PuzzleBoardError;
use super::super::grid::{GridDrawing, by_cell, without_clues};
use super::super::line_fields::count_noun;
use super::super::{grid_rules, grid_solutions, symmetry};
use super::read;
use super::symmetry::LatinSymmetryBreaker;
use super::viewpoints::{self, LatinViewpoint};

/// The option that adds redundant sums.
pub(super) const SUMS_OPTION: ModelOption = ModelOption {
    name: "sums",
    words: "redundant sums of every row and every column",
    effect: OptionEffect::Same,
};

/// The option that keeps one solution of each orbit.
pub(super) const SYMMETRY_OPTION: ModelOption = symmetry::symmetry_option(
    "values and rows without clues in ascending order; no clues: reduced squares",
);

/// The options of the models.
const MODEL_OPTIONS: &[ModelOption] = &[SUMS_OPTION, SYMMETRY_OPTION];

/// Maximum supported order.
pub const MAX_ORDER: usize = 200;

/// A Latin square: values from 1 to the order, different within each row and each column. Known
/// cells are clues, the others are holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatinPuzzle {
    order: usize,
    /// The clue of each cell, row by row.
    clues: Vec<Option<Value>>,
}

impl LatinPuzzle {
    /// Makes the square of `order * order` clues, row by row; clues may contradict each other.
    ///
    /// # Errors
    /// Returns an error if the order is 0 or beyond [`MAX_ORDER`], the length is wrong or a clue
    /// is out of range.
    pub fn new(order: usize, clues: Vec<Option<Value>>) -> Result<Self, PuzzleBoardError> {
        if !(1..=MAX_ORDER).contains(&order) {
            return Err(PuzzleBoardError::LatinOrder { order });
        }
        if clues.len() != order * order {
            return Err(PuzzleBoardError::Cells {
                cells: clues.len(),
                puzzle: "Latin square",
                order,
            });
        }
        let allowed = 1..=order as Value;
        match clues.iter().flatten().find(|&clue| !allowed.contains(clue)) {
            Some(&clue) => Err(PuzzleBoardError::Clue { clue, order }),
            None => Ok(LatinPuzzle { order, clues }),
        }
    }

    /// Creates the square without clues.
    ///
    /// # Errors
    /// Returns the errors of [`new`](LatinPuzzle::new).
    pub fn without_clues(order: usize) -> Result<Self, PuzzleBoardError> {
        // A larger order is refused below; the limit only keeps the list small until then.
        LatinPuzzle::new(order, vec![None; order.min(MAX_ORDER).pow(2)])
    }

    /// Returns the number of rows and columns.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the clue of every cell, row by row.
    #[must_use]
    pub fn clues(&self) -> &[Option<Value>] {
        &self.clues
    }

    fn grid_drawing<'a>(&self, solutions: &'a [PuzzleSolution]) -> GridDrawing<'a> {
        GridDrawing::new_square(self.order, self.clues.clone(), |v| v.to_string(), solutions)
    }
}

impl ModelSource for LatinPuzzle {
    fn puzzle_name(&self) -> &'static str {
        "latin"
    }

    fn title(&self) -> String {
        let holes = self.clues.iter().filter(|clue| clue.is_none()).count();
        format!("latin square {0}x{0}, {1}", self.order, count_noun(holes, "hole", "holes"))
    }

    fn model_names(&self) -> &'static [&'static str] {
        viewpoints::MODEL_NAMES
    }

    fn model_options(&self) -> &'static [ModelOption] {
        MODEL_OPTIONS
    }

    fn solution_weight(&self, viewpoint: &Viewpoint) -> Option<SolutionWeight> {
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            Some(LatinSymmetryBreaker::from_square(self).ok()?.solution_weight(self.order))
        } else {
            Some(SolutionWeight::unit_weight())
        }
    }

    /// With symmetry broken, and in `triples`, the model depends on the clues.
    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        if LatinViewpoint::has_clues(viewpoint) {
            format!("{}/{viewpoint}", self.write_instance())
        } else {
            format!("latin:{}/{viewpoint}", self.order)
        }
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        viewpoints::viewpoint_model(self, viewpoint)
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        viewpoints::clue_givens(self, viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        viewpoints::solution_cells(self, viewpoint, solution)
    }
}

impl Instance for LatinPuzzle {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        grid_rules::check_full(self.order, self.order, solution)?;
        let clues = self.clues.iter().enumerate();
        grid_rules::clues_kept(
            self.order,
            clues.filter_map(|(cell, &clue)| Some((cell, clue?))),
            solution,
        )?;
        grid_rules::rows_and_columns(self.order, solution)
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

impl PuzzleNotation for LatinPuzzle {
    /// Writes the `.pls` form: values from 0, -1 for a hole.
    fn write_instance(&self) -> String {
        let mut text = format!("order {}\n", self.order);
        for row in self.clues.chunks(self.order) {
            let row: Vec<String> =
                row.iter().map(|clue| format!("{:>3}", clue.map_or(-1, |v| v - 1))).collect();
            text.push_str(&row.join(" "));
            text.push('\n');
        }
        text
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        grid_solutions::write_solution(solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        read::read_solutions(self.order, source, text)
    }
}

impl PuzzlePicture for LatinPuzzle {
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
        if LatinViewpoint::from_viewpoint(viewpoint) != LatinViewpoint::Cells {
            return None;
        }
        let grid = self.grid_drawing(solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(by_cell(marks)).draw_both(&self.title()))
    }

    fn board_layout(&self, viewpoint: &Viewpoint) -> Option<BoardLayout> {
        (LatinViewpoint::from_viewpoint(viewpoint) == LatinViewpoint::Cells)
            .then(|| BoardLayout::square_board(self.order))
    }
}

impl PuzzleReduction for LatinPuzzle {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        vec![NumberedCuts::new("clues", self.clues.iter().flatten().count())]
    }

    fn make_cut(&self, _kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let clues = without_clues(&self.clues, run);
        Some(Box::new(LatinPuzzle { clues, ..self.clone() }))
    }
}
