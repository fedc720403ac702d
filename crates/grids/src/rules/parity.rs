//! Even and odd cells.

use parallax_model::{ModelError, Value};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_name};
use crate::model::Builder;
use crate::picture::colours::CELL_GREY;
use crate::picture::{Layer, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The cells have even digits, or odd ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parity {
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether the digits are odd.
    pub odd: bool,
}

impl Kind for Parity {
    const KEYS: &'static [&'static str] = &["even", "odd"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(vec![Parity { cells: line.cells()?, odd: line.key == "odd" }])
    }
}

impl Iss for Parity {
    const TYPES: &'static [&'static str] = &[];

    fn read_iss(_: &Item<'_>) -> Result<Vec<Self>, Fault> {
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
    fn key(&self) -> &'static str {
        if self.odd { "odd" } else { "even" }
    }
}

impl Rule for Parity {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let style = format!("fill=\"{CELL_GREY}\"");
        for &cell in &self.cells {
            if self.odd {
                picture.circle(Layer::Under, picture.centre(cell), 15.0, &style);
            } else {
                let (x, y) = picture.corner(cell);
                picture.rectangle(Layer::Under, (x + 6.0, y + 6.0), (28.0, 28.0), &style);
            }
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let shape = builder.shape();
        for &cell in &self.cells {
            let label = format!("{} {}", self.key(), shape.name(cell));
            builder.only(&label, cell, |digit: Value| (digit.rem_euclid(2) == 1) == self.odd)?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        match self.cells.iter().find(|&&cell| (filled.value(cell) % 2 != 0) != self.odd) {
            Some(&cell) => {
                let (cell, value) = (filled.shape().locate(cell), filled.value(cell));
                Err(RuleBreach::Parity { cell, value, parity: self.key() })
            }
            None => Ok(()),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", self.key(), shape.names(&self.cells)))
    }
}

impl FPuzzles for Parity {
    const NAMES: &'static [&'static str] = &["even", "odd"];
    const FIELDS: &'static [&'static str] = &["cell"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(vec![Parity { cells: vec![entry.cell("cell")?], odd: entry.key == "odd" }])
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        for &cell in &self.cells {
            let entry = json!({ "cell": file.name(cell) });
            file.add(self.key(), entry);
        }
        Ok(())
    }
}
