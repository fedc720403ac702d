//! The pictures of an instance for people, in text and as SVG documents, and its board.

use super::{Instance, PuzzleSolution, Viewpoint, draw_text};
use parallax_model::VarId;

/// The pictures of an instance and of its solutions.
///
/// A wrapper with its own pictures draws what has no default; the rest asks the instance inside.
pub trait PuzzlePicture: Instance {
    /// Returns a picture in text, with no solution, one, or several. With several, draws each and
    /// marks its differences from the first.
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String;

    /// Returns the picture of [`draw_text`](PuzzlePicture::draw_text) as an SVG document. By
    /// default, it shows that text.
    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        match self.wrapped_instance() {
            Some(inner) => inner.picture().draw_svg(solutions),
            None => draw_text(&self.draw_text(solutions)),
        }
    }

    /// Returns the picture of the instance or of a solution, in text and as an SVG document, with
    /// the cells of some variables of the model marked. `None`, the default, if the variables have
    /// no cells.
    fn draw_marks(
        &self,
        viewpoint: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[PictureMark],
    ) -> Option<MarkedPicture> {
        self.wrapped_instance()?.picture().draw_marks(viewpoint, solution, marks)
    }

    /// Returns the maximum number of solutions to show as pictures, 10 by default. More solutions
    /// are better shown one on a line.
    fn max_pictures(&self) -> usize {
        self.wrapped_instance().map_or(10, |inner| inner.picture().max_pictures())
    }

    /// Returns the places of that model's variables. `None`, the default, if they are not the cells
    /// of a board.
    fn board_layout(&self, viewpoint: &Viewpoint) -> Option<BoardLayout> {
        self.wrapped_instance()?.picture().board_layout(viewpoint)
    }
}

/// A mark in a picture, at the cell of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureMark {
    /// The variable.
    pub variable: VarId,
    /// The sign after the value in text.
    pub sign: char,
}

/// A picture with marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPicture {
    /// The picture in text.
    pub text: String,
    /// The picture as an SVG document.
    pub svg: String,
}

/// The cells of a board, and the variables in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// Height and width of a box, if the puzzle has boxes.
    pub boxes: Option<(usize, usize)>,
    /// The cell of each of the model's first variables, row by row from 0.
    pub cells: Vec<usize>,
}

impl BoardLayout {
    /// Creates a square board without boxes, with a variable in each cell.
    #[must_use]
    pub fn square_board(order: usize) -> Self {
        BoardLayout {
            rows: order,
            columns: order,
            boxes: None,
            cells: (0..order * order).collect(),
        }
    }

    /// Returns the row of a cell, from 0.
    #[must_use]
    pub fn row_of(&self, cell: usize) -> usize {
        cell / self.columns
    }

    /// Returns the column of a cell, from 0.
    #[must_use]
    pub fn column_of(&self, cell: usize) -> usize {
        cell % self.columns
    }

    /// Returns the box of a cell, row by row from 0, if there are boxes.
    #[must_use]
    pub fn box_of(&self, cell: usize) -> Option<usize> {
        let (height, width) = self.boxes?;
        // Each band of boxes has `columns / width` of them.
        Some(self.row_of(cell) / height * (self.columns / width) + self.column_of(cell) / width)
    }
}
