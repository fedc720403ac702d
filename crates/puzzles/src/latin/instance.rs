//! A Latin square with holes as an instance.

use std::ops::Range;

use parallax_model::instance::{
    Board, BrokenRule, Effect, InputError, Instance, Mark, Marked, ModelOption, ModelSource,
    PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint, Weight,
};
use parallax_model::{Cuts, Given, Model, ModelError, Solution, Value};

use super::super::errors::BoardError;
use super::super::grid::{Grid, by_cell, without_clues};
use super::super::token::counted;
use super::super::{grid_rules, grid_solutions, symmetry};
use super::read;
use super::symmetry::Symmetry;
use super::views::{self, View};

/// The option that adds redundant sums.
pub(super) const SUMS: ModelOption = ModelOption {
    name: "sums",
    words: "redundant sums of every row and every column",
    effect: Effect::Same,
};

/// The option that keeps one solution of each orbit.
pub(super) const SYMMETRY: ModelOption =
    symmetry::option("values and rows without clues in ascending order; no clues: reduced squares");

/// The options of the models.
const OPTIONS: &[ModelOption] = &[SUMS, SYMMETRY];

/// Maximum supported order.
pub const MAX_ORDER: usize = 200;

/// A Latin square: values from 1 to the order, different within each row and each column. Known
/// cells are clues, the others are holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latin {
    order: usize,
    /// The clue of each cell, row by row.
    clues: Vec<Option<Value>>,
}

impl Latin {
    /// Makes the square of `order * order` clues, row by row; clues may contradict each other.
    ///
    /// # Errors
    /// Returns an error if the order is 0 or beyond [`MAX_ORDER`], the length is wrong or a clue
    /// is out of range.
    pub fn new(order: usize, clues: Vec<Option<Value>>) -> Result<Self, BoardError> {
        if !(1..=MAX_ORDER).contains(&order) {
            return Err(BoardError::LatinOrder { order });
        }
        if clues.len() != order * order {
            return Err(BoardError::Cells { cells: clues.len(), puzzle: "Latin square", order });
        }
        let allowed = 1..=order as Value;
        match clues.iter().flatten().find(|&clue| !allowed.contains(clue)) {
            Some(&clue) => Err(BoardError::Clue { clue, order }),
            None => Ok(Latin { order, clues }),
        }
    }

    /// The square without clues.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Latin::new).
    pub fn empty(order: usize) -> Result<Self, BoardError> {
        Latin::new(order, vec![None; order.min(MAX_ORDER).pow(2)])
    }

    /// The number of rows and columns.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The clue of every cell, row by row.
    #[must_use]
    pub fn clues(&self) -> &[Option<Value>] {
        &self.clues
    }

    fn grid<'a>(&self, solutions: &'a [PuzzleSolution]) -> Grid<'a> {
        Grid::square(self.order, self.clues.clone(), |v| v.to_string(), solutions)
    }
}

impl ModelSource for Latin {
    fn puzzle(&self) -> &'static str {
        "latin"
    }

    fn title(&self) -> String {
        let holes = self.clues.iter().filter(|clue| clue.is_none()).count();
        format!("latin square {0}x{0}, {1}", self.order, counted(holes, "hole", "holes"))
    }

    fn models(&self) -> &'static [&'static str] {
        views::NAMES
    }

    fn options(&self) -> &'static [ModelOption] {
        OPTIONS
    }

    fn weight(&self, viewpoint: &Viewpoint) -> Option<Weight> {
        if viewpoint.has(&SYMMETRY) {
            Some(Symmetry::of(self).ok()?.weight(self.order))
        } else {
            Some(Weight::one())
        }
    }

    /// With symmetry broken, and in `triples`, the model depends on the clues.
    fn shape(&self, viewpoint: &Viewpoint) -> String {
        if View::has_clues(viewpoint) {
            format!("{}/{viewpoint}", self.write())
        } else {
            format!("latin:{}/{viewpoint}", self.order)
        }
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        views::model(self, viewpoint)
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        views::givens(self, viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        views::solution(self, viewpoint, solution)
    }
}

impl Instance for Latin {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        grid_rules::full(self.order, self.order, solution)?;
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

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for Latin {
    /// Writes the `.pls` form: values from 0, -1 for a hole.
    fn write(&self) -> String {
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
        grid_solutions::write(solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        read::solutions(self.order, source, text)
    }
}

impl PuzzlePicture for Latin {
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
        if View::of(viewpoint) != View::Cells {
            return None;
        }
        let grid = self.grid(solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(by_cell(marks)).marked(&self.title()))
    }

    fn board(&self, viewpoint: &Viewpoint) -> Option<Board> {
        (View::of(viewpoint) == View::Cells).then(|| Board::square(self.order))
    }
}

impl PuzzleReduction for Latin {
    fn list_cuts(&self) -> Vec<Cuts> {
        vec![Cuts::new("clues", self.clues.iter().flatten().count())]
    }

    fn make_cut(&self, _kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let clues = without_clues(&self.clues, run);
        Some(Box::new(Latin { clues, ..self.clone() }))
    }
}
