//! The problems of the tables and their models.

use std::sync::Arc;

use crate::instance::Instance;
use crate::model::{Compare, Constraint, Linear, Model, ModelError, Relation, VarId};
use crate::puzzles::latin::Latin;
use crate::puzzles::magic::Magic;
use crate::puzzles::sudoku::Sudoku;

/// A puzzle to solve with a model of it.
#[derive(Clone)]
pub struct Problem {
    /// The puzzle.
    pub instance: Arc<dyn Instance>,
    /// How a table names it: `N=5`, `25`.
    pub name: String,
    /// The model.
    pub viewpoint: &'static str,
}

impl Problem {
    /// The empty Latin square of an order. The paper names the all-different
    /// constraints only; with the sums of rows and columns besides
    /// (`cells+sums`) the counts come out.
    ///
    /// # Errors
    /// In words, when there is no such order.
    pub fn latin(order: usize, fitted: bool) -> Result<Self, String> {
        let viewpoint = if fitted { "cells+sums" } else { "cells" };
        Ok(Problem {
            instance: Arc::new(Latin::empty(order)?),
            name: format!("N={order}"),
            viewpoint,
        })
    }

    /// The empty magic square of an order. With the order of its corners
    /// besides (`cells+corners`) the counts of the paper come out.
    ///
    /// # Errors
    /// In words, when there is no such order.
    pub fn magic(order: usize, fitted: bool) -> Result<Self, String> {
        let viewpoint = if fitted { "cells+corners" } else { "cells" };
        Ok(Problem {
            instance: Arc::new(Magic::empty(order)?),
            name: format!("N²={}", order * order),
            viewpoint,
        })
    }

    /// A Sudoku.
    pub fn sudoku(board: Sudoku, name: impl Into<String>) -> Self {
        Problem { instance: Arc::new(board), name: name.into(), viewpoint: "cells" }
    }

    /// The model without the clues.
    ///
    /// # Errors
    /// Those of the puzzle.
    pub fn model(&self) -> Result<Model, ModelError> {
        // FALLBACK, to be deleted once the puzzles offer both models; then
        // this is `self.instance.model(self.viewpoint)` and nothing else.
        if !self.instance.models().contains(&self.viewpoint) {
            let mut model = self.instance.model("cells")?;
            add_fitted(&mut model, self.viewpoint)?;
            return Ok(model);
        }
        self.instance.model(self.viewpoint)
    }
}

/// Part of the FALLBACK above: what the names of both models say.
fn add_fitted(model: &mut Model, viewpoint: &str) -> Result<(), ModelError> {
    let order = model.grid().unwrap_or(0);
    let cell = |row: usize, column: usize| VarId::new(row * order + column);
    match viewpoint {
        "cells+sums" => {
            let sum = (order * (order + 1) / 2) as i64;
            for i in 0..order {
                let row = Linear::sum((0..order).map(|j| cell(i, j)), Relation::Eq, sum);
                model.post(format!("row sum {}", i + 1), Constraint::Linear(row))?;
                let column = Linear::sum((0..order).map(|j| cell(j, i)), Relation::Eq, sum);
                model.post(format!("column sum {}", i + 1), Constraint::Linear(column))?;
            }
        }
        "cells+corners" if order > 1 => {
            let last = order - 1;
            let corners = [cell(0, 0), cell(last, 0), cell(0, last), cell(last, last)];
            for pair in corners.windows(2) {
                let less = Compare::new(pair[0], Relation::Lt, pair[1]);
                model.post("corners", Constraint::Compare(less))?;
            }
        }
        _ => {}
    }
    Ok(())
}
