//! The model of a Latin square without its clues.

use crate::instance::Viewpoint;
use crate::model::{Model, ModelError, VarId};

use super::super::grid_model::{add_cells, column, post_latin, post_sum, row};
use super::Latin;
use super::instance::{SUMS, SYMMETRY};
use super::symmetry::Symmetry;

/// The model with a variable for each cell. The values in each row and each
/// column differ. The options of `viewpoint` add their constraints.
pub(super) fn cells(latin: &Latin, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
    let order = latin.order();
    let mut model = Model::new(format!("latin {order}x{order}"));
    let cells = add_cells(&mut model, order, order)?;
    post_latin(&mut model, &cells, order)?;
    if viewpoint.has(&SUMS) {
        post_sums(&mut model, &cells, order)?;
    }
    if viewpoint.has(&SYMMETRY) {
        Symmetry::of(latin)?.post(&mut model, &cells, order)?;
    }
    Ok(model)
}

/// Posts the sum `n(n+1)/2` of every row and column. The sums are redundant:
/// they follow from the values being different.
///
/// The sums were fitted to reproduce the published tables of Crawford and
/// Aranda; their paper does not name them.
fn post_sums(model: &mut Model, cells: &[VarId], order: usize) -> Result<(), ModelError> {
    let sum = (order * (order + 1) / 2) as i64;
    for i in 0..order {
        post_sum(model, format!("row sum {}", i + 1), row(cells, order, i), sum)?;
    }
    for i in 0..order {
        post_sum(model, format!("column sum {}", i + 1), column(cells, order, i), sum)?;
    }
    Ok(())
}
