//! Neighbours without X or V: they sum neither to 10 nor to 5.

use parallax_model::{ComparisonOperator, ModelError};

use super::AnyRule;
use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesRuleForm, FPuzzlesWriter, XV_RULE_NAME};
use crate::iss::{IssItem, IssRuleForm};
use crate::model::GridModelBuilder;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Cells side by side without an X or a V between them sum neither to 10 nor to 5.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnmarkedXv;

impl PlainRuleForm for UnmarkedXv {
    const KEYS: &'static [&'static str] = &["all xv"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.require_no_arguments()?;
        Ok(vec![UnmarkedXv])
    }
}

impl IssRuleForm for UnmarkedXv {
    const TYPES: &'static [&'static str] = &["StrictXV"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.require_no_arguments()?;
        Ok(vec![UnmarkedXv])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some("StrictXV".to_owned())
    }
}

impl GridRule for UnmarkedXv {
    fn describe_rule(&self, _: GridShape) -> String {
        "all xv".to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        let marked: std::collections::HashSet<_> = puzzle
            .rules
            .iter()
            .filter_map(|rule| match rule {
                AnyRule::Xv(xv) => {
                    Some((xv.cells[0].min(xv.cells[1]), xv.cells[0].max(xv.cells[1])))
                }
                _ => None,
            })
            .collect();
        for (a, b) in puzzle.shape.step_pairs(&crate::shape::SIDE_STEPS) {
            if puzzle.has_value(a) && puzzle.has_value(b) && !marked.contains(&(a, b)) {
                let label = format!("no x or v {}", puzzle.shape.cell_names(&[a, b]));
                for sum in [5, 10] {
                    builder.post_sum(&label, &[(1, a), (1, b)], ComparisonOperator::Ne, sum)?;
                }
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let is_marked = |a: usize, b: usize| {
            let joins = |rule: &AnyRule| match rule {
                AnyRule::Xv(xv) => xv.cells == [a, b] || xv.cells == [b, a],
                _ => false,
            };
            filled.puzzle.rules.iter().any(joins)
        };
        for cell in 0..shape.cell_count() {
            for other in
                [shape.step_from(cell, (0, 1)), shape.step_from(cell, (1, 0))].into_iter().flatten()
            {
                let (Some(a), Some(b)) = (filled.get(cell), filled.get(other)) else { continue };
                if matches!(a + b, 5 | 10) && !is_marked(cell, other) {
                    let cells = shape.locate_all(&[cell, other]);
                    return Err(RuleBreach::XvAbsence { cells, sum: a + b });
                }
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        Some("all xv".to_owned())
    }
}

impl FPuzzlesRuleForm for UnmarkedXv {
    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.add_negative_rule(XV_RULE_NAME);
        Ok(())
    }
}
