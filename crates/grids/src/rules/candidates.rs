//! Cells with a choice of digits.

use parallax_model::{ModelError, Value};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, GridRuleError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_name};
use crate::model::GridModelBuilder;
use crate::picture::colours::OUTLINE_GREY;
use crate::picture::{GridPicture, PictureLayer};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Each of the cells has one of the digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidates {
    /// The cells.
    pub cells: Vec<usize>,
    /// The digits.
    pub digits: Vec<Value>,
}

/// The largest number of letters of a list that fits into a cell of a picture.
const MOST_LETTERS: usize = 20;

impl PlainRuleForm for Candidates {
    const KEYS: &'static [&'static str] = &["any"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let digits = line.read_digits()?;
        if digits.is_empty() {
            return Err(line.absence_error("digits, as in 'any 1 2:'"));
        }
        Ok(vec![Candidates { cells: line.read_cells()?, digits }])
    }
}

impl IssRuleForm for Candidates {
    const TYPES: &'static [&'static str] = &[];

    /// Reads none; givens with several digits are candidates.
    fn read_iss(_: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(Vec::new())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let digits: String = self.digits.iter().map(|digit| format!("_{digit}")).collect();
        let cell = |&cell: &usize| format!("~{}{digits}", cell_name(puzzle.shape, cell));
        Some(self.cells.iter().map(cell).collect())
    }
}

impl GridRule for Candidates {
    fn describe_rule(&self, shape: GridShape) -> String {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        format!("any {} {}", digits.join(" "), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, shape: GridShape) {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        let text = digits.join(" ");
        let letters = text.chars().count();
        if letters > MOST_LETTERS {
            return picture.add_description(self.describe_rule(shape));
        }
        let size = 9.0_f64.min(66.0 / letters as f64);
        for &cell in &self.cells {
            let (x, y) = picture.cell_centre(cell);
            let style = format!("fill=\"{OUTLINE_GREY}\"");
            picture.add_text(PictureLayer::Above, (x, y + 15.0), size, &style, &text);
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let check = |&digit: &Value| GridRuleError::check_digit(digit.into(), puzzle.digits);
        self.digits.iter().try_for_each(check)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        for &cell in &self.cells {
            builder.post_values(&label, cell, |digit| self.digits.contains(&digit))?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let is_listed =
            |cell: usize| self.digits.iter().any(|&d| i64::from(d) == filled.cell_value(cell));
        match self.cells.iter().find(|&&cell| !is_listed(cell)) {
            Some(&cell) => {
                let value = filled.cell_value(cell);
                Err(RuleBreach::Candidate { cell: filled.grid_shape().cell_place(cell), value })
            }
            None => Ok(()),
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        Some(format!("any {}: {}", digits.join(" "), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Candidates {
    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        self.cells.iter().for_each(|&cell| file.restrict_cell(cell, &self.digits));
        Ok(())
    }
}
