//! Neighbours without X or V: they sum neither to 10 nor to 5.

use parallax_model::{ModelError, Relation};

use super::{Kind, Rule};
use super::AnyRule;
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, RuleBreach};
use crate::filled::Filled;
use crate::iss::{Iss, Item};
use crate::fpuzzles::{FPuzzles, File, XV};
use crate::model::Builder;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Cells side by side without an X or a V between them sum neither to 10 nor to 5.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnmarkedXv;

impl Kind for UnmarkedXv {
    const KEYS: &'static [&'static str] = &["all xv"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.bare()?;
        Ok(vec![UnmarkedXv])
    }
}

impl Iss for UnmarkedXv {
    const TYPES: &'static [&'static str] = &["StrictXV"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        item.bare()?;
        Ok(vec![UnmarkedXv])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some("StrictXV".to_owned())
    }
}

impl Rule for UnmarkedXv {
    fn words(&self, _: Shape) -> String {
        "all xv".to_owned()
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        Vec::new()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        let marked: std::collections::HashSet<_> = puzzle
            .rules
            .iter()
            .filter_map(|rule| match rule {
                AnyRule::Xv(xv) => Some((xv.cells[0].min(xv.cells[1]), xv.cells[0].max(xv.cells[1]))),
                _ => None,
            })
            .collect();
        for (a, b) in puzzle.shape.pairs(&crate::shape::SIDES) {
            if puzzle.has_value(a) && puzzle.has_value(b) && !marked.contains(&(a, b)) {
                let label = format!("no x or v {}", puzzle.shape.names(&[a, b]));
                for sum in [5, 10] {
                    builder.sum(&label, &[(1, a), (1, b)], Relation::Ne, sum)?;
                }
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let is_marked = |a: usize, b: usize| {
            let joins = |rule: &AnyRule| match rule {
                AnyRule::Xv(xv) => xv.cells == [a, b] || xv.cells == [b, a],
                _ => false,
            };
            filled.puzzle.rules.iter().any(joins)
        };
        for cell in 0..shape.cells() {
            for other in [shape.step(cell, (0, 1)), shape.step(cell, (1, 0))].into_iter().flatten() {
                let (Some(a), Some(b)) = (filled.get(cell), filled.get(other)) else { continue };
                if matches!(a + b, 5 | 10) && !is_marked(cell, other) {
                    let cells = shape.locate_all(&[cell, other]);
                    return Err(RuleBreach::XvAbsence { cells, sum: a + b });
                }
            }
        }
        Ok(())
    }

    fn write(&self, _: Shape) -> Option<String> {
        Some("all xv".to_owned())
    }
}

impl FPuzzles for UnmarkedXv {
    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.negative(XV);
        Ok(())
    }
}
