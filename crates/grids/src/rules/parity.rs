//! Even and odd cells.

use parallax_model::{ModelError, Value};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_name};
use crate::model::GridModelBuilder;
use crate::picture::colours::CELL_GREY;
use crate::picture::{GridPicture, PictureLayer};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The cells have even digits, or odd ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parity {
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether the digits are odd.
    pub odd: bool,
}

impl PlainRuleForm for Parity {
    const KEYS: &'static [&'static str] = &["even", "odd"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        Ok(vec![Parity { cells: line.read_cells()?, odd: line.key == "odd" }])
    }
}

impl IssRuleForm for Parity {
    const TYPES: &'static [&'static str] = &[];

    fn read_iss(_: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(Vec::new())
    }

    /// Writes the digits as candidates.
    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (low, high) = puzzle.digits;
        let digits = (low..=high).filter(|digit| (digit.rem_euclid(2) == 1) == self.odd);
        let digits: String = digits.map(|digit| format!("_{digit}")).collect();
        let cell = |&cell: &usize| format!("~{}{digits}", cell_name(puzzle.shape, cell));
        (!digits.is_empty()).then(|| self.cells.iter().map(cell).collect())
    }
}

impl Parity {
    fn plain_key(&self) -> &'static str {
        if self.odd { "odd" } else { "even" }
    }
}

impl GridRule for Parity {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let style = format!("fill=\"{CELL_GREY}\"");
        for &cell in &self.cells {
            if self.odd {
                picture.add_circle(PictureLayer::Under, picture.cell_centre(cell), 15.0, &style);
            } else {
                let (x, y) = picture.cell_corner(cell);
                picture.add_rectangle(
                    PictureLayer::Under,
                    (x + 6.0, y + 6.0),
                    (28.0, 28.0),
                    &style,
                );
            }
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let shape = builder.grid_shape();
        for &cell in &self.cells {
            let label = format!("{} {}", self.plain_key(), shape.cell_name(cell));
            builder
                .post_values(&label, cell, |digit: Value| (digit.rem_euclid(2) == 1) == self.odd)?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        match self.cells.iter().find(|&&cell| (filled.cell_value(cell) % 2 != 0) != self.odd) {
            Some(&cell) => {
                let (cell, value) = (filled.grid_shape().cell_place(cell), filled.cell_value(cell));
                Err(RuleBreach::Parity { cell, value, parity: self.plain_key() })
            }
            None => Ok(()),
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", self.plain_key(), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Parity {
    const NAMES: &'static [&'static str] = &["even", "odd"];
    const FIELDS: &'static [&'static str] = &["cell"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(vec![Parity { cells: vec![entry.field_cell("cell")?], odd: entry.key == "odd" }])
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        for &cell in &self.cells {
            let entry = json!({ "cell": file.cell_name(cell) });
            file.add_entry(self.plain_key(), entry);
        }
        Ok(())
    }
}
