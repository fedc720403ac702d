//! Diagonals with different digits.

use parallax_model::{ModelError};

use super::{Kind, Rule};
use super::different::longest;
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item};
use crate::model::Builder;
use crate::picture::colours::DIAGONAL;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// A diagonal of the whole grid has different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Diagonal {
    /// Whether it rises from the lower left, `/`. Otherwise it falls from the upper left, `\`.
    pub rising: bool,
}

impl Kind for Diagonal {
    const KEYS: &'static [&'static str] = &["diagonals", "diagonal"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        if line.key == "diagonals" {
            line.bare()?;
            return Ok(vec![Diagonal { rising: false }, Diagonal { rising: true }]);
        }
        line.no_body()?;
        match line.argument()?.map(|field| field.text) {
            Some("/") => Ok(vec![Diagonal { rising: true }]),
            Some("\\") => Ok(vec![Diagonal { rising: false }]),
            _ => Err(line.absence("'diagonal /', 'diagonal \\' or 'diagonals'")),
        }
    }
}

impl Iss for Diagonal {
    const TYPES: &'static [&'static str] = &["Diagonal"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        match item.text(0)? {
            "1" if item.arguments().len() == 1 => Ok(vec![Diagonal { rising: true }]),
            "-1" if item.arguments().len() == 1 => Ok(vec![Diagonal { rising: false }]),
            _ => Err(item.absence("1 for '/' or -1 for '\\'")),
        }
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some(if self.rising { "Diagonal~1" } else { "Diagonal~-1" }.to_owned())
    }
}

impl Diagonal {
    fn path(&self, shape: Shape) -> Vec<usize> {
        let side = shape.rows;
        let column = |row: usize| if self.rising { side - 1 - row } else { row };
        (0..side).map(|row| shape.cell(row, column(row))).collect()
    }

    fn sign(&self) -> char {
        if self.rising { '/' } else { '\\' }
    }
}

impl Rule for Diagonal {
    fn words(&self, _: Shape) -> String {
        format!("diagonal {}", self.sign())
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.whole_diagonal(self.rising, DIAGONAL);
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        if shape.rows == shape.columns { self.path(shape) } else { Vec::new() }
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let Shape { rows, columns } = puzzle.shape;
        if rows != columns {
            return Err(RuleError::OblongDiagonal { rows, columns });
        }
        longest(puzzle, self.words(puzzle.shape), &self.path(puzzle.shape))
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let shape = builder.shape();
        builder.different(&self.words(shape), &self.path(shape))
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let on_it = |cell: &usize| {
            let (row, column) = (shape.row(*cell), shape.column(*cell));
            if self.rising { row + column + 1 == shape.rows } else { row == column }
        };
        filled.different(&(0..shape.cells()).filter(on_it).collect::<Vec<_>>())
    }

    fn write(&self, _: Shape) -> Option<String> {
        Some(format!("diagonal {}", self.sign()))
    }
}

impl FPuzzles for Diagonal {
    const NAMES: &'static [&'static str] = &["diagonal+", "diagonal-"];
    const FIELDS: &'static [&'static str] = &[];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(vec![Diagonal { rising: entry.key == "diagonal+" }])
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.flag(if self.rising { "diagonal+" } else { "diagonal-" });
        Ok(())
    }
}
