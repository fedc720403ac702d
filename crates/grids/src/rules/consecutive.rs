//! Non-consecutive: cells side by side do not differ by 1.

use parallax_model::{ModelError, Value};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter, has_dots};
use crate::iss::{IssItem, IssRuleForm};
use crate::model::GridModelBuilder;
use crate::plain::KeyLine;
use crate::shape::GridShape;
use crate::shape::SIDE_STEPS;

/// Cells side by side do not differ by 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NonConsecutive;

impl PlainRuleForm for NonConsecutive {
    const KEYS: &'static [&'static str] = &["non-consecutive"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.require_no_arguments()?;
        Ok(vec![NonConsecutive])
    }
}

impl IssRuleForm for NonConsecutive {
    const TYPES: &'static [&'static str] = &["AntiConsecutive"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.require_no_arguments()?;
        Ok(vec![NonConsecutive])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some("AntiConsecutive".to_owned())
    }
}

impl GridRule for NonConsecutive {
    fn describe_rule(&self, _: GridShape) -> String {
        "non-consecutive".to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        for (a, b) in puzzle.shape.step_pairs(&SIDE_STEPS) {
            if puzzle.has_value(a) && puzzle.has_value(b) {
                let label = format!("non-consecutive {}", puzzle.shape.cell_names(&[a, b]));
                builder.post_table(&label, &[a, b], |tuple: &[Value]| {
                    tuple[0].abs_diff(tuple[1]) != 1
                })?;
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        for cell in 0..shape.cell_count() {
            for other in
                [shape.step_from(cell, (0, 1)), shape.step_from(cell, (1, 0))].into_iter().flatten()
            {
                if let (Some(a), Some(b)) = (filled.get(cell), filled.get(other))
                    && (a == b + 1 || b == a + 1)
                {
                    let cells = shape.locate_all(&[cell, other]);
                    return Err(RuleBreach::Neighbours { cells, left: a, right: b });
                }
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        Some("non-consecutive".to_owned())
    }
}

impl FPuzzlesRuleForm for NonConsecutive {
    const NAMES: &'static [&'static str] = &["nonconsecutive"];
    const FIELDS: &'static [&'static str] = &[];

    fn read_entry(_: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(vec![NonConsecutive])
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        if has_dots(file.puzzle) {
            return Err(GridFormError::DotsSpare);
        }
        file.set_flag("nonconsecutive");
        Ok(())
    }
}
