//! Minimum and maximum cells: less or greater than all neighbours.

use parallax_model::{ComparisonOperator, ModelError};
use serde_json::json;

use super::AnyRule;
use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::IssRuleForm;
use crate::model::GridModelBuilder;
use crate::picture::colours::{CELL_GREY, OUTLINE_GREY};
use crate::picture::{GridPicture, PictureLayer};
use crate::plain::KeyLine;
use crate::shape::GridShape;
use crate::shape::SIDE_STEPS;

/// Each of the cells is less (greater) than every neighbour without the same mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Extreme {
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether they are greater.
    pub is_maximum: bool,
}

impl PlainRuleForm for Extreme {
    const KEYS: &'static [&'static str] = &["minimum", "maximum"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        Ok(vec![Extreme { cells: line.read_cells()?, is_maximum: line.key == "maximum" }])
    }
}

impl Extreme {
    fn plain_key(&self) -> &'static str {
        if self.is_maximum { "maximum" } else { "minimum" }
    }

    /// Returns the cells that have this mark from any rule of the puzzle.
    fn marked_cells<'m>(&self, marks: &'m ExtremeMarks) -> &'m [bool] {
        if self.is_maximum { &marks.maximum_marks } else { &marks.minimum_marks }
    }
}

/// The cells with a mark from any rule of a puzzle.
#[derive(Debug)]
pub(crate) struct ExtremeMarks {
    minimum_marks: Vec<bool>,
    maximum_marks: Vec<bool>,
}

impl ExtremeMarks {
    /// Collects the marks of a puzzle.
    pub(crate) fn from_puzzle(puzzle: &GridPuzzle) -> Self {
        let none = vec![false; puzzle.shape.cell_count()];
        let mut marks = ExtremeMarks { minimum_marks: none.clone(), maximum_marks: none };
        for rule in &puzzle.rules {
            let AnyRule::Extreme(rule) = rule else { continue };
            let marked =
                if rule.is_maximum { &mut marks.maximum_marks } else { &mut marks.minimum_marks };
            for &cell in &rule.cells {
                if let Some(mark) = marked.get_mut(cell) {
                    *mark = true;
                }
            }
        }
        marks
    }
}

impl IssRuleForm for Extreme {}

impl GridRule for Extreme {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        for &cell in &self.cells {
            picture.shade_cells(&[cell], CELL_GREY);
            let (x, y) = picture.cell_centre(cell);
            for (down, right) in SIDE_STEPS.map(|(down, right)| (down as f64, right as f64)) {
                let at = |length: f64| (x + right * length, y + down * length);
                let (from, tip) = if self.is_maximum { (13.0, 18.0) } else { (18.0, 13.0) };
                let style = format!("stroke=\"{OUTLINE_GREY}\" stroke-width=\"1.2\"");
                picture.draw_chevron(PictureLayer::Above, at(from), at(tip), &style);
            }
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        let marks = builder.extreme_marks();
        let marked = self.marked_cells(&marks);
        let relation =
            if self.is_maximum { ComparisonOperator::Gt } else { ComparisonOperator::Lt };
        for &cell in &self.cells {
            let label = format!("{} {}", self.plain_key(), puzzle.shape.cell_name(cell));
            for beside in puzzle.shape.reached_cells(cell, &SIDE_STEPS) {
                if puzzle.has_value(beside) && !marked[beside] {
                    builder.post_comparison(&label, cell, relation, (beside, 0))?;
                }
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let marked = self.marked_cells(filled.extreme_marks());
        for &cell in &self.cells {
            for step in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let Some(beside) = shape.step_from(cell, step) else { continue };
                let Some(other) = filled.get(beside) else { continue };
                let value = filled.cell_value(cell);
                let holds =
                    if self.is_maximum { value > other.into() } else { value < other.into() };
                if !holds && !marked[beside] {
                    let [cell, beside] = [cell, beside].map(|cell| shape.cell_place(cell));
                    return Err(RuleBreach::Extreme { cell, value, beside, other });
                }
            }
        }
        Ok(())
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", self.plain_key(), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Extreme {
    const NAMES: &'static [&'static str] = &["minimum", "maximum"];
    const FIELDS: &'static [&'static str] = &["cell"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let is_maximum = entry.key == "maximum";
        Ok(vec![Extreme { cells: vec![entry.field_cell("cell")?], is_maximum }])
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        for &cell in &self.cells {
            let entry = json!({ "cell": file.cell_name(cell) });
            file.add_entry(self.plain_key(), entry);
        }
        Ok(())
    }
}
