//! The model of a magic square without its clues.

use crate::model::{Constraint, Linear, Model, ModelError, Relation, VarId};

use super::super::grid_model::{add_cells, column, post_different, row};

/// A variable a cell, all different; rows, columns and diagonals have the sum
/// `n(n^2+1)/2`.
pub(super) fn cells(order: usize) -> Result<Model, ModelError> {
    let mut model = Model::new(format!("magic {order}x{order}"));
    let cells = add_cells(&mut model, order, order * order)?;
    post_different(&mut model, "cells".to_owned(), cells.clone())?;
    let sum = (order * (order * order + 1) / 2) as i64;
    let mut post = |label: String, scope: Vec<VarId>| {
        model.post(label, Constraint::Linear(Linear::sum(scope, Relation::Eq, sum)))
    };
    for i in 0..order {
        post(format!("row {}", i + 1), row(&cells, order, i))?;
    }
    for i in 0..order {
        post(format!("column {}", i + 1), column(&cells, order, i))?;
    }
    post("diagonal 1".to_owned(), (0..order).map(|i| cells[i * order + i]).collect())?;
    post("diagonal 2".to_owned(), (0..order).map(|i| cells[i * order + order - 1 - i]).collect())?;
    Ok(model)
}
