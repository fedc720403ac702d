//! No two rows and no two columns are equal.

use std::sync::Arc;

use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, ModelError, Table,
};

use super::GridRule;
use crate::errors::RuleBreach;
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::shape::{GridShape, GridSide};

/// No two rows and no two columns are equal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UniqueLines;

impl GridRule for UniqueLines {
    fn describe_rule(&self, _: GridShape) -> String {
        "unique lines".to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    /// For each pair of lines and each index, a hidden variable says whether they differ there.
    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let shape = builder.grid_shape();
        // The hidden variable is the exclusive or of two cells, which are 0 or 1.
        let xor = [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]];
        let tuples = Arc::new(xor.map(|tuple| tuple.to_vec()).to_vec());
        for (side, word) in [(GridSide::Left, "rows"), (GridSide::Top, "columns")] {
            let lines: Vec<Vec<usize>> =
                (0..shape.line_count(side)).map(|index| shape.line_cells(side, index)).collect();
            for (second, right) in lines.iter().enumerate() {
                for (first, left) in lines[..second].iter().enumerate() {
                    let label = format!("unique lines {word} {} {}", first + 1, second + 1);
                    let mut atoms = Vec::with_capacity(left.len());
                    for (&a, &b) in left.iter().zip(right) {
                        let differs = builder.add_hidden("differ", Domain::boolean())?;
                        let scope =
                            vec![builder.cell_variable(a)?, builder.cell_variable(b)?, differs];
                        let table = Table { scope, tuples: tuples.clone(), forbidden: false };
                        builder.post_constraint(label.clone(), Constraint::Table(table))?;
                        atoms.push(AtomicConstraint::new(differs, ComparisonOperator::Eq, 1));
                    }
                    builder.post_constraint(label, Constraint::Clause(Clause { atoms }))?;
                }
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let rows: Vec<_> =
            (0..shape.rows).map(|r| filled.cell_values(&shape.row_cells(r))).collect();
        let columns: Vec<_> =
            (0..shape.columns).map(|c| filled.cell_values(&shape.column_cells(c))).collect();
        for (word, lines) in [("rows", rows), ("columns", columns)] {
            for (second, line) in lines.iter().enumerate() {
                if let Some(first) = lines[..second].iter().position(|other| other == line) {
                    return Err(RuleBreach::EqualLines { lines: word, first, second });
                }
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        None
    }
}
