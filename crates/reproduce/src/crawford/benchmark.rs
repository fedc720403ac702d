//! The problems of the tables and their models.

use std::sync::Arc;

use parallax_instance::{Instance, Viewpoint};
use parallax_model::{Model, ModelError};
use parallax_puzzles::latin::LatinPuzzle;
use parallax_puzzles::magic::MagicPuzzle;

use super::table_error::TableError;

/// A puzzle to solve with a model of it.
#[derive(Clone)]
pub struct BenchmarkPuzzle {
    /// The puzzle.
    pub instance: Arc<dyn Instance>,
    /// Its name in tables: `N=5`, `25`.
    pub name: String,
    /// The model.
    pub viewpoint: Viewpoint,
}

impl BenchmarkPuzzle {
    /// Returns the empty Latin square of an order. The paper names only the all-different
    /// constraints; with the sums of rows and columns added (`cells+sums`) its counts are
    /// reproduced.
    ///
    /// # Errors
    /// Returns an error if the order is impossible.
    pub fn latin_square(order: usize, fitted: bool) -> Result<Self, TableError> {
        let square = LatinPuzzle::without_clues(order)?;
        BenchmarkPuzzle::from_instance(
            square,
            format!("N={order}"),
            if fitted { "cells+sums" } else { "cells" },
        )
    }

    /// Returns the empty magic square of an order. With the order of its corners added
    /// (`cells+corners`) the counts of the paper are reproduced.
    ///
    /// # Errors
    /// Returns an error if the order is impossible.
    pub fn magic_square(order: usize, fitted: bool) -> Result<Self, TableError> {
        let square = MagicPuzzle::without_clues(order)?;
        let name = format!("N²={}", order * order);
        BenchmarkPuzzle::from_instance(square, name, if fitted { "cells+corners" } else { "cells" })
    }

    /// Returns a Sudoku with its default viewpoint.
    pub fn sudoku_board(board: Arc<dyn Instance>, name: impl Into<String>) -> Self {
        let viewpoint = board.default_viewpoint();
        BenchmarkPuzzle { instance: board, name: name.into(), viewpoint }
    }

    fn from_instance(
        instance: impl Instance + 'static,
        name: String,
        viewpoint: &str,
    ) -> Result<Self, TableError> {
        let viewpoint = instance.viewpoint(viewpoint)?;
        Ok(BenchmarkPuzzle { instance: Arc::new(instance), name, viewpoint })
    }

    /// Returns the model without the clues.
    ///
    /// # Errors
    /// Returns the errors of the puzzle.
    pub fn empty_model(&self) -> Result<Model, ModelError> {
        self.instance.model(&self.viewpoint)
    }
}
