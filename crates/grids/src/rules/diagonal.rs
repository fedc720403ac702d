//! Diagonals with different digits.

use parallax_model::ModelError;

use super::different::check_length;
use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::picture::colours::DIAGONAL_COLOUR;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// A diagonal of the whole grid has different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Diagonal {
    /// Whether it rises from the lower left, `/`. Otherwise it falls from the upper left, `\`.
    pub rising: bool,
}

impl PlainRuleForm for Diagonal {
    const KEYS: &'static [&'static str] = &["diagonals", "diagonal"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        if line.key == "diagonals" {
            line.require_no_arguments()?;
            return Ok(vec![Diagonal { rising: false }, Diagonal { rising: true }]);
        }
        line.no_body()?;
        match line.read_argument()?.map(|field| field.text) {
            Some("/") => Ok(vec![Diagonal { rising: true }]),
            Some("\\") => Ok(vec![Diagonal { rising: false }]),
            _ => Err(line.absence_error("'diagonal /', 'diagonal \\' or 'diagonals'")),
        }
    }
}

impl IssRuleForm for Diagonal {
    const TYPES: &'static [&'static str] = &["Diagonal"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        match item.argument_text(0)? {
            "1" if item.argument_fields().len() == 1 => Ok(vec![Diagonal { rising: true }]),
            "-1" if item.argument_fields().len() == 1 => Ok(vec![Diagonal { rising: false }]),
            _ => Err(item.absence_error("1 for '/' or -1 for '\\'")),
        }
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some(if self.rising { "Diagonal~1" } else { "Diagonal~-1" }.to_owned())
    }
}

impl Diagonal {
    fn diagonal_cells(&self, shape: GridShape) -> Vec<usize> {
        let side = shape.rows;
        let column = |row: usize| if self.rising { side - 1 - row } else { row };
        (0..side).map(|row| shape.cell_at(row, column(row))).collect()
    }

    fn plain_sign(&self) -> char {
        if self.rising { '/' } else { '\\' }
    }
}

impl GridRule for Diagonal {
    fn describe_rule(&self, _: GridShape) -> String {
        format!("diagonal {}", self.plain_sign())
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        picture.whole_diagonal(self.rising, DIAGONAL_COLOUR);
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        if shape.rows == shape.columns { self.diagonal_cells(shape) } else { Vec::new() }
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let GridShape { rows, columns } = puzzle.shape;
        if rows != columns {
            return Err(GridRuleError::OblongDiagonal { rows, columns });
        }
        check_length(puzzle, self.describe_rule(puzzle.shape), &self.diagonal_cells(puzzle.shape))
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let shape = builder.grid_shape();
        builder.post_different(&self.describe_rule(shape), &self.diagonal_cells(shape))
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let on_it = |cell: &usize| {
            let (row, column) = (shape.row(*cell), shape.column(*cell));
            if self.rising { row + column + 1 == shape.rows } else { row == column }
        };
        filled.check_different(&(0..shape.cell_count()).filter(on_it).collect::<Vec<_>>())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        Some(format!("diagonal {}", self.plain_sign()))
    }
}

impl FPuzzlesRuleForm for Diagonal {
    const NAMES: &'static [&'static str] = &["diagonal+", "diagonal-"];
    const FIELDS: &'static [&'static str] = &[];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(vec![Diagonal { rising: entry.key == "diagonal+" }])
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.set_flag(if self.rising { "diagonal+" } else { "diagonal-" });
        Ok(())
    }
}
