//! Variables and constraints of square grids. Cells are in row order.

use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, Linear, Model, ModelError,
    Solution, Value, VarId,
};

/// Adds the variables `r1c1`, `r1c2`, ... with the domain `1..=largest`.
pub(super) fn add_cells(
    model: &mut Model,
    order: usize,
    largest: usize,
) -> Result<Vec<VarId>, ModelError> {
    let domain = Domain::from_range(1, largest as Value);
    let names =
        (0..order * order).map(|cell| format!("r{}c{}", cell / order + 1, cell % order + 1));
    let cells = names.map(|name| model.add_shown(name, domain.clone()));
    let cells = cells.collect::<Result<_, _>>()?;
    model.set_grid(order)?;
    Ok(cells)
}

/// Returns the cells of a row.
pub(super) fn row_cells(cells: &[VarId], order: usize, row: usize) -> Vec<VarId> {
    cells.iter().copied().skip(row * order).take(order).collect()
}

/// Returns the cells of a column.
pub(super) fn column_cells(cells: &[VarId], order: usize, column: usize) -> Vec<VarId> {
    cells.iter().copied().skip(column).step_by(order).collect()
}

/// Posts that every row and every column has different values.
pub(super) fn post_latin(
    model: &mut Model,
    cells: &[VarId],
    order: usize,
) -> Result<(), ModelError> {
    for i in 0..order {
        post_different_classes(model, format!("row {}", i + 1), row_cells(cells, order, i))?;
    }
    for i in 0..order {
        post_different_classes(model, format!("column {}", i + 1), column_cells(cells, order, i))?;
    }
    Ok(())
}

/// Posts that the variables take different values.
pub(super) fn post_different_classes(
    model: &mut Model,
    label: String,
    scope: Vec<VarId>,
) -> Result<(), ModelError> {
    model.post(label, Constraint::AllDifferent(AllDifferent { scope }))
}

/// Posts that the variables sum up to `sum`.
pub(super) fn post_sum(
    model: &mut Model,
    label: String,
    scope: Vec<VarId>,
    sum: i64,
) -> Result<(), ModelError> {
    model
        .post(label, Constraint::Linear(Linear::unweighted_sum(scope, ComparisonOperator::Eq, sum)))
}

/// Posts that one variable is below another.
pub(super) fn post_less(
    model: &mut Model,
    label: &str,
    left: VarId,
    right: VarId,
) -> Result<(), ModelError> {
    model.post(label, Constraint::Compare(Compare::new(left, ComparisonOperator::Lt, right)))
}

/// Returns the values of the first `cells` variables of a solution.
pub(super) fn cell_values(solution: &Solution, cells: usize) -> Vec<Value> {
    solution.values().iter().copied().take(cells).collect()
}
