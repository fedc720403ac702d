//! A sum of cells, whose digits may repeat.

use parallax_model::{ComparisonOperator, ModelError};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesRuleForm;
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::colours::TOTAL_COLOUR;
use crate::picture::{GridPicture, OutlineStyle};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The digits of the cells have this sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Total {
    /// The cells.
    pub cells: Vec<usize>,
    /// The sum.
    pub sum: i64,
}

impl PlainRuleForm for Total {
    const KEYS: &'static [&'static str] = &["sum"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let sum =
            line.read_number()?.ok_or_else(|| line.absence_error("a sum, as in 'sum 15:'"))?;
        Ok(vec![Total { cells: line.read_cells()?, sum }])
    }
}

impl IssRuleForm for Total {
    const TYPES: &'static [&'static str] = &["Sum"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(vec![Total { sum: item.argument_number(0)?, cells: item.read_cells(1, 1)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names(&format!("Sum~{}", self.sum), puzzle.shape, &self.cells))
    }
}

impl GridRule for Total {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("sum {} = {}", shape.cell_names(&self.cells), self.sum)
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let border = OutlineStyle { inset: 6.0, colour: TOTAL_COLOUR, width: 1.2, dashes: "1 2.5" };
        picture.draw_outline(&self.cells, border);
        picture.draw_label(&self.cells, 1.5, TOTAL_COLOUR, &self.sum.to_string());
        picture.add_legend(Some(TOTAL_COLOUR), "sum of digits that may repeat");
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let terms: Vec<_> = self.cells.iter().map(|&cell| (1, cell)).collect();
        builder.post_sum(
            &self.describe_rule(builder.grid_shape()),
            &terms,
            ComparisonOperator::Eq,
            self.sum,
        )
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let found = filled.cell_sum(&self.cells);
        if found != self.sum {
            return Err(RuleBreach::Sum { found, expected: self.sum });
        }
        Ok(())
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("sum {}: {}", self.sum, shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Total {}
