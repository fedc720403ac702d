//! No two rows and no two columns are equal.

use std::sync::Arc;

use parallax_model::{Atom, Clause, Constraint, Domain, ModelError, Relation, Table};

use super::Rule;
use crate::errors::RuleBreach;
use crate::filled::Filled;
use crate::model::Builder;
use crate::shape::{Shape, Side};

/// No two rows and no two columns are equal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UniqueLines;

impl Rule for UniqueLines {
    fn words(&self, _: Shape) -> String {
        "unique lines".to_owned()
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        Vec::new()
    }

    /// For each pair of lines and each place, a hidden variable says whether they differ there.
    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let shape = builder.shape();
        let xor = [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]];
        let tuples = Arc::new(xor.map(|tuple| tuple.to_vec()).to_vec());
        for (side, word) in [(Side::Left, "rows"), (Side::Top, "columns")] {
            let lines: Vec<Vec<usize>> =
                (0..shape.lines(side)).map(|place| shape.line(side, place)).collect();
            for (second, right) in lines.iter().enumerate() {
                for (first, left) in lines[..second].iter().enumerate() {
                    let label = format!("unique lines {word} {} {}", first + 1, second + 1);
                    let mut atoms = Vec::with_capacity(left.len());
                    for (&a, &b) in left.iter().zip(right) {
                        let differs = builder.hidden("differ", Domain::boolean())?;
                        let scope = vec![builder.variable(a)?, builder.variable(b)?, differs];
                        let table = Table { scope, tuples: tuples.clone(), forbidden: false };
                        builder.post(label.clone(), Constraint::Table(table))?;
                        atoms.push(Atom::new(differs, Relation::Eq, 1));
                    }
                    builder.post(label, Constraint::Clause(Clause { atoms }))?;
                }
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let rows: Vec<_> = (0..shape.rows).map(|r| filled.values(&shape.row_cells(r))).collect();
        let columns: Vec<_> =
            (0..shape.columns).map(|c| filled.values(&shape.column_cells(c))).collect();
        for (word, lines) in [("rows", rows), ("columns", columns)] {
            for (second, line) in lines.iter().enumerate() {
                if let Some(first) = lines[..second].iter().position(|other| other == line) {
                    return Err(RuleBreach::EqualLines { lines: word, first, second });
                }
            }
        }
        Ok(())
    }

    fn write(&self, _: Shape) -> Option<String> {
        None
    }
}
